"""Detects the format of a file that may hold memory, by its name and by how its content begins.

Markdown is *auto-memory* if its frontmatter has `name` and `description` and either `node_type: memory` or one of the
four types of that format; its index is a `MEMORY.md`. Markdown is a *basic-memory* note if a list in it has an
observation (`- [category] text`) or a relation (`- type [[Target]]`), and if it has a heading `Observations` or
`Relations`, a `type` in its frontmatter beside an observation, or a `permalink` there beside an observation, a `type`
or a `title`. Beside a mere `type`, which many notes have, the category is one word, and no link of markdown that the
page defines. A mere `permalink` is that of a site's page, and so is one that begins with `/`. Other markdown is not
memory, even with wikilinks or task boxes.
"""

import re

from compiler.languages.memory.claims import is_index, is_record_file
from compiler.model.language import imported
from compiler.text.front_matter import find_block

_HERE = "compiler.languages.memory.syntax"
# The parser of each format. Its module is imported when it is first needed.
PARSERS = {
    "claude": imported(f"{_HERE}.claude:parse_transcript"),
    "codex": imported(f"{_HERE}.codex:parse_rollout"),
    "memory": imported(f"{_HERE}.canonical:parse_log"),
    "basic-memory": imported(f"{_HERE}.basic_memory:parse_note"),
    "auto-memory": imported(f"{_HERE}.auto_memory:parse_auto_memory"),
    "index": imported(f"{_HERE}.auto_memory:parse_index"),
}
# What proves each format, for people.
PROOFS = {
    "jsonl": "each line is a record with a type of Frieze's own format",
    "mcp": "each line is an entity or a relation, as the memory server of MCP writes them",
    "basic-memory": "front matter has a permalink, or sections have observations and relations",
    "auto-memory": "the page is MEMORY.md, or stands in a folder of one",
    "claude": "each line is a message of a transcript of Claude Code",
    "codex": "each line is an event of a transcript of Codex",
}

_BEGINNING = 64 * 1024  # characters of a file of lines that are looked at
_AUTO_TYPES = ("user", "feedback", "project", "reference")
_AUTO_TYPE = re.compile(rf"^[ \t]*type:[ \t]*[\"']?(?:{'|'.join(_AUTO_TYPES)})[\"']?[ \t]*$", re.MULTILINE)
_NODE_TYPE = re.compile(r"^[ \t]*node_type:[ \t]*[\"']?memory[\"']?[ \t]*$", re.MULTILINE)
_NAME = re.compile(r"^name:", re.MULTILINE)
_DESCRIPTION = re.compile(r"^description:", re.MULTILINE)
_NO_CATEGORY = r"(?![xX]\]|[^\w\]]\]|[\d:.,\s-]+\])"  # a task box, another mark of one character, a time
_OBSERVATION = re.compile(rf"\n[ \t]*[-*+][ \t]+\[{_NO_CATEGORY}([^\[\]()\n]+)\][ \t]+\S")  # quicker than one with ^
_ONE_WORD = re.compile(r"[\w./-]+")
_LINK_DEFINITION = re.compile(r"^ {0,3}\[([^\]\n]+)\]:", re.MULTILINE)
_RELATION = re.compile(r"^[ \t]*[-*+][ \t][^\n\[]+\[\[[^\]\n]+\]\]", re.MULTILINE)
_PERMALINK = re.compile(r"^permalink:[ \t]*+(?![\"']?/)\S", re.MULTILINE)
_TYPE = re.compile(r"^type:", re.MULTILINE)
_NAMED = re.compile(r"^(?:type|title):", re.MULTILINE)
_SECTION = re.compile(r"^#{1,6}[ \t]+(?:Observations|Relations)[ \t]*$", re.MULTILINE)

# Keys at the beginning of the lines of each format; a line must have all keys of one row. `uuid` may stand behind a
# long message, so the rows are alternatives.
_CLAUDE = (
    ('"sessionId"', '"uuid"'),
    ('"sessionId"', '"parentUuid"'),
    ('"type":"summary"', '"leafUuid"'),
    ('"type": "summary"', '"leafUuid"'),
)
_CODEX = (('"session_meta"', '"payload"'), ('"response_item"', '"payload"'), ('"event_msg"', '"payload"'))
_OLD_CODEX = (('"id"', '"timestamp"', '"instructions"'),)
_OLD_ROLLOUT = (('"id"', '"timestamp"'), ('"type"', '"role"', '"content"'))
_HEADER = (('"memory-jsonl"',),)
_MCP = (('"entityType"', '"observations"', '"name"'), ('"relationType"', '"from"', '"to"'))


def lines_format(path: str, text: str) -> str:
    """Return the format of a file of JSON lines: claude, codex, memory, or "" if it is none of them.

    Transcripts are looked for first, because they may quote what an agent sent to a memory server.
    """
    if is_record_file(path):
        return "memory"
    lines = [line for line in text[:_BEGINNING].split("\n")[:60] if line and not line.isspace()]
    if _any_has_keys(lines[:1], _HEADER):
        return "memory"
    is_old_rollout = path.rpartition("/")[2].startswith("rollout-") and _any_has_keys(lines[:1], _OLD_ROLLOUT)
    if _any_has_keys(lines, _CODEX) or is_old_rollout or _any_has_keys(lines[:1], _OLD_CODEX):
        return "codex"
    if _any_has_keys(lines, _CLAUDE):
        return "claude"
    return "memory" if _any_has_keys(lines, (*_HEADER, *_MCP)) else ""


def markdown_format(path: str, text: str) -> str:
    """Return the format of a markdown file: auto-memory, index, basic-memory, or "" if it is none of them."""
    if is_index(path):
        return "index"
    block = find_block(text)
    front = block.yaml if block else ""
    if _NAME.search(front) and _DESCRIPTION.search(front) and (_NODE_TYPE.search(front) or _AUTO_TYPE.search(front)):
        return "auto-memory"
    has_observation = _OBSERVATION.search(f"\n{text}") is not None
    if not has_observation and ("[[" not in text or not _RELATION.search(text)):
        return ""
    if _PERMALINK.search(front):
        is_declared = has_observation or _NAMED.search(front) is not None
    else:
        is_declared = has_observation and _TYPE.search(front) is not None and _has_plain_category(text)
    return "basic-memory" if is_declared or _SECTION.search(text) else ""


def _has_plain_category(text: str) -> bool:
    """Return whether a list item begins with one word in brackets that is no link of markdown."""
    links = {label.casefold() for label in _LINK_DEFINITION.findall(text)}
    categories = _OBSERVATION.findall(f"\n{text}")
    return any(_ONE_WORD.fullmatch(category.strip()) and category.casefold() not in links for category in categories)


def _any_has_keys(lines: list[str], rows: tuple[tuple[str, ...], ...]) -> bool:
    """Return whether one of the lines is an object with all keys of one of the rows."""
    return any(all(key in line for key in row) for line in lines if line.lstrip().startswith("{") for row in rows)
