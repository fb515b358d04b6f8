"""The linker as a whole: worlds of a source, what a mistake costs, and that nothing makes it fail."""

from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.languages.world.facts import FACT_CLASSES, LINK_KINDS, Entity, Location, World
from compiler.model.diagnostics import Phase
from compiler.model.facts import Object
from compiler.model.language import Linked
from compiler.model.source import Problem
from tests.compiler.languages.world.sources import CAST, MAIN, facts_of, findings, linked


def worlds(result: Linked) -> list[str]:
    return [one.world for one in facts_of(result, World)]


# --- worlds ---------------------------------------------------------------------------------------------


def test_a_single_file_is_one_world() -> None:
    (world,) = facts_of(linked(CAST + "# Mill\n"), World)
    assert (world.id, world.name, world.start_location) == ("main", "the-mill", "mill")


def test_every_file_that_no_other_imports_is_a_world() -> None:
    files = {"a.urd.md": "---\nimport: ./c.urd.md\n---\n", "b.urd.md": "# B\n", "c.urd.md": "# C\n"}
    assert worlds(linked(files, entry=None)) == ["a", "b"]


def test_a_file_that_imports_itself_is_still_an_entry() -> None:
    assert worlds(linked({"a.urd.md": "---\nimport: ./a.urd.md\n---\n"}, entry=None)) == ["a"]


def test_a_cycle_is_entered_by_its_first_file() -> None:
    files = {
        "0.urd.md": "# Zero\n",
        "b.urd.md": "---\nimport: ./c.urd.md\n---\n",
        "c.urd.md": "---\nimport: ./b.urd.md\nimport: ./0.urd.md\n---\n",
    }
    assert worlds(linked(files, entry=None)) == ["b"]


def test_a_cycle_below_an_entry_is_no_world_of_its_own() -> None:
    files = {
        "a.urd.md": "---\nimport: ./b.urd.md\n---\n",
        "b.urd.md": "---\nimport: ./c.urd.md\n---\n",
        "c.urd.md": "---\nimport: ./b.urd.md\n---\n",
    }
    assert worlds(linked(files, entry=None)) == ["a"]


def test_entries_of_one_name_are_told_apart_by_their_paths() -> None:
    result = linked({"x/act.urd.md": "# A\n", "y/act.urd.md": "# A\n", "z.urd.md": "# A\n"}, entry=None)
    assert worlds(result) == ["x/act", "y/act", "z"]


def test_a_file_shared_by_two_worlds_gives_its_facts_to_both_and_its_findings_once() -> None:
    importing = "---\nimport: ./c.urd.md\n---\n"
    result = linked({"a.urd.md": importing, "b.urd.md": importing, "c.urd.md": "# C\n-> x: Nowhere\n"}, entry=None)
    assert [(one.world, one.slug) for one in facts_of(result, Location)] == [("a", "c"), ("b", "c")]
    assert findings(result) == ["URD312 c.urd.md:2"]


def test_a_finding_that_holds_in_one_world_only_names_it() -> None:
    condition = "== s\n+ Go\n  ? @ada.awake == true\n"
    files = {
        "cast.urd.md": CAST + condition,
        "a.urd.md": "---\nimport: ./cast.urd.md\n---\n== s\n+ Wake\n  > @ada.awake = true\n# Mill\n",
        "b.urd.md": "---\nimport: ./cast.urd.md\n---\n# Mill\n",
    }
    (finding,) = [one for one in linked(files, entry=None).diagnostics if one.code == "URD601"]
    assert [one.span.file for one in finding.related] == ["b.urd.md"]


def test_an_entry_that_cannot_be_read_is_a_world_all_the_same() -> None:
    result = linked({}, problems={MAIN: Problem("not_utf8", "stream did not contain valid UTF-8")})
    assert findings(result) == ["URD100 1"]
    assert worlds(result) == ["main"]


def test_an_entry_that_is_too_large_is_reported_with_its_size() -> None:
    result = linked({}, problems={MAIN: Problem("too_large", "larger", 2_000_000)})
    assert [one.message for one in result.diagnostics] == [f"File exceeds 1 MB size limit: {MAIN} is 2000000 bytes."]


def test_an_unread_file_of_a_directory_is_reported_where_no_import_is() -> None:
    result = linked({"a.urd.md": "# A\n"}, entry=None, problems={"b.urd.md": Problem("denied", "permission denied")})
    assert findings(result) == ["URD100 b.urd.md:1"]
    assert worlds(result) == ["a"]


# --- what a mistake costs --------------------------------------------------------------------------------


def test_a_bad_line_hides_nothing_of_the_other_lines() -> None:
    result = linked(CAST + "# Mill\n?bad\n[@ada]\n-> up: Loft\n# Loft\n")
    assert [one.slug for one in facts_of(result, Location)] == ["mill", "loft"]
    assert [one.container for one in facts_of(result, Entity)] == ["mill", "", ""]


def test_a_bad_line_explains_a_name_that_is_missing_in_its_file() -> None:
    assert findings(linked(CAST + "# Mill\n== s\n+ Go\n  -> t\n#Loft\n")) == []


def test_a_bad_line_in_an_imported_file_explains_a_name_that_is_missing() -> None:
    files = {MAIN: "---\nimport: ./a.urd.md\n---\n# Mill\n-> up: Loft\n", "a.urd.md": "#Loft\n"}
    assert findings(linked(files)) == []


def test_a_bad_line_explains_nothing_in_a_file_that_does_not_see_it() -> None:
    files = {
        MAIN: "---\nimport: ./a.urd.md\nimport: ./b.urd.md\n---\n# Mill\n",
        "a.urd.md": "#Loft\n",
        "b.urd.md": "# Yard\n-> up: Nowhere\n",
    }
    assert findings(linked(files)) == ["URD312 b.urd.md:2"]


def test_a_failed_import_is_the_only_finding_about_what_it_may_declare() -> None:
    result = linked("---\nimport: ./gone.urd.md\n---\n# Mill\n-> up: Loft\n@ada: Hello.\n== s\n+ Go\n  -> t\n")
    assert findings(result) == ["URD201 2", "URD309 9"]


def test_contradictions_are_reported_in_a_file_with_a_bad_line() -> None:
    assert findings(linked(CAST + "#bad\n# Mill\n# Mill\n"), Phase.COLLECT) == [f"URD304 {CAST.count(chr(10)) + 3}"]


def test_an_import_cycle_is_the_only_finding_and_both_files_see_each_other() -> None:
    files = {
        MAIN: "---\nimport: ./a.urd.md\n---\n# Mill\n-> up: Loft\n",
        "a.urd.md": "---\nimport: ./main.urd.md\n---\n# Loft\n-> down: Mill\n",
    }
    assert findings(linked(files)) == ["URD202 a.urd.md:2"]


# --- promises --------------------------------------------------------------------------------------------


def check_whole(result: Linked) -> None:
    """What holds for the facts of any source."""
    refs = [one.ref for one in result.facts if isinstance(one, Object)]
    assert len(refs) == len(set(refs))
    assert {type(one) for one in result.facts} <= set(FACT_CLASSES)
    assert {one.kind for one in result.links} <= {kind.name for kind in LINK_KINDS}
    assert {one.source for one in result.links if one.source.startswith("w:")} <= set(refs)


LINES = [
    *CAST.splitlines(),
    "import: ./other.urd.md",
    "# Mill",
    "# Loft",
    "## The Trial",
    "### Night (auto)",
    "== talk",
    "== end",
    "@ada: Hello, miller.",
    "@bo turns away.",
    "Flour hangs in the air.",
    "[@ada, @bo]",
    "-> up: Loft",
    "  ? @ada.trust >= 3",
    "  ! The ladder is gone.",
    "-> up",
    "-> exit:up",
    "-> end",
    "* Ask",
    "+ Stay -> @bo",
    "  ? @coin in mill",
    "  ? talk.exhausted",
    "  ? any:",
    "    @ada.mood == glad",
    "  > @ada.trust + 1",
    "  > @ada.mood = angry",
    "  > @ada.friend = coin",
    "  > move @coin -> player",
    "  > reveal @ada.secret",
    "  > destroy @coin",
    "  * Nested",
    "    -> talk",
    "rule barter:",
    "  actor: @ada trades",
    "  selects it from [@coin, @bo]",
    "  where @coin in here",
    "",
]
MUTATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.integers(0, 80), st.sampled_from(LINES)),
        st.tuples(st.just("put"), st.integers(0, 80), st.text(max_size=20)),
        st.tuples(st.just("drop"), st.integers(0, 80), st.just("")),
        st.tuples(st.just("indent"), st.integers(0, 80), st.sampled_from(["  ", " ", "\t", "    "])),
        st.tuples(st.just("cut"), st.integers(0, 80), st.sampled_from(["@", ":", "->", "{", "]", ".", "="])),
    ),
    max_size=12,
)


def mutated(mutations: list[tuple[str, int, str]]) -> str:
    lines = list(LINES)
    for kind, place, text in mutations:
        at = place % (len(lines) or 1)
        match kind:
            case "put":
                lines.insert(at, text)
            case "drop" if lines:
                del lines[at]
            case "indent" if lines:
                lines[at] = text + lines[at]
            case "cut" if lines:
                lines[at] = lines[at].replace(text, "", 1)
    return "\n".join(lines)


@given(MUTATIONS, MUTATIONS)
@settings(max_examples=80, deadline=None)
def test_no_source_makes_the_linker_fail(one: list[tuple[str, int, str]], other: list[tuple[str, int, str]]) -> None:
    files = {MAIN: mutated(one), "other.urd.md": mutated(other)}
    check_whole(linked(files))
    check_whole(linked(files, entry=None))


@given(st.lists(st.sampled_from(LINES), max_size=40))
@settings(max_examples=80, deadline=None)
def test_lines_in_any_order_do_not_make_it_fail(lines: list[str]) -> None:
    check_whole(linked("\n".join(lines)))


def test_deep_nesting_does_not_make_it_fail() -> None:
    deep = "".join("  " * level + f"* c{level}\n" for level in range(600))
    check_whole(linked("# Mill\n== talk\n" + deep))


def test_the_same_source_gives_the_same_facts() -> None:
    files = {MAIN: "\n".join(LINES), "other.urd.md": "# Other\n"}
    one, other = linked(files), linked(dict(reversed(files.items())))
    assert (one.facts, one.links, one.diagnostics) == (other.facts, other.links, other.diagnostics)
