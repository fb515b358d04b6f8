"""Cross-references of Sphinx and MyST: documents, labels and tables of contents."""

from pathlib import Path

from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table

PROJECT: dict[str, str | bytes] = {
    "guide/conf.py": 'extensions = ["myst_parser"]\n',
    "guide/index.rst": "Harbour\n=======\n",
    "guide/knots/bowline.rst": ".. _tie bowline:\n\nBowline\n=======\n\nLoop\n----\n\n.. _the-eye:\n\nThe eye.\n",
    "guide/knots/splice.md": "(long-splice)=\n# Splice\n\n## Tapered\n",
    "guide/knots/hitch.md": "# Hitch\n",
    "guide/rig.md": "# Rig\n\n(rig:mast)=\n## Mast\n\n(rig/boom)=\n## Boom\n",
    "other/conf.py": "project = 'Other'\n",
    "other/deck.rst": ".. _deck:\n\nDeck\n====\n",
}


def links(folder: Path, text: str, page: str) -> list[str]:
    """The targets of the links of a page of the project, without the beginning of their refs."""
    snapshot = compiled(folder, {**PROJECT, page: text})
    assert [one.code for one in snapshot.diagnostics() if one.code.startswith("DOC2")] == []
    rows = snapshot.rows("SELECT target FROM link WHERE kind = 'links_to' AND file = ? ORDER BY line, target", (page,))
    return [target.removeprefix("f:guide/") for (target,) in rows]


@table(
    ("text", "targets"),
    [
        (":doc:`knots/bowline`", ["knots/bowline.rst"]),
        (":doc:`/knots/bowline`", ["knots/bowline.rst"]),
        (":doc:`the splice <knots/splice>`", ["knots/splice.md"]),
        (":doc:`a title that\ngoes on <knots/splice>`", ["knots/splice.md"]),
        (":ref:`tie bowline`", ["knots/bowline.rst#bowline"]),
        (":ref:`Tie  BOWLINE`", ["knots/bowline.rst#bowline"]),
        (":ref:`an eye <the-eye>`", ["knots/bowline.rst#loop"]),
        (":ref:`long-splice`", ["knots/splice.md#splice"]),
        (":any:`long-splice`", ["knots/splice.md#splice"]),
        (":ref:`knots/splice:Tapered`", ["knots/splice.md#tapered"]),
        (":ref:`deck`", []),  # of another project
        (":ref:`elsewhere:deck` and :doc:`gone` and :doc:`!knots/hitch`", []),
        ("See `the knot <knots/bowline.rst>`_.", ["knots/bowline.rst"]),
        ("See `the knot\n<knots/bowline.rst>`__.", ["knots/bowline.rst"]),
        ("Knot_.\n\n.. _knot: knots/bowline.rst", ["knots/bowline.rst"]),
        ("See `Two words`_.\n\n.. _two words: knots/hitch.md\n", ["knots/hitch.md"]),
        ("See `this`__.\n\n__ knots/hitch.md\n", ["knots/hitch.md"]),
        ("See `a <b_>`_.\n\n.. _b: knots/hitch.md\n", ["knots/hitch.md"]),
        (
            ".. toctree::\n   :maxdepth: 2\n\n   knots/bowline\n   Hitch <knots/hitch>\n   self\n",
            ["knots/bowline.rst", "knots/hitch.md"],
        ),
        (".. toctree::\n   :glob:\n\n   knots/[bh]*\n", ["knots/bowline.rst", "knots/hitch.md"]),
        (".. include:: knots/hitch.md\n", ["knots/hitch.md"]),
        (".. grid-item-card:: Knot\n   :link: tie bowline\n   :link-type: ref\n", ["knots/bowline.rst#bowline"]),
        (".. list-table::\n\n   * - Knot\n     - :doc:`knots/hitch`\n", ["knots/hitch.md"]),
        ("Shown::\n\n   :doc:`knots/hitch`\n\nMore.", []),
        (".. code-block:: rst\n\n   :doc:`knots/hitch`\n", []),
        (".. A comment with :doc:`knots/hitch`\n   that goes on: :doc:`knots/splice`\n", []),
        ("Write ``:doc:`knots/hitch` `` for that.", []),
    ],
)
def test_link_of_restructured_text(tmp_path: Path, text: str, targets: list[str]) -> None:
    assert links(tmp_path, f"Page\n####\n\n{text}\n", "guide/page.rst") == targets


@table(
    ("text", "targets"),
    [
        ("{doc}`knots/bowline`", ["knots/bowline.rst"]),
        ("{ref}`an eye <the-eye>`", ["knots/bowline.rst#loop"]),
        ("[](knots/bowline)", ["knots/bowline.rst"]),
        ("[`splice`](long-splice)", ["knots/splice.md#splice"]),
        ("```{toctree}\n:maxdepth: 1\n\nknots/bowline\n```", ["knots/bowline.rst"]),
        (
            "```{toctree}\n---\nglob: true\n---\nknots/*\n```",
            ["knots/bowline.rst", "knots/hitch.md", "knots/splice.md"],
        ),
        (":::{toctree}\n:glob:\nknots/h*\n:::", ["knots/hitch.md"]),
        ("```{note}\nSee [this](knots/hitch.md).\n```", ["knots/hitch.md"]),
        ("````{tip}\n```{note}\nSee {doc}`knots/hitch`.\n```\n````", ["knots/hitch.md"]),
        ("```{eval-rst}\n:doc:`knots/hitch`\n```", ["knots/hitch.md"]),
        ("```{code-block} md\n[this](knots/hitch.md)\n```", []),
        ("[this](rig:mast) and {ref}`that <rig/boom>`", ["rig.md#boom", "rig.md#mast"]),
        ("[this](tel:12) and [that](rig:gone)", []),
        ("Write `` {doc}`knots/hitch` `` for that.", []),
    ],
)
def test_link_of_myst(tmp_path: Path, text: str, targets: list[str]) -> None:
    assert links(tmp_path, f"# Page\n\n{text}\n", "guide/page.md") == targets


def test_links_of_a_directive_stand_at_their_own_lines(tmp_path: Path) -> None:
    text = "# Page\n\n## Part\n\n```{toctree}\nknots/bowline\nknots/hitch\n```\n"
    snapshot = compiled(tmp_path, {**PROJECT, "guide/page.md": text})
    rows = snapshot.rows(
        "SELECT source, line FROM link WHERE kind = 'links_to' AND file = 'guide/page.md' ORDER BY line"
    )
    assert rows == [("f:guide/page.md#part", 6), ("f:guide/page.md#part", 7)]


def test_missing_document_is_counted_as_not_checked(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {**PROJECT, "guide/page.rst": "Page\n####\n\n:doc:`gone` :ref:`python:str`\n"})
    assert snapshot.rows("SELECT unchecked_links FROM document WHERE id = 'guide/page.rst'") == [(2,)]


@table(
    ("text", "codes"),
    [
        ("[a](winch.settings.port)", []),  # a label that a program states, or a name of code
        ("[a](winch:settings.port)", []),
        ("[a](winch.md)", ["DOC201"]),
        ("[a](lead.rst)", ["DOC201"]),
        ("[a](tools/winch.port)", ["DOC201"]),
        ("[a](winch.yaml)", ["DOC201"]),
    ],
)
def test_word_with_dots_may_be_a_name_that_no_page_states(tmp_path: Path, text: str, codes: list[str]) -> None:
    files = {
        "conf.py": "extensions = ['myst_parser', 'sphinx.ext.intersphinx']\n",
        "rope.yaml": "name: AGENTS\n",
        ".github/workflows/build.yaml": "on: push\n",
        "page.md": f"# Page\n\n{text}\n",
    }
    found = [one.code for one in compiled(tmp_path, files).diagnostics()]
    assert [code for code in found if code.startswith("DOC")] == codes


def test_document_of_sphinx_does_not_leave_its_project(tmp_path: Path) -> None:
    files = {
        "docs/conf.py": "extensions = []\n",
        "docs/crew/index.rst": "Crew\n====\n\n.. toctree::\n\n   ../../boats/list\n",
        "docs/boats/list.rst": "Boats\n=====\n",
        "boats/list.rst": "Other\n=====\n",
    }
    rows = compiled(tmp_path, files).rows("SELECT target FROM link WHERE kind = 'links_to'")
    assert rows == [("f:docs/boats/list.rst",)]
