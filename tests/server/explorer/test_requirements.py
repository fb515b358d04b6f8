"""The pages of requirements: the tree, and the traceability matrix as page and CSV."""

import csv
import io
from pathlib import Path

from queries import answer
from server.transport.pages import MOUNT
from tests.server.explorer.reading import client_of, sample, seen, seen_of_files, workspace_of_files

KETTLE = "traced-kettle"
HEAD = "**Level**: PRD | **Status**: Active | **Implements**: -"
MATRIX = "Requirements by tests, code, tasks and decisions"


def test_requirement_tree_nests_by_derivation() -> None:
    page = seen(KETTLE, "/requirements")
    below = page.html.split("REQ-p00001", 1)[1].split("REQ-p00002", 1)[0]
    assert [name for name in ("REQ-o00001", "REQ-d00001", "REQ-p00011") if name in below]
    assert page.links["REQ-d00002"] == f"{MOUNT}/object?id=r%3AREQ-d00002"
    assert "3 of 3 tested, 2 of 3 implemented" in page.text


def test_requirement_tree_shows_shared_requirement_once_in_full() -> None:
    page = seen(KETTLE, "/requirements")
    assert page.text.count("(shown above, with what is below it)") == 3


def test_requirement_tree_lists_circles_apart() -> None:
    page = seen(KETTLE, "/requirements")
    assert "REQ-d00013 One half of a circle" in page.text.split("Below no top: in a circle")[1]


def test_requirement_tree_begins_at_chosen_requirement() -> None:
    page = seen(KETTLE, "/requirements?root=REQ-p00002")
    assert "REQ-o00004" in page.links
    assert "REQ-p00001" not in page.links


def test_requirement_tree_of_unknown_requirement_is_an_error() -> None:
    answer = client_of(sample(KETTLE)).get(f"{MOUNT}/requirements?root=REQ-p09999")
    assert answer.status_code == 404


def test_requirement_tree_counts_what_does_not_fit(tmp_path: Path) -> None:
    parent = f"# REQ-p00001: Top\n\n{HEAD}\n\nText.\n\n*End* *Top*\n"
    below = "**Level**: DEV | **Status**: Active | **Implements**: REQ-p00001"
    child = "# REQ-d{0:05}: Below\n\n" + below + "\n\nText.\n\n*End* *Below*\n"
    text = "\n---\n\n".join([parent, *(child.format(number) for number in range(1, 451))])
    page = seen_of_files(tmp_path, {"spec/all.md": text}, "/requirements")
    assert "51 more directly below REQ-p00001" in page.links


def test_matrix_row_has_tests_code_and_gaps() -> None:
    (row,) = [row for row in seen(KETTLE, "/requirements/matrix").tables[MATRIX] if "Steam sensor" in row[0]]
    assert row[1:6] == ["dev", "Active", "3 of 3", "2 of 3", "1 failing test 1 of 3 unimplemented"]
    assert row[6] == "TestSteam::test_three_readings_count failed TestSteam::test_the_sensor_is_read_often skipped"
    assert row[7:] == ["firmware/heater.c:18", "none", "none"]


def test_matrix_filters_by_level_status_and_gaps() -> None:
    rows = seen(KETTLE, "/requirements/matrix?level=ops&status=Active&gaps=1").tables[MATRIX][1:]
    assert [row[0].split()[0] for row in rows] == ["REQ-o00001", "REQ-o00003", "REQ-o00004"]


def test_matrix_filter_that_fits_nothing_says_so() -> None:
    assert "No requirement fits." in seen(KETTLE, "/requirements/matrix?level=none").text


def test_matrix_has_decisions_and_tasks_that_cite_a_requirement(tmp_path: Path) -> None:
    files = {
        "spec/all.md": f"# REQ-p00001: Top\n\n{HEAD}\n\n## Assertions\n\nA. The kettle SHALL boil.\n\n*End* *Top*\n",
        "docs/adr/0001-kettle.md": "# 1. Boil\n\nDate: 2026-01-01\n\n"
        "## Status\n\nAccepted\n\n## Context\n\nREQ-p00001-A asks it.\n",
        "backlog/config.yml": "project_name: k\n",
        "backlog/tasks/task-1.md": "---\nid: TASK-1\ntitle: Boil\nstatus: To Do\n---\n\nFor REQ-p00001.\n",
    }
    (row,) = seen_of_files(tmp_path, files, "/requirements/matrix").tables[MATRIX][1:]
    assert row[8:] == ["TASK-1 todo", "ADR-0001 accepted"]


def test_matrix_as_csv_has_the_rows_of_the_page() -> None:
    answer = client_of(sample(KETTLE)).get(f"{MOUNT}/requirements/matrix.csv?level=ops")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["requirement"] for row in rows] == [f"REQ-o0000{number}" for number in range(1, 6)]
    assert rows[1]["tests"] == "tests/test_signals.py::test_three_sounds_when_boiled (passed)"
    assert rows[3]["gaps"] == "2 of 2 untested; 1 of 2 unimplemented"


def test_matrix_as_csv_holds_no_formula(tmp_path: Path) -> None:
    text = f'# REQ-p00001: =HYPERLINK("http://evil","x")\n\n{HEAD}\n\n*End* *x*\n'
    workspace = workspace_of_files(tmp_path, {"spec/all.md": text})
    answer = client_of(workspace).get(f"{MOUNT}/requirements/matrix.csv")
    (row,) = csv.DictReader(io.StringIO(answer.text))
    assert row["title"].startswith("'=HYPERLINK")


def test_requirement_pages_escape_titles(tmp_path: Path) -> None:
    head = HEAD.replace("Active", "<img src=x>")
    text = f"# REQ-p00001: <script>alert(1)</script>\n\n{head}\n\n*End* *x*\n"
    for address in ("/requirements", "/requirements/matrix"):
        page = seen_of_files(tmp_path, {"spec/all.md": text}, address)
        assert "<script>alert(1)</script>" in page.text
        assert page.tags.count("script") == 1
        assert "img" not in page.tags


def test_overview_counts_requirements_as_tools_do() -> None:
    for name in ("bell-foundry", KETTLE):
        listed = answer(sample(name), "get_project_summary")["requirements_by_level"]["all"]
        assert f"{sum(listed.values())} requirements" in seen(name, "/").text
