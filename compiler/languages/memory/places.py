"""Which files may hold memory, by their names, and which do, by a look at how they begin.

Markdown is told apart so. It is *auto-memory* when its frontmatter has `name` and `description` and either
`node_type: memory` or one of the four types of that format; its index is a `MEMORY.md`. It is a *basic-memory* note
when it has an observation (`- [category] text`) or a relation (`- type [[Target]]`) in a list and says that it is such
a note: by a `permalink` in its frontmatter, by a heading `Observations` or `Relations`, or by a `type` in its
frontmatter beside an observation. All other markdown, notes with wikilinks and boxes to tick among it, is not memory.
"""

import re

MAX_BYTES = 64 * 1024 * 1024  # of one file: a transcript is a long one

MARKDOWN = (".md", ".markdown")
FOREIGN = ".urd.md"  # markdown by its suffix, and another language by its content
LINE_LOGS = ".jsonl"
MEMORY_FILES = ("memory.jsonl", "memory.json")
MEMORY_SUFFIX = ".memory.jsonl"
INDEX = "MEMORY.md"  # just so: a `memory.md` is a page about memory
AUTO_TYPES = ("user", "feedback", "project", "reference")

_BEGINNING = 64 * 1024  # characters that tell what a file of lines is
_FRONTMATTER = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_AUTO_TYPE = re.compile(rf"^[ \t]*type:[ \t]*[\"']?(?:{'|'.join(AUTO_TYPES)})[\"']?[ \t]*$", re.MULTILINE)
_NODE_TYPE = re.compile(r"^[ \t]*node_type:[ \t]*[\"']?memory[\"']?[ \t]*$", re.MULTILINE)
_NO_CATEGORY = r"(?![xX]\]|[^\w\]]\]|[\d:.,\s-]+\])"  # a box to tick, another mark of one sign, a time
_OBSERVATION = re.compile(rf"^[ \t]*[-*+][ \t]+\[{_NO_CATEGORY}[^\[\]()\n]+\][ \t]+\S", re.MULTILINE)
_RELATION = re.compile(r"^[ \t]*[-*+][ \t]+[^\n\[]+\[\[[^\]\n]+\]\]", re.MULTILINE)
_SECTION = re.compile(r"^#{1,6}[ \t]+(?:Observations|Relations)[ \t]*$", re.MULTILINE)

# Keys with which the lines of each format begin; a line must have all of one row. A message may be long, and the `uuid`
# stands behind it.
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


def is_claimed(path: str) -> bool:
    """Whether a file may hold memory."""
    if path.endswith(MARKDOWN):
        return not path.endswith(FOREIGN)
    return path.endswith(LINE_LOGS) or path.rpartition("/")[2] in MEMORY_FILES


def is_named_memory(path: str) -> bool:
    """Whether the name of a file says that it holds records, whatever is in it."""
    return path.rpartition("/")[2] in MEMORY_FILES or path.endswith(MEMORY_SUFFIX)


def is_index(path: str) -> bool:
    """Whether a file is by its name the index of auto-memory."""
    return path.rpartition("/")[2] == INDEX


def kind_of_lines(path: str, text: str) -> str:
    """What a file of lines is: claude, codex, memory, or "" for none of them. A transcript may hold what an agent gave
    to a memory server, so it is looked for first."""
    if is_named_memory(path):
        return "memory"
    lines = [line for line in text[:_BEGINNING].split("\n")[:60] if line and not line.isspace()]
    if _begins(lines[:1], _HEADER):
        return "memory"
    is_old_rollout = path.rpartition("/")[2].startswith("rollout-") and _begins(lines[:1], _OLD_ROLLOUT)
    if _begins(lines, _CODEX) or is_old_rollout or _begins(lines[:1], _OLD_CODEX):
        return "codex"
    if _begins(lines, _CLAUDE):
        return "claude"
    return "memory" if _begins(lines, (*_HEADER, *_MCP)) else ""


def kind_of_markdown(path: str, text: str) -> str:
    """What a markdown file is: auto-memory, index, basic-memory, or "" for none of them."""
    if is_index(path):
        return "index"
    found = _FRONTMATTER.match(text) if text.startswith("---") else None
    front = found[1] if found else ""
    if "name:" in front and "description:" in front and (_NODE_TYPE.search(front) or _AUTO_TYPE.search(front)):
        return "auto-memory"
    has_observation = _OBSERVATION.search(text) is not None
    if not has_observation and ("[[" not in text or not _RELATION.search(text)):
        return ""
    says_so = "permalink:" in front or (has_observation and re.search(r"^type:", front, re.MULTILINE) is not None)
    return "basic-memory" if says_so or _SECTION.search(text) else ""


def _begins(lines: list[str], rows: tuple[tuple[str, ...], ...]) -> bool:
    return any(all(key in line for key in row) for line in lines if line.lstrip().startswith("{") for row in rows)
