"""The diagnostics of pages: every code with its severity, phase and message template.

The hundreds group them: 1 reading files, 2 links.
"""

from compiler.model.diagnostics import Code, Phase

UNREADABLE = Code("DOC101", "warning", Phase.PARSE, "'{path}' cannot be read: {reason}.")

MISSING_FILE = Code("DOC201", "warning", Phase.RESOLVE, "The link leads to '{path}', and there is no such file.")
MISSING_ANCHOR = Code(
    "DOC202",
    "warning",
    Phase.RESOLVE,
    "The link leads to '#{anchor}' in '{path}', which has no such anchor.",
)

CODES = (UNREADABLE, MISSING_FILE, MISSING_ANCHOR)
