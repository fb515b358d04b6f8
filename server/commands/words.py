"""Which words of a command line are SOURCE, where it may be left out."""

import os
from collections.abc import Collection, Sequence
from typing import NamedTuple

import click

HERE = "."


class AskedQueue(NamedTuple):
    """A queue of tasks, None for those that are ready and those that are blocked; the source; a blocked task."""

    queue: str | None
    source: str
    id: str | None


def asked_in(source: str | None, option: str | None) -> str:
    """Return SOURCE, which is an argument, an option or the folder at hand. Raises click.UsageError if it is both."""
    if source is not None and option is not None:
        raise click.UsageError(f"SOURCE is given twice: '{source}' and -s '{option}'.")
    return option or source or HERE


def words_in(words: Sequence[str], option: str | None) -> tuple[str, str]:
    """Return the words to search for, and SOURCE: the last word, if it is written as a path and something is there."""
    if option is not None or len(words) < 2 or not _is_there(words[-1]):
        return " ".join(words), option or HERE
    if _is_written_as_path(words[-1]):
        return " ".join(words[:-1]), words[-1]
    click.echo(f"'{words[-1]}' is searched for. It is a file or folder too: -s {words[-1]} searches in it.", err=True)
    return " ".join(words), HERE


def diagram_in(source: str | None, diagram: str | None, option: str | None) -> tuple[str, str | None]:
    """Return SOURCE and the id of a diagram, None if there is none. A single word is SOURCE if it is written as a path,
    as no id is, and something is there."""
    is_alone = diagram is not None and source is None and option is None
    if is_alone and _is_written_as_path(diagram or "") and _is_there(diagram or ""):
        source, diagram = diagram, None
    return asked_in(source, option), diagram


def statement_in(source: str | None, statement: str | None, option: str | None) -> tuple[str, str | None]:
    """Return SOURCE and the SQL, None if there is none. A single word is the SQL if it is -, or has blanks and is no
    path."""
    is_alone = source is not None and statement is None
    if is_alone and (option is not None or source == "-" or _is_statement(source)):
        source, statement = None, source
    return asked_in(source, option), statement


def queue_asked(queues: Collection[str], words: Sequence[str], option: str | None) -> AskedQueue:
    """Return what `[QUEUE] [SOURCE] [ID]` asks for. What is no path is the ID of a blocked task.

    Raises click.UsageError if there is a word too many, or one that is neither a queue nor a path.
    """
    queue = words[0] if words and words[0] in queues else None
    rest = list(words[1:] if queue else words)
    if not queue and rest and (option is not None or not _is_there(rest[0])):
        raise click.UsageError(f"'{rest[0]}' is neither one of {', '.join(queues)} nor a file or folder.")
    has_source = len(rest) > 1 or (len(rest) == 1 and option is None and (queue != "blocked" or _is_path(rest[0])))
    source = rest.pop(0) if has_source else None
    if len(rest) > 1:
        raise click.UsageError(f"There is a word too many: '{rest[-1]}'.")
    return AskedQueue(queue, asked_in(source, option), rest[0] if rest else None)


def _is_statement(word: str | None) -> bool:
    return word is not None and len(word.split()) > 1 and not _is_there(word)


def _is_written_as_path(word: str) -> bool:
    return "/" in word or os.sep in word or word in (".", "..") or word.endswith(".frieze")


def _is_path(word: str) -> bool:
    """Whether a word can only be a path: something is there, or it is written as one that nothing is at."""
    return _is_there(word) or word.startswith((".", "/", "~"))


def _is_there(word: str) -> bool:
    return os.path.exists(word)  # noqa: PTH110  (Path.exists fails at a name that is too long)
