"""Small projects of Sphinx-Needs as text, and what is read of them."""

from compiler.languages.requirements.format_registry import BY_NAME
from compiler.languages.requirements.formats.records import Item, ItemsFile

CONF = "extensions = ['sphinx_needs', 'myst_parser']\nmyst_enable_extensions = ['colon_fence']\n"
REQ = ".. req:: {}\n   :id: {}\n   {}\n\n   Text.\n\n"


def settled(files: dict[str, str]) -> list[ItemsFile]:
    """The files of a source as the format settles them."""
    one = BY_NAME["sphinx-needs"]
    return list(one.settle([found for path, text in sorted(files.items()) if (found := one.parse(path, text))]))


def items(page: str, conf: str = CONF, name: str = "index.rst") -> list[Item]:
    """The needs of a page of a project with these settings."""
    return [item for one in settled({"conf.py": conf, name: page}) for item in one.items]


def unread(page: str, conf: str = CONF, name: str = "index.rst") -> list[tuple[int, str]]:
    """The lines of a page that are read as text, each with the reason."""
    return [(each.place.line, each.reason) for one in settled({"conf.py": conf, name: page}) for each in one.unread]
