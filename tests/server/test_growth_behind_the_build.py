"""What is made of a snapshot takes time in proportion to it: every report, every tool, every page of the explorer.

A build has deadlines; reports have none. Each shape of a source is one thing very often: findings in one line,
headings, hits, links. What takes little time over many is not quadratic in them; only other work is measured over fewer
too.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pytest
from starlette.testclient import TestClient

import queries
from compiler.workspace.interface import Workspace, as_workspace
from queries import tools_for
from server.explorer.pages import PAGES
from server.reports import FORMATS, report
from server.reports.brief import render as brief
from server.reports.cascades import fold
from server.reports.identity import fingerprints
from server.reports.report import folded
from tests.closing import compile_source
from tests.server.explorer.reading import client_of
from tests.server.plain_arguments import known_arguments
from tests.suites import mostly_long

LITTLE = 0.15  # seconds over many, of which a quadratic work takes more
MAX_GROWTH = 9.0  # of the time over four times as many: 4 in proportion, 16 for a square

Work = Callable[[], object]


class Shape(NamedTuple):
    """A source that says one thing `count` times: the file, what stands before, and what is repeated with a number."""

    file: str
    before: str
    repeated: str
    between: str = ""
    after: str = ""

    def text(self, count: int) -> str:
        """The text of the file."""
        return self.before + self.between.join(self.repeated.replace("#n", str(n)) for n in range(count)) + self.after


SHAPES: Mapping[str, Shape] = {
    "findings in one line": Shape("page.md", "# Page\n\n", "[a](gone#n.md) "),
    "findings in lines": Shape("page.md", "# Page\n\n", "[a](gone#n.md)\n\n"),
    "headings": Shape("page.md", "# Page\n\n", "## Heading #n\n\n"),
    "hits in one line": Shape("page.md", "# Page\n\n", "kettle "),
    "hits in lines": Shape("page.md", "# Page\n\n", "the kettle\n\n"),
    "links to one heading": Shape("page.md", "# Page\n\n", "[a](#page) "),
    "citations in one line": Shape("tasks.md", "# Tasks\n\n- [ ] T001 Boil\n- [ ] T002 Wait for ", "T001 "),
    "tasks": Shape("tasks.md", "# Tasks\n\n", "- [ ] T#n boil the kettle\n"),
    "requirements": Shape("spec.md", "# Spec\n\n", "## REQ-d0#n: Kettle\n\n**Level**: Dev | **Status**: Active\n\n"),
    "nodes in a row": Shape("flow.mmd", "flowchart TD\n", "n#n", " --> "),
    "edges of one node": Shape("flow.mmd", "flowchart TD\n", "hub --> n#n\n"),
    "messages": Shape("talk.mmd", "sequenceDiagram\n", "A->>B: kettle #n\n"),
    "exits of one place": Shape("house.urd.md", "# Hall\n\n", "-> way#n: Room #n\n"),
    "choices": Shape("house.urd.md", "# Hall\n\n", "* [Boil #n] The kettle sings.\n"),
}
QUICK = ("findings in one line", "headings", "hits in one line", "links to one heading", "edges of one node")


def made(folder: Path, shape: Shape, count: int) -> Mapping[str, Work]:
    """What is made of a source that says a thing so often."""
    below = folder / str(count)
    below.mkdir()
    (below / shape.file).write_text(shape.text(count))
    return dict(works(as_workspace(compile_source(below))))


def works(workspace: Workspace) -> Iterator[tuple[str, Work]]:
    """Everything that is made of a snapshot, by its name."""
    snapshot = workspace.snapshot
    whole = report(snapshot, "source", [])
    told = folded(whole, *fold(whole.diagnostics, snapshot))
    yield "fold", partial(fold, whole.diagnostics, snapshot)
    yield "fingerprints", lambda: [*fingerprints(whole)]
    yield "brief", partial(brief, told)
    yield from ((f"report {name}", partial(render, told)) for name, render in FORMATS.items())
    for tool in tools_for(snapshot):
        arguments = known_arguments(snapshot, tool.input_schema()) | _more(tool.name)
        yield f"tool {tool.name}", partial(queries.answer, workspace, tool.name, arguments)
    client = client_of(workspace)
    for which, sql in (("first", _FIRST), ("last that links", _LAST)):
        for (ref,) in snapshot.rows(sql):
            for page in PAGES:
                yield f"page {page.name} of the {which}", partial(_page, client, page.path, ref)


def _more(tool: str) -> dict[str, str]:
    return {"search": {"query": "kettle"}, "query_facts": {"sql": "SELECT count(*) FROM object"}}.get(tool, {})


_FIRST = "SELECT ref FROM object_row ORDER BY rowid LIMIT 1"
_LAST = "SELECT ref FROM object_row WHERE ref IN (SELECT source FROM link_full) ORDER BY rowid DESC LIMIT 1"


def _page(client: TestClient, path: str, ref: str) -> None:
    parameters = {"id": ref, "q": "kettle"}
    named = re.sub(r"{(\w+)}", lambda found: parameters.get(found[1], "x"), path)
    assert client.get(f"/explore{named}", params=parameters).status_code != 500


def seconds(work: Work) -> float:
    started = process_time()
    work()
    return process_time() - started


def slow_works(of_few: Callable[[], Mapping[str, Work]], of_many: Mapping[str, Work]) -> list[str]:
    """What takes more than time in proportion, where `of_few` gives the same works over a quarter. A busy machine may
    spoil a measure, so the least of three is taken."""
    doubtful = [name for name, work in of_many.items() if seconds(work) > LITTLE]
    fewer = of_few() if doubtful else {}
    slow = []
    for name in doubtful:
        few, many = (min(seconds(work) for _ in range(3)) for work in (fewer[name], of_many[name]))
        if many > max(LITTLE, MAX_GROWTH * few):
            slow.append(f"{name}: {few:.2f} s, of four times as many {many:.2f} s")
    return slow


@pytest.mark.parametrize("many", [2_000, pytest.param(8_000, marks=pytest.mark.long("everything of each shape"))])
@pytest.mark.parametrize("name", mostly_long(SHAPES, "makes everything of each shape", quick=QUICK))
def test_what_is_made_of_a_snapshot_takes_time_in_proportion(name: str, many: int, tmp_path: Path) -> None:
    shape = SHAPES[name]
    assert slow_works(lambda: made(tmp_path, shape, many // 4), made(tmp_path, shape, many)) == []


def test_measure_tells_what_is_not_in_proportion() -> None:
    """What reads the whole line for each of its findings."""

    def works_of(count: int) -> Mapping[str, Work]:
        line = "[a](gone.md) " * count
        return {"lines": lambda: [sum(map(ord, line)) for _ in range(count)], "line": lambda: [line] * count}

    (slow,) = slow_works(lambda: works_of(500), works_of(2_000))
    assert slow.startswith("lines: ")
