"""Issues that several exports hold: the issue itself counts before its item on a board, and the newer export before the
older.

What a board says of an open issue is kept: the state that its column means, its priority, and its due date.
"""

from compiler.languages.knowledge import codes
from compiler.languages.knowledge.linking.items import Item
from compiler.languages.knowledge.record_values import NORMAL
from compiler.languages.knowledge.tracker_registry import NAMES as TRACKERS
from compiler.model.diagnostics import Diagnostic, Related

_OF_BOARD = ("in_progress", "blocked")  # states that a column gives to an open issue
ON_BOARD = "on_board"


def without_second_exports(items: list[Item]) -> tuple[list[Item], list[Diagnostic]]:
    """The items with each issue once, and a finding for each second export of one."""
    best: dict[tuple[str, str], Item] = {}
    dropped: set[int] = set()
    findings: list[Diagnostic] = []
    for item in items:
        if item.format not in TRACKERS:
            continue
        key = (item.format, item.id.casefold())
        other = best.setdefault(key, item)
        if other is item:
            continue
        loser, winner = (item, other) if _rank(item) <= _rank(other) else (other, item)
        best[key] = winner
        dropped.add(id(loser))
        if loser.native.get(ON_BOARD) and not winner.native.get(ON_BOARD):
            _add_board(winner, loser)
            continue
        kept = f"the one at {winner.path}:{winner.record.line} counts"
        related = (Related("this one counts", winner.span),)
        findings.append(codes.DUPLICATE_ID.at(loser.span, related=related, id=loser.id, kept=kept))
    return [item for item in items if id(item) not in dropped], findings


def _rank(item: Item) -> tuple[bool, int]:
    return not item.native.get(ON_BOARD), item.record.times.latest


def _add_board(issue: Item, item: Item) -> None:
    """Let an issue have what its item on a board says of it."""
    scheduling, of_board = issue.record.scheduling, item.record.scheduling
    assert scheduling
    assert of_board
    issue.native |= {"board": {"path": item.path, "status": item.native.get("status")}}
    if issue.status == "todo" and item.status in _OF_BOARD:
        issue.status = item.status
        scheduling = scheduling._replace(state=item.status)
    elif issue.status == "todo" and of_board.state == "draft":
        scheduling = scheduling._replace(state="draft")
    if scheduling.rank == NORMAL and of_board.rank != NORMAL:
        scheduling = scheduling._replace(rank=of_board.rank)
        issue.properties["priority"] = item.properties["priority"]
    if not scheduling.due and of_board.due:
        scheduling = scheduling._replace(due=of_board.due)
        issue.properties["due_date"] = of_board.due
    issue.record = issue.record._replace(scheduling=scheduling)
