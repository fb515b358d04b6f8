"""`frieze` alone: a project in some twenty lines, the same as the explorer's first page."""

from collections.abc import Iterator, Mapping
from typing import Any

from compiler.workspace.interface import Workspace
from server.explorer.pages import overview
from server.explorer.site.asking import ask_of
from server.reports.opening import counted, next_commands, not_understood_line, own_counts, read_line

CHECK = ("frieze check", "what is wrong, each with its line")
HELP = ("frieze --help", "all commands")
LATEST = 3  # objects
NAME_WIDTH = 14  # of a line's first word
MAX_TITLE = 70  # characters


def overview_lines(workspace: Workspace) -> list[str]:
    """Return what is in a source, how well it is, and what comes next."""
    known = overview.view(ask_of(workspace), {})
    snapshot = workspace.snapshot
    opening = [read_line(snapshot, known["counts"]["file_count"]), not_understood_line(snapshot)]
    rows = [f"{name:{NAME_WIDTH}}{what}" for name, what in _rows(known, own_counts(snapshot))]
    code = known["worst"]["diagnostics"][0]["code"] if known["worst"]["diagnostics"] else ""
    following = next_commands(snapshot, ".", code=code, first=CHECK, last=HELP)
    return [*opening, "", *rows, "", "Next:", *following]


def _rows(known: Mapping[str, Any], counts: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    found = known["counts"]["diagnostics"]
    shown = [counted(found[name], name.removesuffix("s")) for name in ("errors", "warnings") if found[name]]
    yield "Findings", ", ".join(shown) or "no error and no warning"
    for finding in known["worst"]["diagnostics"][:1]:
        yield "", f"{_place(finding['file'], finding['start_line'])}{_short(finding['message'])}"
    if (decisions := known["decisions"]) and decisions["total"]:
        names = {"in_force": "in force", "proposed": "proposed", "superseded": "superseded"}
        parts = [f"{decisions[name] or 0} {words}" for name, words in names.items()]
        parts += [f"{decisions['unstated']} without a status"] if decisions["unstated"] else []
        yield "Decisions", f"{decisions['total']}: {', '.join(parts)}"
    for cited in known["cited"].rows[:1]:
        newer = f", replaced by {cited['newer']}" if cited["newer"] else ""
        more = known["cited"].total - 1
        others = f" (and {counted(more, 'more citation')} like it)" if more else ""
        yield (
            "",
            f"{_place(cited['file'], cited['line'])}{cited['source_id']} cites {cited['target_id']}{newer}{others}",
        )
    if (tasks := known["tasks"]) and counts.get("task"):
        ready, blocked = tasks["ready"]["total"], tasks["blocked"]["total"]
        yield "Tasks", f"{counts['task']}: {ready} ready, {blocked} blocked"
        if tasks["next"].get("id"):
            yield "", f"next: {tasks['next']['id']} {_short(tasks['next']['title'])}"
    if coverage := known["coverage"]:
        parts = [f"{coverage[name]} {name}" for name in ("tested", "implemented", "passing", "failing")]
        of = counted(coverage["assertions"], "assertion")
        if coverage["requirements"]:
            yield "Requirements", f"{coverage['requirements']}, with {of}: {', '.join(parts)}"
    for at, latest in enumerate(known["latest"].rows[:LATEST]):
        yield "" if at else "Latest", f"{latest['at'][:10]}  {latest['kind']} {latest['id']} {_short(latest['title'])}"


def _place(file: str, line: int) -> str:
    return f"{file}:{line}: " if file else ""


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= MAX_TITLE else f"{plain[: MAX_TITLE - 1]}…"
