"""The diagnostics of pages: every code with its severity, phase and message template.

The hundreds group them: 1 reading files, 2 links.
"""

from compiler.model.diagnostics import Code, Phase

UNREADABLE = Code("DOC101", "warning", Phase.PARSE, "'{path}' cannot be read: {reason}.")

MISSING_FILE = Code(
    "DOC201", "warning", Phase.RESOLVE, "The link leads to '{path}', and there is no such file.", cause=("path",)
)
MISSING_ANCHOR = Code(
    "DOC202",
    "warning",
    Phase.RESOLVE,
    "The link leads to '#{anchor}' in '{path}', which has no such anchor.",
    cause=("path", "anchor"),
)

UNKNOWN_SHAPE = Code(
    "DOC203",
    "info",
    Phase.RESOLVE,
    "{links} links of the form '{shape}' on {pages} lead to nothing here, such as '{first}', and {there} of this form"
    " {leads} anywhere: a program that is not known may resolve them, or a whole folder is missing. They are not"
    " checked.",
)

CODES = (UNREADABLE, MISSING_FILE, MISSING_ANCHOR, UNKNOWN_SHAPE)
