"""Settings of Sphinx-Needs: what `conf.py` and TOML write out is read, and nothing is run."""

import json

from compiler.languages.requirements.facts import (
    Assertion,
    BrokenReference,
    CodeReference,
    Requirement,
    RequirementCoverage,
)
from compiler.model.examples import Example
from tests.compiler.languages.requirements.formats.sphinx_needs.trees import CONF, REQ, items, settled, unread
from tests.compiler.languages.requirements.sources import facts_of, fields, linked
from tests.compiler.tables import table

STORY = ".. story:: A\n   :id: US_AAA\n"


@table(
    "types",
    [
        "needs_types = [{'directive': 'story', 'prefix': 'US_'}]\n",
        "needs_types = [dict(directive='story', title='Story')]\n",
        "own = ({'directive': 'story'},)\nneeds_types = own\n",
        "needs_types = []\nneeds_types += [dict(directive='story')]\n",
        "needs_types = []\nneeds_types.append(dict(directive='story'))\n",
        "needs_types: list = [] + [dict(directive='sto' + 'ry')]\n",
        "odd_escape = '\\w'\nneeds_types = [dict(directive='story')]\n",
    ],
)
def test_types_are_read_from_what_is_written_out(types: str) -> None:
    assert [one.id for one in items(STORY, CONF + types)] == ["US_AAA"]
    assert items(".. req:: A\n   :id: REQ_A\n", CONF + types) == []


@table("types", ["needs_types = load()\n", "if True:\n    needs_types = [{}]\n"])
def test_settings_that_are_not_written_out_are_a_finding_and_types_are_guessed(types: str) -> None:
    page = STORY + "   :status: open\n\n.. story:: no id\n"
    assert [one.id for one in items(page, CONF + types)] == ["US_AAA"]
    assert [reason for _, reason in unread(page, CONF + types)] == [
        "its value is not written out, and conf.py is never run"
    ]


@table("conf", ["sphinx_needs = (", "x = '\0' # sphinx_needs", "sphinx_needs = " + "(" * 5_000])
def test_conf_that_is_no_python_is_a_finding(conf: str) -> None:
    assert [reason for _, reason in unread(STORY, conf)] == ["it is no Python that can be read"]


def test_conf_that_cannot_be_read_is_a_finding_of_a_source_without_needs() -> None:
    long = f"extensions = ['sphinx_needs']\n{'#' * 1_000_001}\n"
    for conf, reason in (("sphinx_needs = (", "it is no Python"), (long, "it has more than 1,000,000 characters")):
        (finding,) = linked({"conf.py": conf, "index.rst": "A\n=\n"}).diagnostics
        assert reason in finding.message
    assert linked({"conf.py": "extensions = (", "index.rst": "A\n=\n"}).diagnostics == []


@table("step", ["a = a + a\n", "a = [a, a]\n", "a = dict(a=a, b=a)\n", "a = a + 'x' * 10 ** 9\n"])
def test_value_that_grows_by_powers_is_not_put_together(step: str) -> None:
    conf = CONF + "a = ['x']\n" + step * 60 + "exclude_patterns = a\n"
    (one,) = [each for each in settled({"conf.py": conf, "a.rst": STORY.replace("story", "req")}) if each.items]
    assert [item.id for item in one.items] == ["US_AAA"]


def test_table_of_toml_goes_before_conf() -> None:
    files = {
        "docs/conf.py": CONF + "needs_from_toml = '../needs.toml'\nneeds_id_regex = '^X'\n",
        "needs.toml": "[needs]\nid_regex = '^US_'\n[[needs.types]]\ndirective = 'story'\n",
        "docs/index.rst": STORY,
    }
    assert [item.id for one in settled(files) for item in one.items] == ["US_AAA"]


def test_ubproject_is_enough() -> None:
    files = {
        "ubproject.toml": "[[needs.types]]\ndirective = 'story'\n",
        "docs/a.rst": STORY + "\n.. req:: B\n   :id: REQ_B\n",
    }
    assert [item.id for one in settled(files) for item in one.items] == ["US_AAA"]


def test_excluded_page_has_no_needs() -> None:
    files = {"docs/conf.py": CONF + "exclude_patterns = ['old', '*.tmp.rst']\n"}
    files |= {f"docs/{name}": STORY.replace("story", "req") for name in ("old/a.rst", "b.tmp.rst", "c.rst")}
    assert [one.path for one in settled(files) if one.items] == ["docs/c.rst"]


def test_excluded_page_that_another_includes_has_needs() -> None:
    files = {"docs/conf.py": CONF + "exclude_patterns = ['**/main.rst', 'old']\n", "docs/index.rst": "Lamps\n=====\n"}
    files |= {f"docs/{name}/main.rst": STORY.replace("story", "req") for name in ("a", "old")}
    files["docs/a/index.rst"] = ".. include:: main.rst\n"
    assert [one.path for one in settled(files) if one.items] == ["docs/a/main.rst"]
    alone = {"docs/index.rst": ".. include:: ../README.rst\n", "README.rst": "Lamps\n=====\n"}
    assert linked(alone).facts == []


def test_links_have_the_kinds_that_their_words_say() -> None:
    conf = CONF + (
        "needs_extra_links = [dict(option='checks', incoming='is checked by', outgoing='checks'),\n"
        "  dict(option='waits', incoming='blocks', outgoing='waits for', allow_dead_links=True)]\n"
        "needs_links = {'refines': {}, 'specs': {'incoming': 'tested by'}, 'owners': {'incoming': 'owns'}}\n"
    )
    page = REQ.format(
        "A",
        "REQ_A",
        ":checks: REQ_B\n   :waits: REQ_C, REQ_X\n   :refines: REQ_C\n   :specs: REQ_C\n   :links: REQ_B; REQ_Y",
    )
    page += REQ.format("B", "REQ_B", "") + REQ.format("C", "REQ_C", "")
    result = linked({"docs/conf.py": conf, "docs/index.rst": page.replace("   \n", "")})
    found = {(one.source, one.kind, one.target) for one in result.links}
    assert found >= {
        ("r:REQ_A", "verifies", "r:REQ_B"),
        ("r:REQ_A", "depends_on", "r:REQ_C"),
        ("r:REQ_A", "refines", "r:REQ_C"),
        ("r:REQ_A", "verifies", "r:REQ_C"),
        ("r:REQ_A", "implements", "r:REQ_B"),
    }
    assert fields(result, BrokenReference, "target reason") == [
        ("REQ_X", "allowed_dead_link"),
        ("REQ_Y", "unknown_requirement"),
    ]
    assert [one.code for one in result.diagnostics] == ["REQ301"]
    first, second, _ = facts_of(result, Requirement)
    assert first.statements["outgoing"]["waits for"] == ["REQ_C", "REQ_X"]
    assert second.statements["incoming"] == {"is checked by": ["REQ_A"], "links incoming": ["REQ_A"]}
    assert (first.statements["has_dead_links"], second.statements["has_dead_links"]) == (True, False)


def test_link_to_a_part_covers_it() -> None:
    page = (
        REQ.format("A", "REQ_A", "")
        + "   :np:`(1)one` :np:`(2)two`\n\n"
        + REQ.format("B", "REQ_B", ":links: REQ_A.2, REQ_A.3")
    )
    result = linked({"conf.py": CONF, "index.rst": page.replace("   \n", "")})
    assert fields(result, Assertion, "assertion text") == [("REQ_A/1", "one"), ("REQ_A/2", "two")]
    assert fields(result, RequirementCoverage, "requirement tested untested")[0] == ("REQ_A", ("2",), ("1",))
    assert fields(result, BrokenReference, "target") == [("REQ_A.3",)]


def test_extension_changes_the_needs_that_it_names_or_selects() -> None:
    page = (
        REQ.format("A", "REQ_A", ":tags: a") + REQ.format("B", "REQ_B", ":status: old")
        + ".. needextend:: REQ_A\n   :status: new\n   :+tags: b\n   :+links: REQ_B\n\n"
        + ".. needextend:: c.this_doc() and status == \"old\" and not \"a\" in tags\n   :-status:\n   :owner: ines\n"
    )  # fmt: skip
    first, second = items(page)
    assert (first.status, dict(first.fields)["tags"]) == ("new", "a, b")
    assert [one.target for one in first.cites] == ["REQ_B"]
    assert (second.status, dict(second.fields)) == ("", {"owner": "ines"})


EXPORT = {
    "current_version": "2",
    "versions": {
        "1": {"needs": {"OLD_1": {"id": "OLD_1", "type": "req", "title": "Old"}}},
        "2": {
            "needs": {
                "REQ_A": {"id": "REQ_A", "type": "req", "title": "A", "status": "open", "content": "Text.",
                          "tags": ["x"], "parts": {"1": {"id": "1", "content": "one"}}, "links_back": ["REQ_B"]},
                "REQ_B": {"id": "REQ_B", "type": "req", "title": "B", "links": ["REQ_A.1"]},
                "bad": 3,
            }
        },
    },
}  # fmt: skip


def test_export_is_read_where_no_directive_states_its_needs() -> None:
    text = json.dumps(EXPORT, indent=1)
    result = linked({"needs.json": text})
    assert fields(result, Requirement, "requirement name status text") == [
        ("REQ_A", "A", "open", "Text."),
        ("REQ_B", "B", "Unknown", ""),
    ]
    assert facts_of(result, Requirement)[1].span.start_line == text[: text.index('"REQ_B": {')].count("\n") + 1
    assert fields(result, RequirementCoverage, "requirement tested") == [("REQ_A", ("1",)), ("REQ_B", ())]
    pages = {"conf.py": CONF, "index.rst": ".. req:: A\n   :id: REQ_A\n", "needs.json": text}
    assert [item.title for one in settled(pages) for item in one.items] == ["A"]


@table("text", ["[", "[" * 100_000, '{"versions": 3, "needs": [], "current_version": {}}'])
def test_export_that_is_none_raises_nothing(text: str) -> None:
    settled({"needs.json": text + ' "versions" "needs"', "a.json": text})


def test_page_without_settings_is_read_by_its_ids() -> None:
    page = ".. feat:: A\n   :id: feat__a\n   :status: valid\n   :complies: std__b, std__c[version==1]\n\n"
    page += (
        ".. std:: B\n   :id: std__b\n   :status: valid\n\n.. req:: C\n   :id: std__c\n\n.. box:: no need\n   :id: x\n"
    )
    (one,) = settled({"a.rst": page})
    assert [(item.id, [cited.target for cited in item.cites]) for item in one.items] == [
        ("feat__a", ["std__b", "std__c"]),
        ("std__b", []),
        ("std__c", []),
    ]


BUNDLED = """\
.. comp_req:: Tap
   :id: comp_req__tap
   :status: valid
   :belongs_to: comp_req__pipe

.. comp_req:: no id
"""
TOML = "[needs]\nid_required = true\n"


def ids_of(files: dict[str, str]) -> list[str]:
    return [item.id for one in settled(files) for item in one.items]


def test_types_are_guessed_where_toml_has_none_and_an_extension_may_say_them() -> None:
    files = {"docs/conf.py": "extensions = ['bundle']\n", "docs/ubproject.toml": TOML, "docs/index.rst": BUNDLED}
    assert ids_of(files) == ["comp_req__tap"]


def test_option_with_needs_of_other_projects_is_a_link_where_others_of_it_are_needs() -> None:
    pages = ".. comp_req:: Tap\n   :id: comp_req__tap\n   :status: valid\n" + "".join(
        f"\n.. comp:: {name}\n   :id: comp__{name}\n   :fulfils: feat_req__{name}[version==1]{own}\n"
        for name, own in (("pipe", ", feat_req__run"), ("valve", ", comp_req__tap[version==1]"))
    )
    (one,) = settled({"docs/index.rst": pages})
    assert [cited.target for cited in one.items[2].cites] == ["feat_req__valve", "comp_req__tap"]


def test_project_elsewhere_does_not_hide_needs_of_types_that_it_does_not_have() -> None:
    types = CONF + "needs_types = [dict(directive='story')]\n"
    files = {"tests/rst/conf.py": types, "tests/rst/index.rst": STORY, "docs/index.rst": BUNDLED}
    assert sorted(ids_of(files)) == ["US_AAA", "comp_req__tap"]
    assert ids_of({"tests/rst/conf.py": types, "tests/rst/index.rst": BUNDLED}) == []


@table("where", ["conf.py", "ubproject.toml"])
def test_names_of_other_projects_are_counted_once_where_settings_name_external_needs(where: str) -> None:
    conf = CONF + ("needs_external_needs = [{'base_url': 'x'}]\n" if where == "conf.py" else "")
    toml = "[[needs.external_needs]]\nbase_url = 'x'\n" if where == "ubproject.toml" else ""
    settings = CONF + "needs_from_toml = 'ubproject.toml'\n" if toml else conf
    page = ".. req:: A\n   :id: REQ_A\n   :links: FAR_B, FAR_C\n\n:need:`FAR_D`\n"
    files = {"conf.py": settings, "index.rst": page} | ({"ubproject.toml": toml} if toml else {})
    result = linked(files)
    assert fields(result, BrokenReference, "target reason") == [("FAR_B", "external_need"), ("FAR_C", "external_need")]
    (found,) = [one for one in result.diagnostics if one.code in ("REQ301", "REQ601")]
    assert (found.span.file, "3 names may be theirs" in found.message) == ("conf.py", True)
    assert found.severity == "info"


def test_names_of_other_projects_are_not_counted_in_documentation_of_tests() -> None:
    conf = CONF + "needs_external_needs = [{'base_url': 'x'}]\n"
    page = ".. req:: A\n   :id: REQ_A\n   :links: FAR_B\n"
    files = {"tests/rst/conf.py": conf, "tests/rst/index.rst": page}
    assert [one.code for one in linked(files).diagnostics] == ["REQ601"]
    of_tests = {path: Example("it is documentation that tests build") for path in files}
    assert linked(files, examples=of_tests).diagnostics == []


def part(own: int, far: int, kind: str = "FAR") -> dict[str, str]:
    """Pages that cite so many needs of their own, and others of a kind; an extension of `conf.py` configures them."""
    stated = "".join(f".. req:: R\n   :id: REQ_{n:03}\n   :satisfies: {kind}_{500 + n:03}\n\n" for n in range(20))
    cited = [f"REQ_{n:03}" for n in range(own)] + [f"{kind}_{n:03}" for n in range(500, 500 + far)]
    roles = "".join(f"See :need:`{one}` and :need:`it <{one}>`.\n\n" for one in cited)
    return {"conf.py": "extensions = ['mill_bundle']\n", "a.rst": stated, "index.rst": f"A\n=\n\n{roles}"}


@table(("own", "kind"), [(4, "FAR"), (4, "REQ"), (18, "FAR")])
def test_names_of_other_projects_are_counted_once_where_no_settings_are_known(own: int, kind: str) -> None:
    found = [one for one in linked(part(own, 12, kind)).diagnostics if one.code in ("REQ301", "REQ601")]
    assert [(one.code, one.severity) for one in found] == [("REQ601", "info")]
    assert "12 names may be theirs" in found[0].message


@table(("own", "far", "kind"), [(4, 9, "FAR"), (18, 12, "REQ")])
def test_name_that_nothing_states_is_a_mistake_where_most_of_its_kind_are_stated(own: int, far: int, kind: str) -> None:
    found = [one for one in linked(part(own, far, kind)).diagnostics if one.code == "REQ601"]
    assert [one.severity for one in found] == ["warning"] * far * 2


def test_name_that_nothing_states_is_a_mistake_where_settings_are_known() -> None:
    files = part(own=4, far=12) | {"conf.py": CONF}
    assert {one.severity for one in linked(files).diagnostics if one.code == "REQ601"} == {"warning"}


@table(
    ("conf", "page", "severity"),
    [
        ("", "", "warning"),
        ("", ".. needservice:: tickets\n\n", "info"),
        ("needs_external_needs = [{'base_url': 'x'}]\n", "", "info"),
    ],
)
def test_extension_of_a_need_that_may_be_elsewhere_is_a_remark(conf: str, page: str, severity: str) -> None:
    page += ".. req:: A\n   :id: REQ_A\n\n.. needextend:: FAR_B\n   :status: open\n"
    result = linked({"conf.py": CONF + conf, "index.rst": page})
    (found,) = [one for one in result.diagnostics if "FAR_B" in one.message]
    assert (found.code, found.severity) == ("REQ601", severity)


@table(
    ("path", "line"),
    [
        ("tests/lamp_test.cpp", 'RecordProperty("PartiallyVerifies", "req__lamp, req__other");'),
        ("tests/lamp_test.py", '@add_properties(partially_verifies=["req__lamp"])'),
        ("src/lamp.cpp", "// Verifies: REQ_LAMP_1"),
    ],
)
def test_code_cites_needs_in_properties_of_tests(path: str, line: str) -> None:
    needs = "".join(f".. req:: Lamp\n   :id: {one}\n\n" for one in ("req__lamp", "REQ_LAMP_1"))
    conf = CONF + 'needs_id_regex = "^[A-Za-z0-9_]{5,}"\n'
    result = linked({"conf.py": conf, "index.rst": needs, path: f"{line}\n"})
    cited = "REQ_LAMP_1" if path.startswith("src/") else "req__lamp"
    assert fields(result, CodeReference, "keyword requirements") == [("verifies", (cited,))]
