"""The parser of memory: the text of one file to its unit, by the parser of its format (`detect.PARSERS`)."""

from collections.abc import Iterable

from compiler.languages.memory.claims import is_markdown
from compiler.languages.memory.records import Unit
from compiler.languages.memory.syntax.detect import PARSERS, lines_format, markdown_format
from compiler.model.language import InFolder, Parsed


def parse(path: str, text: str) -> Parsed:
    """Parse one file. The unit is None if the file holds no memory."""
    text = text.removeprefix("\ufeff")
    if is_markdown(path):
        text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
        name = markdown_format(path, text)
    else:
        name = lines_format(path, text)
    return Parsed(*PARSERS[name](path, text)) if name else Parsed(None, ())


def imports(path: str, unit: Unit) -> Iterable[str | InFolder]:  # noqa: ARG001
    """Return the files that a unit needs: none, a file of memory stands alone."""
    return ()
