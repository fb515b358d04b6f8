"""Edits of front matter, a key at a time. Quotes, comments, the order of keys and the style of lists stay."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from queries.operations.arguments import unavailable
from queries.operations.draft import Draft

_FENCE = re.compile(r"(?:---|\.\.\.)[ \t]*")
_NO_YAML = re.compile(r'(?:\+\+\+|---json|\{[ \t]*(?:".*)?)[ \t]*')  # the first line of TOML or JSON
_KEY = re.compile(r"(?P<key>[A-Za-z_](?:[\w .-]*?[\w.-])??)(?P<sign>[ \t]*+:)(?P<rest>[ \t].*|)")
_VALUE = re.compile(
    r"(?P<before>[ \t]*)(?P<value>\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|\[[^\]]*\]|.*?)"
    r"(?P<after>[ \t]*(?:(?<![^ \t])#.*)?)"
)
_NO_VALUE = re.compile(r"[ \t]*(?:(?<![^ \t])#.*)?")
_ITEM = re.compile(r"(?P<before>[ \t]*-[ \t]+)(?P<value>.*?)(?P<after>[ \t]*(?:(?<![^ \t])#.*)?)")
_LISTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,]+")
_PLAIN = re.compile(r"\w(?:[\w /().+;,'\"\[\]&@!?*%=–—-]|:(?! |$)|(?<! )#)*")
_PLAIN_IN_LIST = re.compile(r"\w[\w /.+_-]*")
_MEANT_OTHERWISE = re.compile(r"(?i:yes|no|on|off|true|false|null|y|n)|[-+.\d_:eExX]+|\d{4}-\d\d-\d\d.*")


class _Entry(NamedTuple):
    """The lines of a key, from `first` to `last`, and what stands behind its colon."""

    key: str
    first: int
    last: int
    start: str
    rest: str


def has_front_matter(draft: Draft, path: str) -> bool:
    """Whether a file begins with front matter."""
    return _fence(draft, path) > 0


def first_line_behind(draft: Draft, path: str) -> int:
    """Return the first line behind the front matter of a file, the first of all if it has none."""
    return _fence(draft, path) + 1


def has_key(draft: Draft, path: str, *keys: str) -> bool:
    """Whether the front matter of a file has one of these keys."""
    return any(_entry(draft, path, key) for key in keys)


def key_lines(draft: Draft, path: str, key: str) -> range:
    """Return the numbers of the lines of a key, none if it is not written."""
    found = _entry(draft, path, key)
    return range(found.first, found.last + 1) if found else range(0)


def set_key(draft: Draft, path: str, key: str, value: str, *, behind: Sequence[str] = ()) -> None:
    """Write a value that is one text: in place of the one that is there, else in a line of its own behind the first of
    the keys `behind` that is there, else at the end. Raises QueryError if a longer value stands there."""
    found = _entry(draft, path, key)
    if found is None:
        add_lines(draft, path, [f"{key}: {scalar(value)}"], behind=behind)
        return
    written = _VALUE.fullmatch(found.rest)
    if found.first != found.last or written is None or written["value"].startswith(("[", "{", "|", ">", "&", "*", "!")):
        problem = "This value takes several lines, or is no plain text: edit the text itself"
        raise unavailable(problem, file=path, key=key, line=found.first)
    new = scalar(value, like=written["value"])
    line = f"{found.start}{written['before'] or ' '}{new}{written['after']}"
    draft.set_line(path, found.first, line)


def remove_key(draft: Draft, path: str, key: str) -> None:
    """Remove a key with its value, if it is there."""
    if found := _entry(draft, path, key):
        draft.replace(path, found.first, found.last, ())


def set_list(draft: Draft, path: str, key: str, add: Iterable[str], remove: Iterable[str] = ()) -> None:
    """Add texts to a list, and remove others. A list that becomes empty is written `[]`. Raises QueryError if another
    value stands there."""
    gone = {text.casefold() for text in remove}
    found = _entry(draft, path, key)
    if found is None:
        add_lines(draft, path, _new_list(draft, path, key, [*add]))
    elif found.first == found.last:
        _set_short_list(draft, path, found, [*add], gone)
    else:
        _set_long_list(draft, path, found, [*add], gone)


def _set_short_list(draft: Draft, path: str, found: _Entry, add: list[str], gone: set[str]) -> None:
    written = _VALUE.fullmatch(found.rest)
    if written is None or written["value"].startswith(("{", "|", ">", "&", "*", "!")):
        raise unavailable("This is no list: edit the text itself", file=path, key=found.key)
    value = written["value"]
    is_list = value.startswith("[")
    items = _listed(value[1:-1] if is_list else value) if is_list or found.key.lower() != "assignee" else [value]
    kept = [item for item in items if item and _unquoted(item).casefold() not in gone]
    if not (items if is_list else kept):
        draft.replace(path, found.first, found.first, _new_list(draft, path, found.key, add))
        return
    line = f"{found.start}{written['before'] or ' '}[{', '.join([*kept, *map(_listed_scalar, add)])}]{written['after']}"
    draft.set_line(path, found.first, line)


def _set_long_list(draft: Draft, path: str, found: _Entry, add: list[str], gone: set[str]) -> None:
    written = [draft.line(path, at) for at in range(found.first, found.last + 1)]
    items = [item for line in written[1:] if (item := _ITEM.fullmatch(line))]
    if len(items) < len(written) - 1 or not _NO_VALUE.fullmatch(found.rest):
        raise unavailable("This is no plain list: edit the text itself", file=path, key=found.key)
    left = [item[0] for item in items if _unquoted(item["value"]).casefold() not in gone]
    left += [f"{items[-1]['before']}{scalar(text)}" for text in add]
    draft.replace(path, found.first, found.last, [written[0], *left] if left else [f"{found.start} []"])


def _new_list(draft: Draft, path: str, key: str, items: list[str]) -> list[str]:
    """Return the lines of a list, in the style of the others of the file."""
    if not items:
        return [f"{key}: []"]
    if any(re.fullmatch(r"[\w-]+:[ \t]*\[[^\]]*\w[^\]]*\].*", draft.line(path, at)) for at in _inside(draft, path)):
        return [f"{key}: [{', '.join(map(_listed_scalar, items))}]"]
    indents = (re.match(r"([ \t]*)-[ \t]", draft.line(path, at)) for at in _inside(draft, path))
    indent = next((found[1] for found in indents if found), "  ")
    return [f"{key}:", *(f"{indent}- {scalar(item)}" for item in items)]


def add_lines(draft: Draft, path: str, lines: Sequence[str], *, behind: Sequence[str] = ()) -> None:
    """Add lines to the front matter: behind a key, else at its end. Without front matter, make one. Raises QueryError
    if it is no YAML."""
    end = _fence(draft, path)
    if not end:
        body = draft.lines(path)
        if body and _NO_YAML.fullmatch(body[0]):
            raise unavailable("The front matter is TOML or JSON: edit the text itself", file=path)
        draft.insert(path, 1, ["---", *lines, "---", *([""] if body and body[0].strip() else [])])
        return
    entries = (_entry(draft, path, key) for key in behind)
    after = next((entry.last + 1 for entry in entries if entry), end)
    draft.insert(path, after, lines)


def _fence(draft: Draft, path: str) -> int:
    """Return the number of the line that ends the front matter, 0 if there is none."""
    lines = draft.lines(path)
    if not lines or not re.fullmatch(r"---[ \t]*\r?", lines[0]):
        return 0
    return next((at for at, line in enumerate(lines[1:], 2) if _FENCE.fullmatch(line)), 0)


def _inside(draft: Draft, path: str) -> range:
    return range(2, max(_fence(draft, path), 2))


def _entry(draft: Draft, path: str, key: str) -> _Entry | None:
    inside = _inside(draft, path)
    for at in inside:
        line = draft.line(path, at) if draft.lines(path)[at - 1].strip() else ""
        found = _KEY.fullmatch(line)
        if found and found["key"].strip().lower() == key.lower():
            last = at
            while last + 1 in inside and _goes_on(draft.lines(path)[last]):
                last += 1
            return _Entry(found["key"], at, last, found["key"] + found["sign"], found["rest"])
    return None


def _goes_on(line: str) -> bool:
    """Whether a line belongs to the key before it."""
    return bool(re.match(r"[ \t]+[^\s#]|-[ \t]", line))


def _listed(text: str) -> list[str]:
    return [item.strip() for item in _LISTED.findall(text) if item.strip()]


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    if len(value) > 1 and value[0] == value[-1] == '"':
        return re.sub(r"\\(.)", r"\1", value[1:-1])
    return value


def scalar(value: str, *, like: str = "") -> str:
    """Return a text as the value of a key, in the quotes of `like` if it has any."""
    if like.startswith('"'):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    is_plain = _PLAIN.fullmatch(value) and not value.endswith(" ") and not _MEANT_OTHERWISE.fullmatch(value)
    is_same_kind = (
        like and not like.startswith("'") and _MEANT_OTHERWISE.fullmatch(value) and _MEANT_OTHERWISE.fullmatch(like)
    )
    if not like.startswith("'") and (is_plain or is_same_kind):
        return value
    return "'" + value.replace("'", "''") + "'"


def _listed_scalar(value: str) -> str:
    is_plain = _PLAIN_IN_LIST.fullmatch(value) and not _MEANT_OTHERWISE.fullmatch(value)
    return value if is_plain else scalar(value, like="'")


def listed(values: Iterable[str]) -> str:
    """Return texts as a list in one line."""
    return f"[{', '.join(map(_listed_scalar, values))}]"
