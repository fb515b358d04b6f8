"""Which files state, cite or test requirements, by their names."""

from compiler.languages.requirements.syntax.comments import style_of
from compiler.model.language import InFolder

CONFIGURATION = (".elspais.toml", ".elspais.local.toml")
MARKDOWN = (".md", ".markdown")
WORLD = ".urd.md"  # markdown by its suffix, and another language by its content
RESULTS = ".xml"
MAX_BYTES = 16 * 1024 * 1024  # of one file


def claims(path: str) -> bool:
    """Whether a file is markdown, code with comments, a JUnit result or a configuration, by its name."""
    if path.endswith((*MARKDOWN, RESULTS)):
        return not path.endswith(WORLD)
    return path.rpartition("/")[2] in CONFIGURATION or style_of(path) is not None


def configuration_near(path: str) -> tuple[InFolder]:
    """The configuration beside a file."""
    return (InFolder(path.rpartition("/")[0], CONFIGURATION.__contains__),)
