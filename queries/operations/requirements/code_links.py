"""The operation that lets a line of code implement a requirement."""

from compiler.text.comment_styles import comment_style
from queries.operations.arguments import text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Given, operation
from queries.operations.refusals import unavailable
from queries.operations.requirements.texts import check_target
from queries.tools.parameters import Parameter


@operation(
    "Source code.",
    text_argument("file_path", "The file of code.", most=1_000),
    Parameter("line", "integer", "The line above which the comment goes.", required=True, minimum=1),
    text_argument("requirement_id", "The requirement or assertion that the code implements.", most=500),
)
def apply_link(draft: Draft, given: Given) -> None:
    """Adds a comment that the code below implements a requirement or an assertion. It is indented as that line is."""
    check_target(draft, given.requirement_id)
    style = comment_style(given.file_path)
    if style is None:
        raise unavailable("How a comment looks in this file is not known", file_path=given.file_path)
    draft.insert_indented(given.file_path, given.line, f"{style.openers[0]} Implements: {given.requirement_id}")
