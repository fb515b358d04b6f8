"""The files of a world: which imports are followed, which are reported, and the order of the files."""

from compiler.languages.world.facts import World
from compiler.model.diagnostics import Phase
from compiler.model.source import Problem
from tests.compiler.languages.world.sources import MAIN, facts_of, findings, linked


def check(imports: list[str], *expected: str, others: dict[str, str] | None = None, **problems: Problem) -> None:
    """Check the findings of a main file with these imports. The source also has the file `acts/other.urd.md`."""
    text = "---\n" + "".join(f"import: {one}\n" for one in imports) + "---\n"
    files = {MAIN: text, "acts/other.urd.md": "# Other\n", **(others or {})}
    unread = {f"{name}.urd.md": problem for name, problem in problems.items()}
    assert findings(linked(files, problems=unread), Phase.IMPORT) == sorted(expected)


def test_import_of_an_existing_file_has_no_finding() -> None:
    check(["./acts/other.urd.md", "acts/other.urd.md"])


def test_import_path_must_be_valid() -> None:
    check([""], "URD211 2")
    check(["/a.urd.md", "C:a.urd.md"], "URD209 2", "URD209 3")
    check(["./a.md"], "URD210 2")
    check(["../a.urd.md"], "URD208 2")
    check(["./main.urd.md"], "URD207 2")


def test_import_of_an_unreadable_file_is_reported_with_the_reason() -> None:
    check(["./gone.urd.md"], "URD201 2")
    check(["./secret.urd.md"], "URD213 2", secret=Problem("denied", "permission denied"))
    check(["./latin.urd.md"], "URD212 2", latin=Problem("not_utf8", "not UTF-8"))
    check(["./huge.urd.md"], "URD103 2", huge=Problem("too_large", "too large", 2_000_000))
    check(["./leads.urd.md"], "URD208 2", leads=Problem("outside", "it leads out"))
    check(["./folder.urd.md"], "URD214 2", folder=Problem("io", "Is a directory"))
    check(["./pipe.urd.md"], "URD214 2", pipe=Problem("not_regular", "it is a pipe"))


def test_import_of_a_misspelt_path_suggests_a_file() -> None:
    (finding,) = linked({MAIN: "---\nimport: ./acts/othr.urd.md\n---\n", "acts/other.urd.md": ""}).diagnostics
    assert finding.suggestion is not None
    assert finding.suggestion.startswith("Did you mean the file 'acts/other.urd.md'?")


def test_import_cycle_is_reported_with_its_files() -> None:
    files = {MAIN: "---\nimport: ./a.urd.md\n---\n", "a.urd.md": "---\nimport: ./main.urd.md\n---\n"}
    assert [one.message for one in linked(files).diagnostics] == [
        "Circular import detected: main.urd.md → a.urd.md → main.urd.md."
    ]


def test_files_with_one_stem_are_reported() -> None:
    check(["./acts/other.urd.md", "./other.urd.md"], "URD203 -", others={"other.urd.md": "# Another\n"})


def chain(length: int) -> dict[str, str]:
    """`length` files, each of which imports the next."""
    names = [MAIN, *(f"f{number:03}.urd.md" for number in range(1, length))]
    following = [*names[1:], None]
    return {
        name: f"---\nimport: ./{after}\n---\n" if after else "# End\n"
        for name, after in zip(names, following, strict=True)
    }


def test_import_chain_is_limited_to_64_files() -> None:
    assert findings(linked(chain(64))) == []
    assert findings(linked(chain(65))) == ["URD204 f063.urd.md:2"]


def fan(width: int) -> dict[str, str]:
    """A main file that imports `width` others."""
    others = {f"f{number:03}.urd.md": f"# Room {number}\n" for number in range(width)}
    return {MAIN: "---\n" + "".join(f"import: ./{name}\n" for name in others) + "---\n", **others}


def test_world_is_limited_to_256_files() -> None:
    assert findings(linked(fan(255))) == []
    result = linked(fan(256))
    assert [one.message for one in result.diagnostics] == ["Compilation unit exceeds 256 files (257 discovered)."]
    assert len(facts_of(result, World)[0].files) == 256


def test_files_are_in_topological_order() -> None:
    files = {
        MAIN: "---\nimport: ./b.urd.md\nimport: ./a.urd.md\n---\n",
        "a.urd.md": "---\nimport: ./z.urd.md\n---\n",
        "b.urd.md": "",
        "z.urd.md": "",
    }
    assert facts_of(linked(files), World)[0].files == ("b.urd.md", "z.urd.md", "a.urd.md", MAIN)
