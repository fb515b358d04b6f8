"""Which files may hold memory, by their names. Suffixes count in any case; whole names count as they are written."""

from compiler.text.markdown import SUFFIXES

MAX_BYTES = 64 * 1024 * 1024  # a transcript may be long

MARKDOWN = SUFFIXES
LINES = ".jsonl"
_WORLD = ".urd.md"  # a world file, though its suffix is that of markdown
_MEMORY_FILES = ("memory.jsonl", "memory.json")
_MEMORY_SUFFIX = ".memory.jsonl"
_INDEX = "MEMORY.md"  # in capitals only: a `memory.md` is a page about memory


def claims(path: str) -> bool:
    """Return whether a file may hold memory. Its content decides (`syntax.detect`)."""
    if is_markdown(path):
        return not path.lower().endswith(_WORLD)
    return path.lower().endswith(LINES) or _file_name(path) in _MEMORY_FILES


def is_markdown(path: str) -> bool:
    """Return whether a file is markdown."""
    return path.lower().endswith(MARKDOWN)


def is_record_file(path: str) -> bool:
    """Return whether a file is named as one that holds records, whatever its content."""
    return _file_name(path) in _MEMORY_FILES or path.lower().endswith(_MEMORY_SUFFIX)


def is_index(path: str) -> bool:
    """Return whether a file is named as an index of auto-memory."""
    return _file_name(path) == _INDEX


def is_named(path: str) -> bool:
    """Return whether the name of a file alone says that it is memory."""
    return is_record_file(path) or is_index(path)


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]
