"""The parser of requirements: the text of one file, of whichever kind it is, to its unit.

Each kind has a reader that takes its time to be imported, and most sources have files of few kinds.
"""

from compiler.languages.requirements.claims import CONFIGURATION, MARKDOWN, RESULTS
from compiler.model.language import Parsed


def parse(path: str, text: str) -> Parsed:
    """The unit of a file and what is wrong with it; the unit is None when the file holds nothing of requirements."""
    if path.rpartition("/")[2] in CONFIGURATION:
        from compiler.languages.requirements.syntax.settings import parse_settings

        return Parsed(*parse_settings(path, text))
    if path.endswith(MARKDOWN):
        from compiler.languages.requirements.syntax.markdown import parse_markdown

        return Parsed(parse_markdown(path, text), ())
    if path.endswith(RESULTS):
        from compiler.languages.requirements.syntax.results import parse_results

        return Parsed(parse_results(path, text), ())
    from compiler.languages.requirements.syntax.code import parse_code

    return Parsed(parse_code(path, text), ())
