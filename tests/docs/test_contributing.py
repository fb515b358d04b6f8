"""What CONTRIBUTING.md and the forms for issues promise is there."""

import re

import yaml

from tests.paths import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
FORMS = ROOT / ".github" / "ISSUE_TEMPLATE"


def test_links_of_contributing_lead_to_files() -> None:
    targets = [target for target in re.findall(r"\]\(([^)#]+)", PAGE) if "://" not in target]
    assert len(targets) >= 5
    assert [target for target in targets if not (ROOT / target).is_file()] == []


def test_folders_and_make_targets_of_contributing_are_there() -> None:
    folders = re.findall(r"^\| `(\w+/)`", PAGE, re.MULTILINE)
    assert sorted(folders) == ["compiler/", "harness/", "queries/", "server/", "tests/", "worlds/"]
    made = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"`make ([\w-]+)`|^\$ make ([\w-]+)", PAGE, re.MULTILINE))
    assert {name for pair in targets for name in pair if name and f"\n{name}:" not in made} == set()


def test_forms_for_issues_ask_for_what_they_need() -> None:
    forms = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in FORMS.glob("*.yml")}
    assert forms.keys() == {"config", "fault", "wrong-answer"}
    for name in ("fault", "wrong-answer"):
        form = forms[name]
        assert form["name"] and form["description"]
        ids = [field["id"] for field in form["body"]]
        assert len(ids) == len(set(ids)) and "version" in ids
        assert all(field["attributes"]["label"] for field in form["body"])
