"""Archives of requirements, which are binary files: they have no lines, so every span is that of the whole file."""

from compiler.languages.requirements.formats.reqif.archive import parse_archive as read_archive
from compiler.languages.requirements.records import MixedFile
from compiler.model.language import Parsed


def parse_archive(path: str, content: bytes) -> Parsed:
    """The unit of an archive. What cannot be read in it is in the unit."""
    return Parsed(MixedFile(path, None, (read_archive(path, content),)), ())


def shown(unit: MixedFile) -> str:
    """The text that a snapshot holds of an archive: its items."""
    items = (item for other in unit.others for item in other.items)
    return "".join(f"{item.id} {item.title}\n{item.text}\n\n" for item in items)
