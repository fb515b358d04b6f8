"""The parser of memory: the text of one file to its unit. Each format's module is imported when it is first needed."""

from collections.abc import Iterable

from compiler.languages.memory.claims import is_markdown
from compiler.languages.memory.records import Unit
from compiler.languages.memory.syntax.detect import lines_format, markdown_format
from compiler.model.language import InFolder, Parsed


def parse(path: str, text: str) -> Parsed:
    """Parse one file. The unit is None if the file holds no memory."""
    text = text.removeprefix("\ufeff")
    if is_markdown(path):
        return _parse_markdown(path, text)
    lines = lines_format(path, text)
    if lines == "claude":
        from compiler.languages.memory.syntax.claude import parse_transcript

        return Parsed(*parse_transcript(path, text))
    if lines == "codex":
        from compiler.languages.memory.syntax.codex import parse_rollout

        return Parsed(*parse_rollout(path, text))
    if lines == "memory":
        from compiler.languages.memory.syntax.canonical import parse_log

        return Parsed(*parse_log(path, text))
    return Parsed(None, ())


def imports(path: str, unit: Unit) -> Iterable[str | InFolder]:  # noqa: ARG001
    """Return the files that a unit needs: none, a file of memory stands alone."""
    return ()


def _parse_markdown(path: str, text: str) -> Parsed:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    markdown = markdown_format(path, text)
    if markdown == "basic-memory":
        from compiler.languages.memory.syntax.basic_memory import parse_note

        return Parsed(*parse_note(path, text))
    if markdown in ("auto-memory", "index"):
        from compiler.languages.memory.syntax.auto_memory import parse_auto_memory

        return Parsed(*parse_auto_memory(path, text, is_index=markdown == "index"))
    return Parsed(None, ())
