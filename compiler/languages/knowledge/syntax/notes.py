"""Notes in markdown: frontmatter, tags, wikilinks, boxes to tick. Of Obsidian or by hand."""

import re
from collections.abc import Iterator

from compiler.languages.knowledge.codes import BAD_FRONTMATTER
from compiler.languages.knowledge.front_matter import TolerantFrontMatter, Value, read_frontmatter
from compiler.languages.knowledge.markdown import Heading, Page, links_in, links_in_text, page_of, without_links
from compiler.languages.knowledge.record_values import column_of, json_text, present, times_of
from compiler.languages.knowledge.records import Document, EntityRecord, Reference
from compiler.languages.knowledge.syntax.task_lists.criteria import is_checklist
from compiler.languages.knowledge.syntax.task_lists.pages import tasks_of_note
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.front_matter import find_block

_INLINE_TAG = re.compile(r"(?<![\w/#&\\])#([\w/-]*[^\W\d_][\w/-]*)")
_WIKILINK = re.compile(r"(?<!`)\[\[[^\[\]\n|\"'$ ][^\[\]\n\"'$]*\]\]")
_SHOWN = re.compile(r"`\[\[([^\[\]\n|#]*)")
# The first note of every new vault of Obsidian has this address beside a link to a note that it asks for.
_WELCOME = "https://help.obsidian.md/Plugins/Importer"
_NOTE_KEYS = re.compile(r"^(?:tags|aliases):", re.MULTILINE | re.IGNORECASE)
# Words for what stands between the brackets: a page speaks of wikilinks, as in "`Markdown with [[links]]`".
_ANY_NAME = re.compile(
    r"(?:(?:other|another|target|related|your|my|some|the|wiki|file|page|note)[- _]?)?"
    r"(?:pages?|notes?|(?:wiki|back)?[- ]?links?|titles?|names?|targets?|files?|filenames?|slugs?|wiki|topics?)",
    re.IGNORECASE,
)
_TIMES = ("created", "date", "created_at", "date created", "creation date")
_CHANGES = ("updated", "modified", "updated_at", "date modified", "last modified")
_TICKED = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[[^\]\n ]\][ \t]", re.MULTILINE)
_LONG_SUFFIXES = frozenset(["canvas", "drawio", "excalidraw"])  # of files that notes link to
MAX_ABOVE_TITLE = 3  # lines: tags, a way back, a picture
_BOX = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[[^\]\n]\][ \t]+\S", re.MULTILINE)


def may_be_note(text: str) -> bool:
    """Whether a file shows by itself that it is a note: by tags or aliases in its frontmatter, or by wikilinks."""
    if text.startswith("---"):
        end = text.find("\n---", 3)
        if end > 0 and _NOTE_KEYS.search(text, 0, end + 1):
            return True
    if "[[" not in text or not _WIKILINK.search(text):
        return False
    block = find_block(text)
    body = text if block is None or "[[" in block.yaml else text[block.body_start :]
    return bool(page_of(body).wikilinks)


def parse_note(path: str, text: str, style: str) -> tuple[Document, list[Diagnostic]]:
    """The note of a file and the tasks in it. `style` is note or obsidian."""
    front = read_frontmatter(text)
    body = text[front.body_start :]
    page = page_of(body)
    stem = path.rpartition("/")[2].rpartition(".")[0]
    scope = path.rpartition(".")[0]
    found: list[Diagnostic] = []
    if front.error:
        found.append(BAD_FRONTMATTER.at(Span(path, front.error_line, 1, front.error_line, 1), reason=front.error))
    heading = _title_heading(page)
    title = front.text("title") or (heading.text if heading else "") or stem
    times = times_of(front.text(*_TIMES), front.text(*_CHANGES))
    note = EntityRecord(
        type="note",
        native_id=scope,
        number=None,
        name=title,
        line=1,
        last_line=max(text.rstrip().count("\n") + 1, 1),
        status="",
        properties=json_text({"note_type": front.text("type", "note_type", "kind", "category") or None}),
        native=json_text(_native(front)),
        content=body.strip("\n").rstrip() or None,
        content_line=front.body_line + len(body) - len(body.lstrip("\n")),
        tags=_tags(front, page),
        times=times,
        created_by=front.text("author", "created_by") or None,
        references=tuple(_references(front, page)),
        aliases=tuple(name for name in dict.fromkeys((*front.texts("aliases", "alias"), stem)) if name != title),
    )
    has_tasks = _BOX.search(body) and not _is_unbegun_checklist(stem, title, body)
    on_its_lines = "\n" * (front.body_line - 1) + text[front.body_start :]
    tasks, wrong = tasks_of_note(path, on_its_lines, scope) if has_tasks else ([], [])
    return Document(path, style, scope, "", (note, *tasks)), [*found, *wrong]


def _title_heading(page: Page) -> Heading | None:
    """The heading that is the title of a note: its first one of level 1, before other headings and after few lines. A
    note that begins with text has its name for a title, and sections of level 1."""
    first = next(iter(page.headings), None)
    if first is None or first.level != 1:
        return None
    above = sum(bool(line.strip()) for line in page.lines[: first.first])
    return first if above <= MAX_ABOVE_TITLE else None


def _is_unbegun_checklist(stem: str, title: str, body: str) -> bool:
    """Whether a note calls itself a checklist, and no box is ticked: it is gone through again and again, elsewhere."""
    return (is_checklist(stem) or is_checklist(title)) and not _TICKED.search(body)


def _tags(front: TolerantFrontMatter, page: Page) -> tuple[str, ...]:
    value = front.value("tags") or front.value("tag") or ""
    listed = value if isinstance(value, list) else re.split(r"[\s,]+", value) if isinstance(value, str) else []
    tags = [tag.lstrip("#").strip() for tag in listed if isinstance(tag, str)]
    inside = {number for first, last in page.code for number in range(first, last)}
    for number, line in enumerate(page.lines):
        if "#" in line and number not in inside and len(line) < 20_000:
            tags += _INLINE_TAG.findall(without_links(page, number)) if not line.startswith("# ") else []
    return tuple(tag for tag in dict.fromkeys(tags) if tag)


def _native(front: TolerantFrontMatter) -> dict[str, Value]:
    in_model = ("title", "tags", "aliases", "alias", "tag", *_TIMES, *_CHANGES)
    return present(status=front.text("status")) | {
        key: value
        for key, value in front.values.items()
        if key.lower() not in (*in_model, "status") and value not in ("", [])
    }


def _references(front: TolerantFrontMatter, page: Page) -> Iterator[Reference]:
    for key, value in front.values.items():
        for text in _texts(value):
            if "[[" in text or "](" in text:
                for found in links_in_text(text):
                    line = front.lines.get(key, 1)
                    yield _reference(found.target, line, 1, 1, found.is_wiki, found.is_embed)
    shown: dict[int, set[str]] = {}  # by line: the links that stand there as code too; once a line, not once a link
    for found in links_in(page):
        line_text = page.lines[found.line]
        if found.line not in shown:
            shown[found.line] = {shown.strip() for shown in _SHOWN.findall(line_text)}
        reference = _reference(
            found.target,
            front.body_line + found.line,
            column_of(line_text, found.start),
            column_of(line_text, found.end),
            found.is_wiki,
            found.is_embed,
        )
        # The page explains how a link looks.
        is_shown = found.target in shown[found.line] or _WELCOME in line_text
        yield reference._replace(is_quiet=reference.is_quiet or is_shown)


def _reference(target: str, line: int, start: int, end: int, is_wiki: bool, is_embed: bool) -> Reference:
    """A link to another page. Links to headings of the note itself, embeds and links to other files are quiet."""
    suffix = target.rpartition("/")[2].rpartition(".")[2].lower() if "." in target else ""
    is_of_file = suffix.isalnum() and (len(suffix) < 6 or suffix in _LONG_SUFFIXES)
    is_file = is_of_file and suffix not in ("md", "markdown")
    word = "embeds" if is_embed else "links"
    is_quiet = is_file or not target or not is_wiki or _ANY_NAME.fullmatch(target) is not None
    return Reference("references", False, word, target, line, start, end, True, is_wiki, is_quiet)


def _texts(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    else:
        for item in value.values():
            yield from _texts(item)
