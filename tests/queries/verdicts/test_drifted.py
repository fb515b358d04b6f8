"""The verdict `drifted`: what it says of histories with known drift, and where it says nothing."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from dulwich.repo import Repo

from queries import answer
from queries.revisions.object_history import STOPPED
from tests.closing import open_workspace
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.queries.asking import Json, ask, error
from tests.queries.revisions.generated_history import drifted, generate

ADR = "# 1. Oil the press\n\n## Status\n\nAccepted\n\n## Context\n\n{context}\n"
GUIDE = "# Guide\n\nThe miller does as ADR-0001 has it twice a day.\n"


def _health(folder: Path, **arguments: object) -> Json:
    return ask(open_workspace(folder), "get_health", verdict="drifted", **arguments)


def _drifted(folder: Path, *commits: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the refs that drifted and why, after some commits."""
    builder = RepositoryBuilder(folder)
    for files in commits:
        builder.commit(files)
    builder.check_out(commits[-1])
    builder.opened.close()
    return [(row["ref"], row["why"]) for row in _health(folder)["verdicts"]]


@pytest.mark.parametrize(
    ("commits", "seed"),
    [
        pytest.param(40, 4, id="small"),
        pytest.param(500, 5, id="large", marks=pytest.mark.long("a history of 500 commits is written and read")),
    ],
)
def test_drifted_of_generated_history_is_what_drifted(tmp_path: Path, commits: int, seed: int) -> None:
    history = generate(tmp_path, commits, seed)
    rows = _health(tmp_path, history=5_000, limit=500)["verdicts"]
    told = {
        (row["ref"], one.get("ref") or one["what"].split(" ")[2].strip(",")) for row in rows for one in row["evidence"]
    }
    known = set(drifted(history))
    assert told - known == set()
    assert len(told) >= 0.98 * len(known) > 0, sorted(known - told)


OILED = {"docs/adr/0001-oil.md": ADR.format(context="It is loud.")}
WAXED = {"docs/adr/0001-oil.md": ADR.format(context="It is very loud.")}
WEB = "https://forge.example/o/r/blob/main/docs/adr"
PAGE = {"docs/guide.md": GUIDE}


def test_drifted_page_names_both_commits(tmp_path: Path) -> None:
    (ref, why), *others = _drifted(tmp_path, OILED | PAGE, WAXED | PAGE)
    row = _health(tmp_path)["verdicts"][0]
    with Repo(str(tmp_path)) as repo:
        changed, stated = (entry.commit.id.decode()[:12] for entry in repo.get_walker())
    assert (ref, others) == ("f:docs/guide.md", [])
    assert why == (
        f"it cites k:decision/ADR-0001, which changed in {changed} (2026-03-01), "
        f"and the line was last changed in {stated} (2026-03-01)"
    )
    assert (row["verdict"], row["since"], row["source"]) == ("drifted", "2026-03-01", "docs/guide.md:1")
    assert row["evidence"] == [{"what": why, "ref": "k:decision/ADR-0001", "source": "docs/guide.md:3"}]


NOT_DRIFTED: dict[str, tuple[Mapping[str, str], ...]] = {
    "both in one commit": (OILED, WAXED | PAGE),
    "the line came later": (OILED, WAXED, WAXED | PAGE),
    "the line changed later": (OILED | PAGE, WAXED | PAGE, WAXED | {"docs/guide.md": GUIDE.replace("twice", "once")}),
    "what is cited is as it was": (OILED | PAGE, WAXED | PAGE, OILED | PAGE),
    "only wrapped": (OILED | PAGE, {"docs/adr/0001-oil.md": ADR.format(context="It is\nloud.")} | PAGE),
    "only renamed": (OILED | PAGE, {"docs/adr/0001-press.md": ADR.format(context="It is loud.")} | PAGE),
    "only ticked and linked elsewhere": tuple(
        {"docs/adr/0001-oil.md": ADR.format(context=f"- {box} It is [loud]({address}).\n\n[loud]: {address}")} | PAGE
        for box, address in (("[ ]", "../noise.md"), ("[x]", "https://press.example/noise"))
    ),
    "only a sample of code": tuple(
        {"docs/adr/0001-oil.md": ADR.format(context=f"It is loud.\n\n```python\nturn({number})\n```")} | PAGE
        for number in (1, 2)
    ),
    "only spelled again": tuple(
        {"docs/adr/0001-oil.md": ADR.format(context=f"It {verb} loud, as {name} say.")} | PAGE
        for verb, name in (("IS", "neighbors"), ("is", "neighbours"))
    ),
    "only a link to the web has another text": tuple(
        {"docs/adr/0001-oil.md": ADR.format(context=f"It is loud, as told [{text}](https://press.example).")} | PAGE
        for text in ("here", "by the neighbours")
    ),
    "a decision of another repository": tuple(
        one
        | {"docs/guide.md": f"# Guide\n\nThe miller does twice a day as [their/ADR-1]({WEB}/0001-other.md) has it.\n"}
        for one in (OILED, WAXED)
    ),
    "only stamped again": tuple(
        {
            "reqs/.doorstop.yml": "settings:\n  digits: 3\n  prefix: REQ\n  sep: ''\n",
            "reqs/REQ001.yml": f"active: true\nlevel: {level}\nlinks: []\nreviewed: {stamp}\ntext: |\n  Oil it.\n",
            "docs/guide.md": "# Guide\n\nThe miller does as REQ001 has it twice a day.\n",
        }
        for level, stamp in (("1.0", "null"), ("1.2", "avwblqPimDJ2OgTrRCXxRPN8FQhUBWqPIXm7kSR95C4="))
    ),
    "a task that is done": tuple(
        one | {"backlog/tasks/task-1 - Oil.md": f"---\nid: task-1\ntitle: Oil\nstatus: Done\n---\n{GUIDE}"}
        for one in (OILED, WAXED)
    ),
    "notes of a day": tuple(one | {"docs/sessions/2026-04-23-oil.md": GUIDE} for one in (OILED, WAXED)),
    "a line that says what was superseded": tuple(
        one | {"docs/guide.md": "# Guide\n\nThe old way of the miller was superseded in part by ADR-0001.\n"}
        for one in (OILED, WAXED)
    ),
    "a page of a release": tuple(one | {"versioned_docs/version-1.2/guide.md": GUIDE} for one in (OILED, WAXED)),
    "a list of decisions": tuple(
        one | {"docs/guide.md": "# All\n\n- ADR-0001: Oil the press\n"} for one in (OILED, WAXED)
    ),
    "a page of the past": tuple(one | {"CHANGELOG.md": GUIDE} for one in (OILED, WAXED)),
    "a proposal": tuple(
        {"docs/adr/0001-oil.md": ADR.format(context="We change src/press.py then.").replace("Accepted", "Proposed")}
        | {"src/press.py": f"turn({number})\n"}
        for number in (1, 2)
    ),
    "a template": tuple(one | {"templates/guide.md": GUIDE} for one in (OILED, WAXED)),
}


@pytest.mark.parametrize("commits", NOT_DRIFTED.values(), ids=NOT_DRIFTED.keys())
def test_not_drifted(tmp_path: Path, commits: tuple[Mapping[str, str], ...]) -> None:
    assert _drifted(tmp_path, *commits) == []


def test_drifted_follows_renamed_page_and_decision(tmp_path: Path) -> None:
    renamed = {"docs/press.md": GUIDE, "docs/adr/0001-wax.md": ADR.format(context="It is loud.")}
    changed = renamed | {"docs/adr/0001-wax.md": ADR.format(context="It is very loud.")}
    assert [ref for ref, _ in _drifted(tmp_path, OILED | PAGE, renamed, changed)] == ["f:docs/press.md"]


def test_decision_that_supersedes_does_not_drift_by_that(tmp_path: Path) -> None:
    newer = ADR.format(context="Wax is better.").replace("# 1. Oil", "# 2. Wax") + "\nSupersedes ADR-0001\n"
    over = {"docs/adr/0001-oil.md": ADR.format(context="It is loud.").replace("Accepted", "Superseded by ADR-0002")}
    newer_file = {"docs/adr/0002-wax.md": newer}
    assert _drifted(tmp_path, OILED | newer_file, over | newer_file) == []


@pytest.mark.parametrize(
    ("after", "is_drifted"),
    [
        ("def turn():\n    return 2\n", True),
        ("def turn():\n    return 1 - 1\n", True),
        ("# Turns.\ndef turn(\n):\n        return (1)\n", False),
        ('"""The press.\n\nIt turns.\n"""\ndef turn():\n    r"""Turn it."""\n    return 1\n', False),
        ('def turn():\n    return """2"""\n', True),
    ],
)
def test_decision_drifts_with_the_code_that_it_names(tmp_path: Path, after: str, *, is_drifted: bool) -> None:
    decision = {"docs/adr/0001-oil.md": ADR.format(context="The screw is in src/press.py today.")}
    before = {"src/press.py": "def turn():\n    return 1\n"}
    found = _drifted(tmp_path, decision | before, decision | {"src/press.py": after})
    assert [ref for ref, _ in found] == (["k:decision/ADR-0001"] if is_drifted else [])


def test_drifted_is_asked_for_by_name_and_says_what_was_read(tmp_path: Path) -> None:
    _drifted(tmp_path, OILED | PAGE, WAXED | PAGE)
    every = ask(open_workspace(tmp_path), "get_health")
    assert "commits" not in every
    assert "drifted" not in every["by_verdict"]
    one = _health(tmp_path, history=1)
    assert (one["commits"], one["by_verdict"], one["stopped"]) == (1, {"drifted": 1}, STOPPED["limit"])
    assert one["verdicts"][0]["why"].endswith("the line is older than the commits that were read")


def test_drifted_needs_a_repository(tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text(GUIDE, "utf-8")
    assert error(open_workspace(tmp_path), "get_health", verdict="drifted")["code"] == "unavailable"


def test_drifted_of_workspace_is_asked_of_one_source(tmp_path: Path) -> None:
    sources = "".join(f'[[source]]\nname = "{name}"\npath = "{name}"\n' for name in ("press", "cellar"))
    beside = {"frieze.toml": sources, "cellar/readme.md": "# Cellar\n"}
    builder = RepositoryBuilder(tmp_path)
    for files in (OILED | PAGE, WAXED | PAGE):
        commit = beside | {f"press/{path}": text for path, text in files.items()}
        builder.commit(commit)
    builder.check_out(commit)
    builder.opened.close()
    workspace = open_workspace(tmp_path)
    found = answer(workspace, "get_health", {"verdict": "drifted", "source": "press"})
    assert [row["ref"] for row in found["verdicts"]] == ["press::f:docs/guide.md"]
    assert error(workspace, "get_health", verdict="drifted")["code"] == "unavailable"
    history = answer(workspace, "object_history", {"ref": "ADR-0001", "source": "press"})
    assert [row["after"] for row in history["changes"]] == ["press/docs/adr/0001-oil.md:1"] * 2
