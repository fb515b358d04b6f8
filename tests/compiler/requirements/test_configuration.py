"""`.elspais.toml` in both layouts: what it sets, what holds without it, and what a bad value costs."""

import tomllib

from compiler.requirements.configuration import Configuration, Selection, configurations
from compiler.requirements.records import Settings
from tests.compiler.requirements.sources import NEWER, SPEC, findings, linked, requirement

PATH = ".elspais.toml"


def read(text: str, path: str = PATH) -> Configuration:
    """The configuration of one file without faults."""
    found, problems = configurations([Settings(path, tomllib.loads(text))])
    assert not problems
    return found[0]


def check_bad(text: str, *keys: str) -> Configuration:
    """The keys that are reported, and the configuration that holds all the same."""
    [found], problems = configurations([Settings(PATH, tomllib.loads(text))])
    assert [one.message.split("'")[1] for one in problems] == list(keys)
    return found


def test_the_newer_layout() -> None:
    found = read(
        """version = 4
[project]
name = "tea"
namespace = "TEA"
[id-patterns]
canonical = "{namespace}-{level.letter}{component}"
component = { style = "numeric", digits = 3 }
assertions = { label_style = "numeric", separator = "/", multi_separator = "+" }
[levels.top]
rank = 1
letter = "t"
implements = ["top"]
[scanning.spec]
directories = ["docs/spec"]
[scanning.test]
directories = ["checks"]
[[scanning.test.targets]]
name = "unit"
results = "out/*.xml"
[rules.format.status_roles]
retired = ["Gone"]
"""
    )
    assert (found.layout, found.name, found.namespace, found.digits) == ("newer", "tea", "TEA", 3)
    assert (found.label_style, found.separator, found.joiner) == ("numeric", "/", "+")
    assert [one.key for one in found.levels] == ["top"]
    assert found.result_patterns == ("out/*.xml",)
    assert (found.role_of("gone"), found.role_of("Deprecated"), found.role_of("Draft")) == (
        "retired",
        "active",
        "provisional",
    )


def test_results_of_the_newest_layout_stand_below_their_target() -> None:
    target = '[[scanning.test.targets]]\nname = "unit"\nresults = "junit.xml"\n'
    assert read(f"version = 5\n{target}").result_patterns == (".results/unit/junit.xml",)
    assert read(f"version = 4\n{target}").result_patterns == ("junit.xml",)


def test_the_older_layout() -> None:
    found = read(
        """[project]
name = "tea"
[directories]
spec = "requirements"
code = ["lib"]
[patterns]
prefix = "TEA"
id_template = "{prefix}-{type}{id}"
types = { dev = { id = "d", name = "DEV", level = 2 }, prd = { id = "p", level = 1 } }
[testing]
test_dirs = ["t"]
result_files = ["out/*.xml"]
[rules.hierarchy]
dev = ["prd"]
"""
    )
    assert (found.layout, found.namespace, found.template) == ("older", "TEA", "{namespace}-{level}{component}")
    assert [(one.key, one.letter, one.implements) for one in found.levels] == [("prd", "p", ()), ("dev", "d", ("prd",))]
    assert found.spec.holds("requirements/x.md") and not found.spec.holds("requirements/README.md")
    assert found.tests and found.tests.holds("t/test_x.py") and not found.tests.holds("t/x.py")


def test_an_empty_configuration_has_the_defaults_of_the_newer_layout() -> None:
    found = read("")
    assert (found.layout, found.namespace, found.joiner) == ("newer", "REQ", "+")
    assert found.spec.holds("spec/deep/x.md") and not found.spec.holds("docs/x.md")
    assert found.code.holds("src/x.py") and not found.code.holds("tools/x.py")


def test_selections() -> None:
    chosen = Selection(("src", "./lib/"), ("*.py", "deep/*"), ("gen_*", "src/old/*.py"), ("vendor", "src/tmp"))
    for path, expected in (
        ("src/a.py", True),
        ("lib/x/a.py", True),
        ("src/deep/a.txt", True),
        ("src/a.txt", False),
        ("srcs/a.py", False),
        ("src/gen_a.py", False),
        ("src/old/a.py", False),
        ("src/vendor/a.py", False),
        ("src/tmp/a.py", False),
    ):
        assert chosen.holds(path) is expected, path


def test_a_local_file_is_laid_over_the_other() -> None:
    both = [
        Settings(".elspais.local.toml", {"project": {"name": "mine"}}),
        Settings(PATH, {"project": {"name": "ours", "namespace": "TEA"}}),
    ]
    [found], _ = configurations(both)
    assert (found.name, found.namespace, found.files) == ("mine", "TEA", (PATH, ".elspais.local.toml"))


def test_bad_values_cost_themselves_only() -> None:
    found = check_bad(
        'id-patterns = { component = { digits = "many" } }\n[project]\nname = 3\nnamespace = "TEA"\n'
        "[scanning.spec]\ndirectories = [1]\n[scanning.test]\nenabled = 1\ntargets = 7\n",
        "project.name",
        "id-patterns.component.digits",
        "scanning.spec.directories",
        "scanning.test.enabled",
        "scanning.test.targets",
    )
    assert (found.namespace, found.digits, found.spec.directories) == ("TEA", 5, ("spec",))
    check_bad("[id-patterns]\ncomponent = { digits = 99999999 }\n", "id-patterns.component.digits")


def test_a_configuration_that_is_no_toml_leaves_the_defaults() -> None:
    files = {PATH: "[project\n", "docs/a.md": requirement("REQ-p00001", "The kettle SHALL boil.")}
    result = linked(files)
    assert findings(result) == ["REQ102 .elspais.toml:1"]
    assert any(getattr(one, "requirement", "") == "REQ-p00001" for one in result.facts)


def test_ids_that_cannot_be_read_leave_the_default_ids() -> None:
    text = requirement("REQ-p00001", "The kettle SHALL boil.")
    for broken in (
        'component = { style = "regex", pattern = "[" }',
        'component = { style = "regex", pattern = "(?=x)y" }',
        'canonical = "{namespace}"',
    ):
        result = linked({PATH: f"{NEWER}[id-patterns]\n{broken}\n", SPEC: text})
        assert findings(result) == ["REQ103 .elspais.toml:1"], broken


def test_the_nearest_configuration_holds() -> None:
    files = {
        "a/.elspais.toml": '[project]\nnamespace = "AAA"\n',
        "a/b/.elspais.toml": '[project]\nnamespace = "BBB"\n',
        "a/spec/x.md": requirement("AAA-p00001", "The kettle SHALL boil."),
        "a/b/spec/x.md": requirement("BBB-p00001", "The kettle SHALL boil."),
        "c/x.md": requirement("REQ-p00001", "The kettle SHALL boil."),
    }
    assert findings(linked(files)) == []
    foreign = findings(linked(files | {"a/b/spec/y.md": requirement("AAA-p00002", "It SHALL.")}))
    assert foreign == ["REQ203 a/b/spec/y.md:9"]


def test_a_pattern_of_results_that_nothing_fits_is_told() -> None:
    text = f'version = 4\n{NEWER}[[scanning.test.targets]]\nresults = "out/*.xml"\n'
    assert findings(linked({PATH: text, SPEC: requirement("REQ-p00001", "It SHALL.")})) == ["REQ502 .elspais.toml:1"]
