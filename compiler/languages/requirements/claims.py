"""Which files are read as requirements, code, tests, results or configuration, by their names.

Suffixes are compared without regard to case.
"""

from compiler.languages.requirements.format_registry import claims as claimed_by_format
from compiler.model.language import InFolder
from compiler.text.comment_styles import comment_style
from compiler.text.markdown import SUFFIXES

CONFIGURATION_FILES = (".elspais.toml", ".elspais.local.toml")
PROJECT_SETTINGS = "frieze.toml"  # at the root, given to the language if it says something of it
MARKDOWN = SUFFIXES
WORLD = ".urd.md"  # markdown by its last suffix, but files of the world language
RESULTS = ".xml"
MAX_BYTES = 16 * 1024 * 1024  # of one file


def claims(path: str) -> bool:
    """Whether a file is markdown, code with comments, XML (perhaps JUnit), a configuration, or of another format."""
    lower = path.lower()
    if lower.endswith((*MARKDOWN, RESULTS)):
        return not lower.endswith(WORLD)
    return is_configuration(path) or comment_style(path) is not None or claimed_by_format(path)


def is_markdown(path: str) -> bool:
    """Whether a file is markdown that may state requirements."""
    lower = path.lower()
    return lower.endswith(MARKDOWN) and not lower.endswith(WORLD)


def may_be_xml(pattern: str) -> bool:
    """Whether a pattern of paths may select JUnit results: by its suffix, or because it has none of its own."""
    name = pattern.rpartition("/")[2]
    return is_xml(name) or "*" in name.rpartition(".")[2] or "." not in name


def is_xml(path: str) -> bool:
    """Whether a file may hold JUnit results."""
    return path.lower().endswith(RESULTS)


def is_configuration(path: str) -> bool:
    """Whether a file is a configuration."""
    return path.rpartition("/")[2] in CONFIGURATION_FILES


def imports(path: str, unit: object) -> tuple[InFolder]:  # noqa: ARG001
    """The configuration beside a file; the same for every unit."""
    return (InFolder(path.rpartition("/")[0], CONFIGURATION_FILES.__contains__),)
