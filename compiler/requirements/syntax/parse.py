"""The parser of requirements: the text of one file, of whichever kind it is, to its unit."""

from compiler.language import Parsed
from compiler.requirements import CONFIGURATION, MARKDOWN, RESULTS
from compiler.requirements.syntax.code import parse_code
from compiler.requirements.syntax.markdown import parse_markdown
from compiler.requirements.syntax.settings import parse_settings


def parse(path: str, text: str) -> Parsed:
    """The unit of a file and what is wrong with it; the unit is None when the file holds nothing of requirements."""
    if path.rpartition("/")[2] in CONFIGURATION:
        return Parsed(*parse_settings(path, text))
    if path.endswith(MARKDOWN):
        return Parsed(parse_markdown(path, text), ())
    if path.endswith(RESULTS):
        from compiler.requirements.syntax.results import parse_results  # the XML parser, which most projects never need

        return Parsed(parse_results(path, text), ())
    return Parsed(parse_code(path, text), ())
