"""Values that the program computes, and needs in docstrings: what is written out decides them, nothing is run."""

from tests.compiler.languages.requirements.formats.sphinx_needs.trees import CONF, items, settled
from tests.compiler.tables import table

OTHER = (
    ".. req:: Other\n   :id: REQ_A\n   :status: Open\n   :tags: x, y\n   :links: REQ_B\n\n.. req:: B\n   :id: REQ_B\n\n"
)


@table(
    ("value", "expected"),
    [
        ("[[copy('status', 'REQ_A')]]", "Open"),
        ("[[copy('status', need_id='REQ_A', upper=True)]]", "OPEN"),
        ("is [[copy('id')]]", "is SPEC_A"),
        ("[[check_linked_values('all', 'status', ['Open'])]]", "all"),
        ("[[check_linked_values('all', 'status', 'Done')]]", ""),
        ("[[check_linked_values('one', 'status', 'Done', one_hit=True)]]", ""),
        ("[[check_linked_values('none', 'status', 'Done', 'type == \"spec\"')]]", "none"),
        ("[[check_linked_values('all', 'id', 'REQ_A')]]", "all"),  # REQ_GONE is no need, and only `links` count
        ("<<['x' in tags]:first, ['z' in tags]:second, third>>", "second"),
        ("<<['x' in tags]:first, third>>", "third"),
        ("<<named:first, third>>", "<<named:first, third>>"),
        ("[[copy('status', 'REQ_X')]]", "[[copy('status', 'REQ_X')]]"),
        ("[[copy(status)]]", "[[copy(status)]]"),
        ("[[own_function('x')]]", "[[own_function('x')]]"),
        ("[[copy('status', 'SPEC_A')]]", "[[copy('status', 'SPEC_A')]]"),
    ],
)
def test_status_is_decided_by_what_is_written_out(value: str, expected: str) -> None:
    links = ":links: REQ_A, REQ_GONE\n   :parent_needs: REQ_B"
    page = OTHER + f".. spec:: S\n   :id: SPEC_A\n   {links}\n   :tags: z\n   :status: {value}\n"
    assert items(page)[-1].status == expected


def test_links_are_copied_and_taken_from_the_content() -> None:
    page = OTHER + (
        ".. spec:: S\n   :id: SPEC_A\n   :links: [[copy('links', 'REQ_A')]]\n   :tags: [[copy('tags', 'REQ_A')]]\n\n"
        ".. spec:: S\n   :id: SPEC_B\n   :links: [[links_from_content()]]\n\n   :need:`the <REQ_A>`, :need:`REQ_B`.\n"
    )
    first, second = items(page)[-2:]
    assert ([one.target for one in first.cites], dict(first.fields)["tags"]) == (["REQ_B"], "x, y")
    assert [one.target for one in second.cites] == ["REQ_A", "REQ_B"]


MODULE = '''"""Module.

.. req:: Of the module
   :id: REQ_MODULE
"""


def ring(loud: bool) -> None:
    r"""Ring.

    .. req:: Of the function
       :id: REQ_RING

       Loud.
    """


class Bell:
    """A bell."""

    def swing(self) -> None:
        """
        .. req:: Of the method
           :id: REQ_SWING
        """

    def _hidden(self) -> None:
        """.. req:: Hidden
           :id: REQ_HIDDEN
        """
'''


@table(
    ("directive", "expected"),
    [
        (".. autofunction:: tower.bells.ring(loud)\n", [("REQ_RING", 11, 14)]),
        (".. automodule:: tower.bells\n", [("REQ_MODULE", 3, 4)]),
        (".. automodule:: tower.bells\n   :members: ring\n", [("REQ_MODULE", 3, 4), ("REQ_RING", 11, 14)]),
        (".. autoclass:: tower.bells.Bell\n", []),
        (".. autoclass:: tower.bells.Bell\n   :members:\n", [("REQ_SWING", 23, 24)]),
        (".. autofunction:: other.ring\n", []),
        ("", []),
    ],
)
def test_docstring_that_a_page_shows_has_needs(directive: str, expected: list[tuple[str, int, int]]) -> None:
    files = {"docs/conf.py": CONF, "docs/index.rst": f"Title\n\n{directive}", "src/tower/bells.py": MODULE}
    found = [(item.id, item.first, item.last) for one in settled(files) for item in one.items]
    assert found == expected
