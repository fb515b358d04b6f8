"""Answers in pages.

A query returns its whole answer and names the fields that may be long; `page` keeps what fits. The fields form one
sequence in the order of their names: a page that ends inside the second field has nothing of the third. Fields that
belong together, such as nodes and edges, stand abreast: a page has some of each. A client gets the whole answer by
appending lists and merging maps page by page, and taking all other fields from the first page.

A cursor carries its own state: the snapshot, a digest of the question, and the position. The server keeps nothing.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from heapq import merge
from itertools import islice
from typing import Any

import orjson

from queries.errors.query_error import QueryError
from queries.tools.parameters import Parameter
from queries.tools.projection import Projection
from queries.tools.render import BOUND, shortened, size, visible

PART = 250  # rows of a page that are made at once
HEADROOM = 1_500  # characters of an answer reserved for the cursor, the notes and the fields that a page adds

CURSOR = Parameter(
    "cursor",
    "string",
    "Where to go on: the next_cursor of the answer before, with otherwise the same arguments. limit, fields and format "
    "may change.",
    max_length=500,
)

PAGE_FIELDS: dict[str, dict[str, Any]] = {
    "total": {"type": "integer", "description": "How many rows there are in all pages."},
    "next_cursor": {"type": "string", "description": "Pass it as cursor for the next page; absent on the last one."},
    "truncated": {"type": "string", "description": "Why there are fewer rows than the limit allows: size."},
    "hint": {"type": "string", "description": "What to do next, when there is something to say."},
}


def limit_of(default: int, maximum: int = 500) -> Parameter:
    """Return the parameter `limit` of a tool: the maximum number of rows in a page."""
    return Parameter(
        "limit", "integer", "The most rows in one page.", default=default, minimum=1, maximum=max(default, maximum)
    )


LIMIT = limit_of(50)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A position in the answer to one question. Queries get it decoded, at position 0 if the caller passed none.
    `projection` is what the answer will show of its rows."""

    snapshot: str
    question: str
    position: int = 0
    projection: Projection = field(default=Projection(), compare=False)

    def __str__(self) -> str:
        """Return the cursor as callers see it: base64url without padding."""
        return urlsafe_b64encode(orjson.dumps([self.snapshot, self.question, self.position])).decode().rstrip("=")

    def decode(self, text: str) -> "Cursor":
        """Decode a cursor of this question. Raises QueryError for text of another question, or no cursor at all."""
        try:
            snapshot, question, position = orjson.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        except (ValueError, TypeError):
            raise _unusable("The cursor is malformed", text) from None
        if type(position) is not int or position < 0:
            raise _unusable("The cursor is malformed", text)
        if snapshot != self.snapshot:
            raise _unusable("The cursor belongs to another snapshot: the source was compiled anew", text)
        if question != self.question:
            raise _unusable("The cursor belongs to another question: another tool or other arguments", text)
        return replace(self, position=position)


def snapshot_of_cursor(text: Any) -> str:
    """Return the first digits of the id of the snapshot that a cursor belongs to, "" for no cursor."""
    try:
        snapshot, _, _ = orjson.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, TypeError):
        return ""
    return snapshot if isinstance(snapshot, str) else ""


def cursor_for(
    snapshot_id: str,
    tool: str,
    arguments: Mapping[str, Any],
    projection: Projection = Projection(),  # noqa: B008
) -> Cursor:
    """Return the cursor for a call: at the start, or at the cursor in `arguments`. The limit and the projection are no
    part of the question and may change from page to page."""
    question = {name: value for name, value in arguments.items() if name not in ("cursor", "limit")}
    digest = blake2b(orjson.dumps([tool, question], option=orjson.OPT_SORT_KEYS), digest_size=8).hexdigest()
    start = Cursor(snapshot_id[:16], digest, projection=projection)
    return start.decode(arguments["cursor"]) if arguments.get("cursor") else start


def _unusable(why: str, cursor: str) -> QueryError:
    hint = "Start again without cursor, then pass each next_cursor unchanged."
    return QueryError("invalid_argument", f"{why}.", cursor=cursor[:200], hint=hint)


def page(
    answer: Mapping[str, Any],
    *fields: str,
    limit: int | None,
    cursor: Cursor,
    rows: Mapping[str, Callable[[Any], Any]] | None = None,
    bound: int = BOUND,
    abreast: bool = False,
) -> dict[str, Any]:
    """Return one page of an answer whose named fields hold all rows, as sequences or maps.

    `rows` maps a field to the function that makes its elements JSON-ready; it is called for the elements on the page
    only. A sequence needs `len` and slices, so it may be lazy (`Rows`). These fields are added: `total` over all
    fields, unless the answer has one; `next_cursor` when there is more, unless the limit is 0, which asks for `total`
    alone; `truncated: "size"` and a hint when fewer than `limit` rows fit into `bound` characters. With `abreast` every
    page has rows of each field, in proportion to their lengths, in place of one field after the other: nodes come with
    edges.
    """
    total = sum(len(answer[name]) for name in fields)
    if cursor.position > total:
        raise _unusable("The cursor points behind the end", str(cursor))
    head = {name: value for name, value in answer.items() if name not in fields}
    filled = _Page(head, limit, cursor.projection, bound)
    parts = {}
    if abreast:
        parts = filled.take_abreast({name: answer[name] for name in fields}, cursor.position, rows or {})
    else:
        skipped = cursor.position
        for name in fields:
            whole = answer[name]
            parts[name] = filled.take(name, whole, skipped, (rows or {}).get(name))
            skipped = max(0, skipped - len(whole))
    result = {name: parts.get(name, value) for name, value in answer.items()}
    result.setdefault("total", total)
    if cursor.position + filled.taken < total and limit != 0:
        result["next_cursor"] = str(replace(cursor, position=cursor.position + filled.taken))
    if filled.note:
        result["truncated"] = "size"
        result["hint"] = f"{result['hint']} {filled.note}" if result.get("hint") else filled.note
    return result


def cut(answer: Mapping[str, Any], field: str, limit: int | None = None) -> dict[str, Any]:
    """Return an answer without further pages: as many elements of its list `field` as fit, and `truncated: "size"` if
    some do not."""
    shown = page(answer, field, limit=limit, cursor=Cursor("", ""))
    shown.pop("next_cursor", None)
    if "truncated" in shown:
        shown["hint"] = shown["hint"].replace(": go on with next_cursor", "")
    return shown


class Rows(Sequence[Any]):
    """A lazy list: its length is known, and `fetch(start, count)` returns a range of it."""

    def __init__(self, total: int, fetch: Callable[[int, int], list[Any]]) -> None:
        self._total = total
        self._fetch = fetch

    def __len__(self) -> int:
        return self._total

    def __getitem__(self, chosen: Any) -> Any:
        if isinstance(chosen, slice):
            start, stop, _ = chosen.indices(self._total)
            return self._fetch(start, stop - start) if stop > start else []
        return self._fetch(chosen, 1)[0]


class _Page:
    """The state of a page that is being filled: the rows taken, and the rows and characters left."""

    def __init__(self, head: Mapping[str, Any], limit: int | None, projection: Projection, bound: int) -> None:
        self._projection = projection
        self._bound = bound
        self.taken = 0
        self.note = ""
        self._left = limit if limit is not None else BOUND
        self._room = max(bound - HEADROOM - size(visible(head)), bound // 4)

    def take(self, name: str, whole: Any, start: int, row: Callable[[Any], Any] | None) -> Any:
        """Take the rows of a field from `start` for which there is room. Return a list, or a map if `whole` is one."""
        is_map = isinstance(whole, Mapping)
        shown = [] if self._full else self._range(whole, start, self._left, row)
        self._room -= len(name) + 6
        kept = self._fitting(shown, is_map)
        self.taken += len(kept)
        self._left -= len(kept)
        return dict(kept) if is_map else kept

    @staticmethod
    def _range(whole: Any, start: int, count: int, row: Callable[[Any], Any] | None) -> list[Any]:
        """Return the rows of a range as answers show them; those of a map as pairs."""
        is_map = isinstance(whole, Mapping)
        listed: Sequence[Any] = list(whole.items()) if is_map else whole
        chosen = list(listed[start : start + count])
        if row is not None:
            chosen = (
                [(key, row(value)) for key, value in chosen] if is_map else [row(chosen_row) for chosen_row in chosen]
            )
        shown: list[Any] = visible(chosen) if chosen else chosen
        return shown

    def take_abreast(
        self, wholes: Mapping[str, Any], start: int, rows: Mapping[str, Callable[[Any], Any]]
    ) -> dict[str, Any]:
        """Take rows of all fields from position `start` of their common sequence. Return a list or map for each.

        The rows are made a part at a time, since a page ends long before a large limit."""
        self._room -= sum(len(name) + 6 for name in wholes)
        before, sequence = _abreast({name: len(whole) for name, whole in wholes.items()}, start)
        taken: dict[str, list[Any]] = {name: [] for name in wholes}
        while not self._full and (order := list(islice(sequence, min(self._left, PART)))):
            counts, kept = Counter(order), Counter[str]()
            made = {name: self._range(wholes[name], before[name], counts[name], rows.get(name)) for name in counts}
            sizes = {name: self._sizes(made[name], wholes[name]) for name in counts}
            for name in order:
                needed = sizes[name][kept[name]]
                if needed > self._room:
                    self.note = f"The page ended early at {self._bound} characters: go on with next_cursor."
                    break
                self._room -= needed
                kept[name] += 1
            if self.note and not self.taken and not kept:
                name = order[0]
                made[name][0] = self._shortened(made[name][0], isinstance(wholes[name], Mapping))
                kept[name] = 1
            for name, some in made.items():
                taken[name] += some[: kept[name]]
            self.taken += kept.total()
            self._left -= kept.total()
            before += counts
        return {name: dict(taken[name]) if isinstance(wholes[name], Mapping) else taken[name] for name in wholes}

    def _sizes(self, shown: list[Any], whole: Any) -> list[int]:
        """Return how many characters each row takes in the answer."""
        measured = shown if isinstance(whole, Mapping) else self._projection.measured(shown)
        return [size(shown_row) + 1 for shown_row in measured]

    @property
    def _full(self) -> bool:
        return self._left <= 0 or bool(self.note)

    def _fitting(self, shown: list[Any], is_map: bool) -> list[Any]:
        """Return the rows that fit. If the first row of a page is too large by itself, it is shortened."""
        measured = shown if is_map else self._projection.measured(shown)
        needed = size(measured)
        if needed <= self._room:
            self._room -= needed
            return shown
        kept: list[Any] = []
        for shown_row, as_shown in zip(shown, measured, strict=True):
            needed = size(as_shown) + 1
            if needed > self._room:
                break
            self._room -= needed
            kept.append(shown_row)
        self.note = f"The page ended early at {self._bound} characters: go on with next_cursor."
        if not kept and not self.taken:
            kept = [self._shortened(shown[0], is_map)]
        return kept

    def _shortened(self, row: Any, is_pair: bool) -> Any:
        self.note = "A row was too large for an answer and is shortened where it says so."
        room = self._room - (size(row[0]) if is_pair else 0) - 10
        short = shortened(row[1] if is_pair else row, room)
        if short is None:
            raise QueryError(
                "too_large", "A single row is larger than an answer may be", hint="Ask for a narrower view."
            )
        return (row[0], short) if is_pair else short


def _abreast(lengths: Mapping[str, int], start: int) -> tuple[Counter[str], Iterator[str]]:
    """Return how many elements of each list come before position `start` of their common sequence, and of which lists
    the elements from there on are. The lists progress in proportion to their lengths, equal ones in their order."""

    def places(number: int, name: str) -> Iterator[tuple[float, int, str]]:
        return (((index + 0.5) / lengths[name], number, name) for index in range(lengths[name]))

    sequence = merge(*(places(number, name) for number, name in enumerate(lengths)))
    return Counter(name for *_, name in islice(sequence, start)), (name for *_, name in sequence)
