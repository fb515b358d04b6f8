"""The linker as a whole: sources of several worlds, unread files, and no source makes it fail."""

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.world.facts import FACT_CLASSES, LINK_KINDS, Location
from compiler.model.facts import Object
from compiler.model.language import Linked
from compiler.model.source import Problem
from tests.compiler.languages.world.sources import CAST, MAIN, facts_of, findings, linked, worlds


def test_shared_file_has_facts_in_both_worlds_and_findings_once() -> None:
    importing = "---\nimport: ./c.urd.md\n---\n"
    result = linked({"a.urd.md": importing, "b.urd.md": importing, "c.urd.md": "# C\n-> x: Nowhere\n"}, entry=None)
    assert [(one.world, one.slug) for one in facts_of(result, Location)] == [("a", "c"), ("b", "c")]
    assert findings(result) == ["URD312 c.urd.md:2"]


def test_finding_of_one_world_of_a_shared_file_names_that_world() -> None:
    condition = "== s\n+ Go\n  ? @ada.awake == true\n"
    files = {
        "cast.urd.md": CAST + condition,
        "a.urd.md": "---\nimport: ./cast.urd.md\n---\n== s\n+ Wake\n  > @ada.awake = true\n# Mill\n",
        "b.urd.md": "---\nimport: ./cast.urd.md\n---\n# Mill\n",
    }
    (finding,) = [one for one in linked(files, entry=None).diagnostics if one.code == "URD601"]
    assert [one.span.file for one in finding.related] == ["b.urd.md"]


def test_unreadable_entry_is_still_a_world() -> None:
    result = linked({}, problems={MAIN: Problem("not_utf8", "stream did not contain valid UTF-8")})
    assert findings(result) == ["URD100 1"]
    assert worlds(result) == ["main"]


def test_too_large_entry_is_reported_with_its_size() -> None:
    result = linked({}, problems={MAIN: Problem("too_large", "larger", 2_000_000)})
    assert [one.message for one in result.diagnostics] == [f"File exceeds 1 MB size limit: {MAIN} is 2000000 bytes."]


def test_unreadable_file_is_reported_when_nothing_imports_it() -> None:
    result = linked({"a.urd.md": "# A\n"}, entry=None, problems={"b.urd.md": Problem("denied", "permission denied")})
    assert findings(result) == ["URD100 b.urd.md:1"]
    assert worlds(result) == ["a"]


def check_whole(result: Linked) -> None:
    """Check what is true of the facts and links of any source."""
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
def test_link_never_fails_on_mutated_sources(
    one: list[tuple[str, int, str]], other: list[tuple[str, int, str]]
) -> None:
    files = {MAIN: mutated(one), "other.urd.md": mutated(other)}
    check_whole(linked(files))
    check_whole(linked(files, entry=None))


@given(st.lists(st.sampled_from(LINES), max_size=40))
def test_link_never_fails_on_lines_in_any_order(lines: list[str]) -> None:
    check_whole(linked("\n".join(lines)))


def test_link_never_fails_on_deep_nesting() -> None:
    deep = "".join("  " * level + f"* c{level}\n" for level in range(600))
    check_whole(linked("# Mill\n== talk\n" + deep))


def test_link_is_independent_of_the_order_of_files() -> None:
    files = {MAIN: "\n".join(LINES), "other.urd.md": "# Other\n"}
    one, other = linked(files), linked(dict(reversed(files.items())))
    assert (one.facts, one.links, one.diagnostics) == (other.facts, other.links, other.diagnostics)


def test_import_links_include_missing_files() -> None:
    result = linked({MAIN: "---\nimport: ./a.urd.md\nimport: ./gone.urd.md\n---\n", "a.urd.md": ""})
    assert [(one.source, one.target) for one in result.links if one.kind == "imports"] == [
        ("f:main.urd.md", "f:a.urd.md"),
        ("f:main.urd.md", "f:gone.urd.md"),
    ]
