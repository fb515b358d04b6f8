"""The parser of memory: the text of one file to its unit, by the name of the file and by what it holds."""

from compiler.languages.memory import places
from compiler.model.language import Parsed


def parse(path: str, text: str) -> Parsed:
    """The unit of a file and what is wrong with it; the unit is None when the file holds no memory."""
    text = text.removeprefix("\ufeff")
    if path.endswith(places.MARKDOWN):
        return _markdown(path, text)
    kind = places.kind_of_lines(path, text)
    if kind == "claude":
        from compiler.languages.memory.syntax.claude import parse_transcript

        return Parsed(*parse_transcript(path, text))
    if kind == "codex":
        from compiler.languages.memory.syntax.codex import parse_rollout

        return Parsed(*parse_rollout(path, text))
    if kind == "memory":
        from compiler.languages.memory.syntax.canonical import parse_memory

        return Parsed(*parse_memory(path, text))
    return Parsed(None, ())


def _markdown(path: str, text: str) -> Parsed:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    kind = places.kind_of_markdown(path, text)
    if kind == "basic-memory":
        from compiler.languages.memory.syntax.notes import parse_note

        return Parsed(*parse_note(path, text))
    if kind in ("auto-memory", "index"):
        from compiler.languages.memory.syntax.auto import parse_auto_memory

        return Parsed(*parse_auto_memory(path, text, is_index=kind == "index"))
    return Parsed(None, ())
