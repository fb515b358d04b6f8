"""`.elspais.toml` in both layouts: its values, the defaults without it, and invalid values."""

import tomllib

from compiler.languages.requirements.configuration.configuration import Configuration
from compiler.languages.requirements.configuration.configurations import read_configurations
from compiler.languages.requirements.configuration.selection import Selection, matches_glob
from compiler.languages.requirements.facts import Journey, Reference, Requirement, RequirementProject
from compiler.languages.requirements.records import ConfigurationFile
from tests.compiler.languages.requirements.sources import (
    NEWER,
    SPEC,
    facts_of,
    fields,
    findings,
    linked,
    links,
    requirement,
)
from tests.compiler.tables import table

PATH = ".elspais.toml"


def read(text: str, path: str = PATH) -> Configuration:
    """The configuration in one valid file."""
    found, problems = read_configurations([ConfigurationFile(path, tomllib.loads(text))])
    assert not problems
    return found.all[0]


def check_bad(text: str, *keys: str) -> Configuration:
    """Check which keys are reported, and return the configuration."""
    configurations, problems = read_configurations([ConfigurationFile(PATH, tomllib.loads(text))])
    assert [one.message.split("'")[1] for one in problems] == list(keys)
    return configurations.all[0]


def test_newer_layout_is_read() -> None:
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
    assert found.result_patterns == (("out/*.xml",),)
    assert (found.role_of("gone"), found.role_of("Deprecated"), found.role_of("Draft")) == (
        "retired",
        "active",
        "provisional",
    )


def test_results_of_version_5_are_below_their_target() -> None:
    target = '[[scanning.test.targets]]\nname = "unit"\nresults = "junit.xml"\n'
    assert read(f"version = 5\n{target}").result_patterns == ((".results/unit/junit.xml",),)
    assert read(f"version = 4\n{target}").result_patterns == (("junit.xml",),)


def test_older_layout_is_read() -> None:
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


def test_empty_configuration_has_defaults_of_newer_layout() -> None:
    found = read("")
    assert (found.layout, found.namespace, found.joiner) == ("newer", "REQ", "+")
    assert found.spec.holds("spec/deep/x.md") and not found.spec.holds("docs/x.md")
    assert found.code.holds("src/x.py") and not found.code.holds("tools/x.py")


def test_selection_by_folders_patterns_and_exclusions() -> None:
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


def test_local_file_overrides_the_other() -> None:
    both = [
        ConfigurationFile(".elspais.local.toml", {"project": {"name": "mine"}}),
        ConfigurationFile(PATH, {"project": {"name": "ours", "namespace": "TEA"}}),
    ]
    [found] = read_configurations(both)[0].all
    assert (found.name, found.namespace, found.files) == ("mine", "TEA", (PATH, ".elspais.local.toml"))


def test_bad_values_are_reported_and_defaults_used() -> None:
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


def test_invalid_toml_leaves_the_defaults() -> None:
    files = {PATH: "[project\n", "docs/a.md": requirement("REQ-p00001", "The kettle SHALL boil.")}
    result = linked(files)
    assert findings(result) == ["REQ102 .elspais.toml:1"]
    assert any(getattr(one, "requirement", "") == "REQ-p00001" for one in result.facts)


def test_invalid_id_patterns_leave_the_default_ids() -> None:
    text = requirement("REQ-p00001", "The kettle SHALL boil.")
    for broken in (
        'component = { style = "regex", pattern = "[" }',
        'component = { style = "regex", pattern = "(?=x)y" }',
        'canonical = "{namespace}"',
    ):
        result = linked({PATH: f"{NEWER}[id-patterns]\n{broken}\n", SPEC: text})
        assert findings(result) == ["REQ103 .elspais.toml:1"], broken


def test_nearest_configuration_above_a_file_holds() -> None:
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


def test_results_pattern_without_files_is_reported() -> None:
    text = f'version = 4\n{NEWER}[[scanning.test.targets]]\nresults = "out/*.xml"\n'
    assert findings(linked({PATH: text, SPEC: requirement("REQ-p00001", "It SHALL.")})) == ["REQ502 .elspais.toml:1"]


def test_results_that_are_no_xml_are_not_expected() -> None:
    target = '[[scanning.test.targets]]\ncwd = "{}"\nresults = "{}"\n'
    text = f"version = 4\n{NEWER}" + target.format("a", "out/machine.jsonl")
    assert findings(linked({PATH: text, SPEC: requirement("REQ-p00001", "It SHALL.")})) == []


def test_results_that_several_targets_expect_are_reported_once() -> None:
    text = f"version = 4\n{NEWER}" + 2 * '[[scanning.test.targets]]\nresults = "out/*.xml"\n'
    assert findings(linked({PATH: text, SPEC: requirement("REQ-p00001", "It SHALL.")})) == ["REQ502 .elspais.toml:1"]


def test_results_without_version_may_be_in_any_place() -> None:
    target = '[[scanning.test.targets]]\nname = "unit"\ncwd = "app"\nresults = "out/*.xml"\n'
    older = ("out/*.xml", "app/out/*.xml")
    assert read(f"version = 4\n{target}").result_patterns == (older,)
    assert read(target).result_patterns == ((".results/unit/out/*.xml", *older),)


def test_glob_matches_folder_by_folder() -> None:
    for pattern, path, expected in (
        ("out/*.xml", "out/a.xml", True),
        ("out/*.xml", "out/old/a.xml", False),
        ("out/**/*.xml", "out/a.xml", True),
        ("./out/**/*.xml", "out/x/y/a.xml", True),
        ("**/junit.xml", "junit.xml", True),
        ("out/?.xml", "out/ab.xml", False),
    ):
        assert matches_glob(path, pattern) is expected, (pattern, path)


def test_glob_with_many_folders_is_fast() -> None:
    assert matches_glob("a/b/c.xml", "**/" * 5_000 + "*.xml")
    assert not matches_glob("a/" * 300 + "b", "**/a/" * 300 + "c")


def test_results_are_not_expected_if_tests_are_off() -> None:
    text = f'{NEWER}[scanning.test]\nenabled = false\n[[scanning.test.targets]]\nresults = "out/*.xml"\n'
    files = {PATH: f"version = 4\n{text}", SPEC: requirement("REQ-p00001", "It SHALL.")}
    assert findings(linked(files)) == []
    suite = '<testsuite><testcase classname="tests.test_a" name="test_a"/></testsuite>'
    assert findings(linked(files | {"out/a.xml": suite})) == []


@table(
    ("folder", "path", "expected"),
    [
        ("apps/**/test", "apps/test/a.py", True),
        ("apps/**/test", "apps/x/y/test/deep/a.py", True),
        ("apps/**/test", "apps/x/lib/a.py", False),
        ("apps/**/test", "apps/test", False),
        ("apps/**/test", "test/a.py", False),
        ("libs/*/t", "libs/p/t/a.py", True),
        ("./libs/*/", "libs/p/a.py", True),
        ("libs/*/t", "libs/p/q/t/a.py", False),
        ("libs/*", "libs/a.py", False),
    ],
)
def test_selection_folder_may_be_a_pattern(folder: str, path: str, expected: bool) -> None:
    assert Selection((folder,), ("*.py",)).holds(path) is expected


def test_selection_patterns_count_from_the_folder_that_a_pattern_matches() -> None:
    chosen = Selection(("apps/**/test",), ("unit/*.py",))
    assert chosen.holds("apps/x/test/unit/a.py") and not chosen.holds("apps/x/test/a.py")


def test_older_layout_reads_files_of_scan_patterns_besides_the_folders_of_code() -> None:
    found = read('[directories]\ncode = ["src"]\n[traceability]\nscan_patterns = ["database/**/*.sql", "ci/*.yml"]\n')
    assert found.layout == "older"
    for path in ("src/a.py", "database/a.sql", "database/x/a.sql", "ci/a.yml"):
        assert found.code.holds(path), path
    for path in ("database/a.txt", "ci/x/a.yml", "lib/a.py"):
        assert not found.code.holds(path), path


def test_selection_exclusions_may_have_double_stars() -> None:
    chosen = Selection(("spec",), ("**/*.md",), ("spec/**/old.md",), ("spec/**/drafts",))
    for path, expected in (
        ("spec/a.md", True),
        ("spec/x/a.md", True),
        ("spec/old.md", False),
        ("spec/x/y/old.md", False),
        ("spec/drafts/a.md", False),
        ("spec/x/drafts/y/a.md", False),
    ):
        assert chosen.holds(path) is expected, path


def test_older_layout_ignore_patterns() -> None:
    found = read('[directories]\nspec = "spec"\n[ignore]\nglobal = ["vendor"]\nspec = ["old"]\ncode = ["gen_*"]\n')
    assert found.spec.holds("spec/a.md") and found.spec.holds("spec/README.md")
    assert not found.spec.holds("spec/old/a.md") and not found.spec.holds("spec/vendor/a.md")
    assert found.code.holds("src/a.py") and not found.code.holds("src/gen_a.py")
    assert not found.code.holds("src/vendor/a.py")


def test_older_layout_levels_may_implement_higher_levels() -> None:
    types = 'types = { SYS = { id = "S", level = 1 }, PRD = { id = "P", level = 2 }, dev = { id = "d", level = 3 } }'
    found = read(f'[patterns]\n{types}\n[rules.hierarchy]\nallow_circular = false\nprd = ["sys"]\n')
    assert [(one.key, one.implements) for one in found.levels] == [
        ("SYS", ("SYS",)),
        ("PRD", ("SYS",)),
        ("dev", ("ops", "PRD")),
    ]


def test_level_without_letter_does_not_match_missing_level() -> None:
    found = read('[patterns]\nid_template = "{prefix}-{id}"\ntypes = { req = { id = "", level = 1 } }\n')
    assert found.level_of("") is None and found.level_of("REQ") is not None


def test_digits_zero_means_any_number() -> None:
    found = read("[id-patterns]\ncomponent = { digits = 0, leading_zeros = false }\n")
    assert found.digits == 0
    check_bad("[id-patterns]\ncomponent = { digits = -1 }\n", "id-patterns.component.digits")


def test_journeys_may_have_folders_of_their_own() -> None:
    scanning = '[scanning.journey]\ndirectories = ["spec/journeys"]\n'
    text = requirement("REQ-p00001", "It SHALL.")
    journey = "# JNY-Tea-01: First cup\n\n**Actor**: Ann\n\nValidates: REQ-p00001-A\n"
    skipping = NEWER.replace('["spec"]', '["spec"]\nskip_dirs = ["journeys"]')
    files = {PATH: f"{skipping}{scanning}", SPEC: text, "spec/journeys/x.md": requirement("REQ-p00002", "x") + journey}
    result = linked(files)
    assert [one.id for one in facts_of(result, Requirement)] == ["REQ-p00001"]
    assert [one.id for one in facts_of(result, Journey)] == ["JNY-Tea-01"]
    assert findings(result) == []


def test_status_may_expect_an_implementation() -> None:
    found = read("[statuses.Draft]\nexpects_implementation = true\n[statuses.Active]\ncolor = 'red'\n")
    assert found.expects("draft") and found.expects("Active") and found.expects("InReview")
    assert not found.expects("Proposed") and not found.expects("Deprecated")
    bad = "[statuses.Draft]\nexpects_implementation = 'yes'\n"
    assert check_bad(bad, "statuses.Draft.expects_implementation").expects("Draft")


def test_unknown_field_in_id_template_is_reported() -> None:
    text = requirement("REQ-p00001", "The kettle SHALL boil.")
    canonical = 'canonical = "{namespace}-{year}{component}"'
    assert findings(linked({PATH: f"{NEWER}[id-patterns]\n{canonical}\n", SPEC: text})) == ["REQ103 .elspais.toml:1"]


def test_project_may_cite_another_project_of_the_source() -> None:
    files = {
        "a/.elspais.toml": '[project]\nnamespace = "AAA"\n',
        "b/.elspais.toml": '[project]\nnamespace = "BBB"\n',
        "a/spec/x.md": requirement("AAA-p00001", "The kettle SHALL boil."),
        "b/spec/x.md": requirement("BBB-d00001", "It SHALL.", level="DEV", implements="AAA-p1-A, AAA-p00002"),
        "b/tests/test_a.py": "# Verifies: AAA-p00001\ndef test_a(): pass\n",
    }
    result = linked(files)
    assert findings(result) == ["REQ304 b/spec/x.md:3"]
    assert [(one.source, one.requirement) for one in facts_of(result, Reference)] == [
        ("BBB-d00001", "AAA-p00001"),
        ("b/tests/test_a.py::test_a", "AAA-p00001"),
    ]


def test_ranks_may_be_any_numbers() -> None:
    found = read("[levels.low]\nrank = 100\nimplements = ['TOP']\n[levels.top]\nrank = 0\n")
    assert [(one.key, one.rank, one.implements) for one in found.levels] == [("top", 0, ()), ("low", 100, ("top",))]


def test_separators_must_be_single_characters() -> None:
    for key in ("separator", "multi_separator"):
        for bad in ("", "--", ",", ":", "a", " "):
            found = check_bad(f'[id-patterns]\nassertions = {{ {key} = "{bad}" }}\n', f"id-patterns.assertions.{key}")
            assert (found.separator, found.joiner) == ("-", "+")


def test_rules_switch_diagnostics_off() -> None:
    levels = requirement("REQ-d00001", "It SHALL.", level="DEV")
    cycle = requirement("REQ-p00002", "It SHALL.", implements="REQ-p00003").replace("**Hash**", "Nothing")
    cycle += requirement("REQ-p00003", "It SHALL.", implements="REQ-p00002")
    told = [one.split()[0] for one in findings(linked({PATH: NEWER, SPEC: levels + cycle}))]
    assert sorted(told) == ["REQ402", "REQ404", "REQ406"]
    rules = "[rules.format]\nrequire_hash = false\n[rules.hierarchy]\nallow_circular = true\nallow_orphans = true\n"
    for layout in (NEWER, '[patterns]\nprefix = "REQ"\n'):
        result = linked({PATH: f"{layout}{rules}", SPEC: levels + cycle})
        assert findings(result) == []
        assert [one.id for one in facts_of(result, Requirement) if one.in_cycle] == ["REQ-p00002", "REQ-p00003"]


def test_ids_of_words_may_have_a_slash_before_a_label() -> None:
    words = (
        NEWER + '[id-patterns]\ncanonical = "{namespace}-{level.letter}-{component}"\ncomponent.style = "kebab-case"\n'
    )
    spec = requirement("REQ-p-hot-tea", "It SHALL boil.", "It SHALL pour.")
    files = {SPEC: spec, "src/a.py": "# Implements: REQ-p-hot-tea/A+B\n# Implements: REQ-p-hot-tea-A\n"}
    result = linked({**files, ".elspais.toml": words})
    assert fields(result, Reference, "source label") == [
        ("src/a.py:1", "A"),
        ("src/a.py:1", "B"),
        ("src/a.py:2", "A"),
    ]
    assert findings(result) == []
    # A separator that is stated is the only one.
    stated = words + 'assertions.separator = "~"\n'
    assert findings(linked({**files, ".elspais.toml": stated})) == ["REQ304 src/a.py:1", "REQ301 src/a.py:2"]


NESTED = {
    "spec/a.md": requirement("REQ-p00001", "It SHALL boil.", "It SHALL pour."),
    ".elspais.toml": NEWER,
    "tests/fixtures/tea/spec/b.md": requirement("REQ-p00001", "It SHALL steep.")
    + requirement("REQ-p00002", "It SHALL cool."),
    "tests/fixtures/tea/.elspais.toml": NEWER,
    "tests/test_a.py": "# Verifies: REQ-p00001-A\ndef test_a(): pass\n# Verifies: REQ-p00002\ndef test_b(): pass\n",
    "tests/fixtures/tea/src/t.py": "# Implements: REQ-p00001-A, REQ-p00002\ndef t(): pass\n",
}


def test_nested_configuration_is_a_project_with_ids_of_its_own() -> None:
    result = linked(NESTED)
    assert fields(result, Requirement, "requirement project duplicate_of") == [
        ("REQ-p00001", "", None),
        ("REQ-p00001@tea", "tests/fixtures/tea", None),
        ("REQ-p00002", "tests/fixtures/tea", None),
    ]
    assert [(one.source, one.requirement, one.label) for one in facts_of(result, Reference)] == [
        ("tests/fixtures/tea/src/t.py:1", "REQ-p00001@tea", "A"),
        ("tests/fixtures/tea/src/t.py:1", "REQ-p00002", ""),
        ("tests/test_a.py::test_a", "REQ-p00001", "A"),
    ]
    # The test of the outer project reaches nothing of the inner one.
    assert findings(result) == ["REQ301 tests/test_a.py:3"]


def test_nested_project_is_left_out_of_the_counts() -> None:
    [project] = facts_of(linked(NESTED), RequirementProject)
    assert (project.node_counts["requirement"], project.assertions["total"], project.assertions["tested"]) == (1, 2, 1)
    shown = [(one["folder"], one["is_nested"], one["requirements"], one["implemented"]) for one in project.projects]
    assert shown == [("", False, 1, 0), ("tests/fixtures/tea", True, 2, 2)]


def test_projects_beside_one_another_are_all_counted() -> None:
    files = {
        path.replace("tests/fixtures/tea/", "tea/"): text for path, text in NESTED.items() if "fixtures" in path
    } | {"milk/.elspais.toml": NEWER, "milk/spec/a.md": NESTED["spec/a.md"], "lib/a.py": "# Implements: REQ-p00002\n"}
    result = linked(files)
    [project] = facts_of(result, RequirementProject)
    assert project.node_counts["requirement"] == 3
    # A file outside of all projects may cite each of them.
    assert [one.requirement for one in facts_of(result, Reference) if one.source == "lib/a.py:1"] == ["REQ-p00002"]


def test_patterns_of_code_add_files_to_its_directories() -> None:
    code = read('[scanning.code]\ndirectories = ["src"]\nfile_patterns = ["tests/conftest.py", "tools/**/*.sh"]\n').code
    selected = ("src/a.py", "src/deep/b.ts", "tests/conftest.py", "tools/a.sh", "tools/x/y.sh")
    assert [path for path in (*selected, "tests/x/conftest.py", "a.sh", "tools/a.py") if code.holds(path)] == [
        *selected
    ]


def test_ids_may_have_the_key_of_their_level_in_place_of_its_letter() -> None:
    canonical = '[id-patterns]\ncanonical = "{type}-{component}"\n'
    text = requirement("prd-00001", "It SHALL.") + requirement("dev-1", "It SHALL.", level="DEV", implements="prd-1-A")
    result = linked({PATH: NEWER + canonical, SPEC: text})
    assert fields(result, Requirement, "requirement level") == [("prd-00001", "prd"), ("dev-00001", "dev")]
    assert links(result, "implements") == ["dev-00001 implements prd-00001-A"]
    assert findings(result) == []


@table(
    "canonical",
    [
        "{namespace}/{component}",
        "{namespace} {component}",
        "{level}-{component}",
    ],
)
def test_pattern_of_ids_that_no_header_can_have_is_reported_by_its_setting(canonical: str) -> None:
    result = linked({PATH: f'{NEWER}[id-patterns]\ncanonical = "{canonical}"\n', SPEC: requirement("REQ-p00001", "A.")})
    assert findings(result) == ["REQ103 .elspais.toml:1"]
    assert "'id-patterns.canonical' in '.elspais.toml' must be a template" in result.diagnostics[0].message


@table(
    ("canonical", "native_id", "cited"),
    [
        ("{level.letter}{component}", "p00001", ("p00001", "P1", "p00001-A")),
        ("{namespace}{component}", "REQ00001", ("REQ00001", "req1", "REQ00001-A")),
        ("{component}", "00001", ("00001", "1", "00001-A")),
    ],
)
def test_pattern_of_ids_without_a_sign_is_read(canonical: str, native_id: str, cited: tuple[str, ...]) -> None:
    code = "".join(f"# Implements: {one}\ndef at{at}():\n    pass\n\n\n" for at, one in enumerate(cited))
    spec = requirement(native_id, "A.") + "\n## Q4: Outlook\n\nMore.\n"
    result = linked({PATH: f'{NEWER}[id-patterns]\ncanonical = "{canonical}"\n', SPEC: spec, "src/a.py": code})
    assert fields(result, Requirement, "requirement") == [(native_id,)]
    targets = [one.split(" implements ")[1] for one in links(result, "implements")]
    assert targets == [native_id, native_id, f"{native_id}-A"]
    assert findings(result) == []
