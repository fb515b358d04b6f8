"""The header of a proposal: its keys, however the format writes them.

Front matter; lines `Key: value` at the beginning (PEP), or apart from each other below a title; a list of fields
`:Key: value` or of directives `.. key:: value` (reStructuredText); a block of code below `## Preamble`, or between
`<pre>` tags (MediaWiki); a table with a row of keys; bullets below the title. Keys are compared in small letters with
`-` for blanks.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from compiler.languages.knowledge.field_words import field_word
from compiler.languages.knowledge.front_matter import read_frontmatter
from compiler.languages.knowledge.stated_fields import MAX_LINE, day_without_colon, field_parts, label_of, stated_fields
from compiler.languages.knowledge.syntax.proposals.statuses import status_in
from compiler.text.headings import heading_text
from compiler.text.html_comments import replace_comments

MAX_HEADER_LINES = 80
MAX_TITLE_LINE = 24  # in reStructuredText, whose substitutions may stand above the title
_PAIR = re.compile(r"([A-Za-z][\w ()/#-]{0,40}?)[ \t]*:(?:[ \t]+(.*))?$")
_FIELD = re.compile(r"[ \t]*:([A-Za-z][\w ()/#-]{0,40}?):(?:[ \t]+(.*))?$")
_DIRECTIVE = re.compile(r"\.\.[ \t]+([a-z][a-z-]{0,40})::(?:[ \t]+(.*))?$")
_BULLET = re.compile(
    r"[ \t>]*(?:[-*+][ \t]+)?(?:\*\*|__)?([A-Za-z][\w ()/#-]{0,40}?)(?:[ \t]*(?:\*\*|__))?[ \t]*:"
    r"(?:\*\*|__)?[ \t]*(.*)$"
)
_TITLE = re.compile(r"#{1,2}[ \t]+(.*)$")  # of the first heading
_LINKED = re.compile(r"\[([^\[\]\n]{1,80})\]\([^()\n]{1,300}\)")  # before a title: `# [RFC 39](https://…): Gates`
_WORDS_IN_CODE = re.compile(r"(?:`[^`\n]{4,160}`[ \t]*+){1,12}")
_WORD_IN_CODE = re.compile(r"`([^`\n]+)`")
_UNDER = re.compile(r"={3,}[ \t]*$")
_SECTION = re.compile(r"#{1,3}[ \t]+(.*)")
_ID_ALONE = re.compile(r"#[ \t]+[A-Z]{2,6}[- ]?\d{1,5}(?:/\w{1,60})?[ \t]*")
_BOLD_KEY = re.compile(r"\*\*([^*:\n]{2,40})\*\*[ \t]+([^\s:*][^\n]*)")  # `**Date** 2026-01-02`
_IN_BOLD = re.compile(r"\*\*([^*]{1,200})\*\*")
_ITEM = re.compile(r"([ \t]*)[-*+][ \t]+(.*)")
_LISTED = ("supersedes", "superseded by")  # fields whose values may be a list below them
_STATED = ("status", "authors", "author", "created", "date")  # sections that state what a header does
_OF_METADATA = frozenset(
    ("metadata", "meta", "header", "preamble", "details", "document-information", "info", "about", "timeline")
)
_STATES = frozenset(("status", "state", "stage"))
_ANY = "*"  # the key of a section that states several
_HEADING = re.compile(r"#{1,6}[ \t]+\S")
_FENCE = re.compile(r"[ \t]*(?:```|~~~|<pre>[ \t]*$)")
_DEFINITION = re.compile(r"[ ]{0,3}\[[^\[\]\n]{1,200}\]:[ \t]*\S")  # of a link: `[status]: #status`, below a heading


@dataclass(frozen=True, slots=True)
class Header:
    """The values of a header as written, each with its line. `kind` is yaml, lines, fields,
    directives, preamble, table, code or bullets.

    `title` is the heading of the page, "" without one; `after` is the first line behind the header. Lines count from 1.
    """

    kind: str
    values: Mapping[str, tuple[str, ...]]
    lines: Mapping[str, int] = field(default_factory=dict)
    title: str = ""
    after: int = 1

    def text(self, *keys: str) -> str:
        """Return the first value of the first of these keys that has one."""
        return next((text for key in keys for text in self.values.get(key, ()) if text), "")

    def texts(self, *keys: str) -> tuple[str, ...]:
        """Return the values of the first of these keys that has some."""
        return next((found for key in keys if (found := self.values.get(key, ()))), ())

    def line(self, *keys: str) -> int:
        """Return the line of the first of these keys that there is, 1 if there is none."""
        return next((self.lines[key] for key in keys if key in self.lines), 1)


def header_of(text: str) -> Header:
    """Return the header of a page, an empty one if it has none. Lines of `text` end in `\\n`."""
    lines = text.split("\n", 400)[:400]
    title = _underlined(lines) or next((_title_text(found[1]) for line in lines if (found := _TITLE.match(line))), "")
    first = next((at for at, line in enumerate(lines) if line.strip() not in ("", "::")), len(lines))
    opening = lines[first].rstrip() if first < len(lines) else ""
    is_other = (
        opening.startswith(("+++", "{", "---json")) and read_frontmatter(text.split("\n", first)[first]).body_start > 0
    )
    if opening == "---" or is_other:  # a comment on the licence may stand above
        return _with_lines_below(_yaml(text, title, first), lines)
    below = _below_rst_title(lines)
    for kind, pattern, start in (
        ("lines", _PAIR, first),
        ("fields", _FIELD, _first_of(_FIELD, lines, first)),
        ("directives", _DIRECTIVE, _first_of(_DIRECTIVE, lines, below)),
    ):
        pairs, after = _block(lines, start, pattern)
        if len(pairs) >= 3:
            return _header(kind, pairs, title or _rst_title(lines), after)
    pairs, after = _apart(lines, below) if below else ([], 0)
    if any(key == "status" for key, _, _ in pairs):
        return _header("lines", pairs, _rst_title(lines), after)
    header = _preamble(lines, title) or _first_stated(_table(lines, title), _bullets(lines, title))
    return header if "status" in header.values else _with_words_in_code(header, lines)


def _with_lines_below(front: Header, lines: list[str]) -> Header:
    """Front matter that is for the site alone, with what the lines below the title state beside it."""
    below = (
        header_of("\n".join(lines[front.after - 1 :])) if front.values and not _STATES & front.values.keys() else front
    )
    if "status" not in below.values or below.kind == "yaml":
        return front
    own = {key: line + front.after - 1 for key, line in below.lines.items()}
    after = below.after + front.after - 1
    return replace(front, values={**below.values, **front.values}, lines={**own, **front.lines}, after=after)


def _with_words_in_code(header: Header, lines: list[str]) -> Header:
    """A header of the kind `code` where words in code stand below the title, `final` `optional`: with the last one that
    is a status."""
    for at, line in enumerate(lines[:MAX_TITLE_LINE], 1):
        words = _WORD_IN_CODE.findall(line) if _WORDS_IN_CODE.fullmatch(line.strip()) else []
        if words:
            status = next((word for word in reversed(words) if word.isalpha() and status_in("pep", word)), "")
            stated = {"status": (status,)} if status else {}
            return replace(
                header, kind="code", values={**header.values, **stated}, lines={**header.lines, "status": at}
            )
    return header


def _underlined(lines: list[str]) -> str:
    """The title of a page that is underlined, near its top, "" without one."""
    top = lines[:MAX_TITLE_LINE]
    return next((line.strip() for line, under in pairwise(top) if line.strip() and _UNDER.match(under)), "")


def yaml_header(text: str) -> Header:
    """Return a YAML file as a header: lists of texts, and texts; of maps, each key behind that of the map."""
    made = _yaml(f"---\n{text.removeprefix('---').lstrip()}\n---\n", "")
    skipped = text.count("\n", 0, len(text) - len(text.removeprefix("---").lstrip()))
    return Header("yaml", made.values, {key: line - 1 + skipped for key, line in made.lines.items()})


def with_sections(header: Header, text: str) -> Header:
    """Return a header with what the first sections of its page state, where it has no such key: `## Status`,
    `## Authors`, each with a line, or a list, below it."""
    values, lines = dict(header.values), dict(header.lines)
    key = ""
    written = text.split("\n", MAX_HEADER_LINES)[:MAX_HEADER_LINES]
    for at, line in enumerate(written, 1):
        if (heading := _SECTION.match(line)) is not None:
            key = key_of(heading[1].rstrip("# \t").rstrip(": \t"))
            key = _ANY if key in _OF_METADATA else key if key in _STATED and key not in header.values else ""
        elif key and line.startswith("|"):
            after = next((row for row in range(at, len(written)) if "|" not in written[row]), len(written))
            for field in stated_fields(written, at - 1, after):
                values.setdefault(key_of(field.key), (field.value,))
                lines.setdefault(key_of(field.key), field.line + 1)
            key = ""
        elif key and line.strip() and not _DEFINITION.match(line):
            bullet = _BULLET.match(replace_comments(line))
            named = key_of(bullet[1].strip("*_ ")) if bullet else ""
            if key == _ANY and (label := label_of(line)):  # `Current Status:`, or the key in another language
                values.setdefault(key_of(label[0]), (label[1],) if label[1] else ())
                lines.setdefault(key_of(label[0]), at)
            if key == _ANY and (listed := _list_below(written, at - 1)):
                values[listed[0]], lines[listed[0]] = (listed[1],), at
            at_key = key
            if key == _ANY or (key == "status" and named):  # `**Version:** 2` and `**Status:** Final` below `## Status`
                at_key = named
            value = (bullet[2] if bullet else line).strip().lstrip("-*+").strip().strip("*_`").strip()
            if value and at_key and (at_key not in values or at_key == key != "status"):
                values[at_key] = (*values.get(at_key, ()), value)
                lines.setdefault(at_key, at)
    return replace(header, values=values, lines=lines)


def key_of(written: str) -> str:
    """Return a key as keys are compared: `Author(s)` and `authors` are `authors`, `created_at` is `created`."""
    key = re.sub(r"[ _/]+", "-", written.strip().lower().replace("(s)", "s").replace("#", "").strip())
    return key[:-3] if key.endswith(("ed-at", "ed-on")) else key


def _title_text(written: str) -> str:
    """The text of a heading without emphasis around all of it, and without a link at its beginning."""
    text = heading_text(written).replace("\xa0", " ")
    if linked := _LINKED.match(text):
        text = f"{linked[1]}{text[linked.end() :]}"
    bold = _IN_BOLD.fullmatch(text)
    return bold[1] if bold else text


def _yaml(text: str, title: str, above: int = 0) -> Header:
    """The front matter of a page that begins `above` lines below its first."""
    front = read_frontmatter(text.split("\n", above)[above])
    values: dict[str, tuple[str, ...]] = {}
    for key, value in front.values.items():
        if isinstance(value, dict):
            values |= {f"{key_of(key)}-{key_of(name)}": _texts(item) for name, item in value.items()}
        else:
            values[key_of(key)] = _texts(value)
    lines = {key_of(key): line + above for key, line in front.lines.items()}
    return Header("yaml", values, lines, title, front.body_line + above + 1)


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(text for item in value for text in _texts(item))
    if isinstance(value, dict):
        return tuple(text for item in value.values() for text in _texts(item))
    return (str(value).strip(),) if str(value or "").strip() else ()


def _header(kind: str, pairs: list[tuple[str, str, int]], title: str, after: int) -> Header:
    values: dict[str, tuple[str, ...]] = {}
    lines: dict[str, int] = {}
    for key, value, line in pairs:
        if not values.get(key):  # a list may stand below a key without a value
            values[key], lines[key] = (value,) if value else (), line
    return Header(kind, values, lines, title, after)


def _block(lines: list[str], start: int, pattern: re.Pattern[str]) -> tuple[list[tuple[str, str, int]], int]:
    """The pairs of lines that follow each other. An indented line goes on with the value before it, or is a pair of the
    group that it stands in: `Working Group:` has no value of its own."""
    pairs: list[tuple[str, str, int]] = []
    is_group = False
    at = start
    first = lines[start] if start < len(lines) else ""
    margin = first[: len(first) - len(first.lstrip(" \t"))]  # all of a preamble may be indented
    for at in range(start, min(len(lines), start + MAX_HEADER_LINES)):
        line = lines[at].removeprefix(margin)
        if not line.strip():
            break
        is_indented = line[:1] in " \t" and not (pattern is _FIELD and pattern.match(line))
        found = pattern.match(line.strip() if is_indented else line)
        if found and (not is_indented or is_group):
            pairs.append((key_of(found[1]), (found[2] or "").strip(), at + 1))
            is_group = is_indented or not pairs[-1][1]
        elif pairs and is_indented:
            key, value, number = pairs[-1]
            pairs[-1] = (key, f"{value}\n{line.strip()}".strip(), number)
            is_group = False
        else:
            break
    return pairs, at + 1


def _apart(lines: list[str], start: int) -> tuple[list[tuple[str, str, int]], int]:
    """The pairs that are paragraphs of one line each, and the first line behind them."""
    pairs: list[tuple[str, str, int]] = []
    after = start
    for at in range(start, min(len(lines), start + MAX_HEADER_LINES)):
        if not lines[at].strip():
            continue
        found = _PAIR.match(lines[at])
        if found is None:
            break
        pairs.append((key_of(found[1]), (found[2] or "").strip(), at + 1))
        after = at + 2
    return pairs, after


def _first_of(pattern: re.Pattern[str], lines: list[str], first: int) -> int:
    """The first field of a page in reStructuredText: at its beginning, or below a title with a line under it."""
    return next((at for at in range(first, min(len(lines), first + 12)) if pattern.match(lines[at])), len(lines))


def _below_rst_title(lines: list[str]) -> int:
    """The line behind the line under a title, counted from 0; 0 if there is no title."""
    for at in range(min(len(lines), MAX_TITLE_LINE) - 1):
        under = lines[at + 1].strip()
        if lines[at].strip() and len(under) > 2 and len(set(under)) == 1 and under[0] in "=*#-~":
            return at + 2
    return 0


def _rst_title(lines: list[str]) -> str:
    below = _below_rst_title(lines)
    return lines[below - 2].strip() if below else ""


def _preamble(lines: list[str], title: str) -> Header | None:
    """The header in a block of code: the first of the page, or the one below `## Preamble`."""
    for at, line in enumerate(lines[:60]):
        if _FENCE.match(line):
            pairs, after = _block(lines, at + 1, _PAIR)
            return _header("preamble", pairs, title, after + 1) if len(pairs) >= 3 else None
        if _HEADING.match(line) and line.strip("# \t").lower() != "preamble" and at > 0:
            return None
    return None


def _first_stated(table: Header | None, bullets: Header) -> Header:
    """Return the table, or the bullets if there is none, or if a reader meets their status first: one of both may have
    been left behind."""
    if table is None:
        return bullets
    return bullets if "status" in bullets.lines and bullets.line("status") < table.line("status") else table


def _table(lines: list[str], title: str) -> Header | None:
    """The header in a table of markdown or HTML, before the first section: it states a status, or who wrote the
    proposal and when. A table of several proposals states none of its own."""
    last = next(
        (at for at, line in enumerate(lines[:MAX_HEADER_LINES]) if _HEADING.match(line) and not _TITLE.match(line)),
        min(len(lines), MAX_HEADER_LINES),
    )
    found = list(stated_fields(lines, 0, last))
    pairs = [(key_of(field.key), field.value, field.line + 1) for field in found]
    keys = {key for key, _, _ in pairs}
    if "status" not in keys and not ("authors" in keys and keys & {"created", "date"}):
        return None
    return _header("table", pairs, title, pairs[-1][2] + 1)


def _bullets(lines: list[str], title: str) -> Header:
    pairs: list[tuple[str, str, int]] = []
    also: list[tuple[str, str, int]] = []
    bold: list[tuple[str, str, int]] = []
    after = 1
    for at, line in _below_title(lines):
        if (found := _BOLD_KEY.match(line)) and (word := field_word(found[1])):
            bold.append((key_of(word), found[2].strip(), at + 1))
        for part in field_parts(replace_comments(line)):
            if found := _BULLET.match(part):
                pairs.append((key_of(found[1].strip("*_ ")), found[2].strip().strip("*_").strip(), at + 1))
                after = at + 2
            if dated := day_without_colon(part):
                pairs.append((*dated, at + 1))
                after = at + 2
            if listed := _list_below(lines, at):
                pairs.append((*listed, at + 1))
            if label := label_of(part):  # the same in any language, where no key has the English word
                also.append((key_of(label[0]), label[1], at + 1))
                after = at + 2
    if len(bold) > 1:  # of a single one, the bold word may begin a sentence
        also += bold
        after = max(after, bold[-1][2] + 1)
    return _header("bullets", [*pairs, *also], title, after)


def _list_below(lines: list[str], at: int) -> tuple[str, str] | None:
    """The key and the values of an item that names what replaces what, with a list below it: `- Supersedes`, and
    `  - [RFC 13](0013-gates.md)`. The values stand on a line each."""
    item = _ITEM.match(lines[at][:MAX_LINE])
    word = field_word(item[2]) if item else ""
    if item is None or word not in _LISTED:
        return None
    values: list[str] = []
    for line in lines[at + 1 : at + 1 + MAX_HEADER_LINES]:
        below = _ITEM.match(line[:MAX_LINE])
        if below is None or len(below[1]) <= len(item[1]):
            break
        values.append(below[2].strip())
    return (key_of(word), "\n".join(values)) if values else None


def _is_subtitle(lines: list[str], at: int) -> bool:
    """Whether a line is the heading with the title in words below one that is the id alone: `## Ropes` right below
    `# RFC-0152/Ropes`."""
    above = next((line for line in reversed(lines[max(at - 2, 0) : at]) if line.strip()), "")
    return lines[at].startswith("## ") and _ID_ALONE.fullmatch(above) is not None


def _below_title(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines between the title and the first section, and those of a section for metadata that comes first."""
    has_title, has_section = _underlined(lines) != "", False
    for at, line in enumerate(lines[:MAX_HEADER_LINES]):
        if at and _is_subtitle(lines, at):
            continue
        if not has_title and _TITLE.match(line) and not any(_HEADING.match(line) for line in lines[:at]):
            continue
        if (heading := _SECTION.match(line)) and key_of(heading[1]) in _OF_METADATA and not has_section:
            has_section = True
            continue
        if _HEADING.match(line) or _FENCE.match(line):
            return
        if line.strip():
            yield at, line
