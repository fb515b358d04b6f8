"""The diagnostics of formats beside elspais's: about lines that state nothing, revisions and needs."""

from compiler.model.diagnostics import Code, Phase

UNREAD_STATEMENT = Code("REQ601", "warning", Phase.COLLECT, "'{text}' is read as text: {reason}.")
WRONG_REVISION = Code(
    "REQ602",
    "warning",
    Phase.RESOLVE,
    "{source} cites {target}, and the project has the {words} revision {nearest}, so this covers nothing.",
)
UNWANTED = Code(
    "REQ603",
    "warning",
    Phase.RESOLVE,
    "{source} covers {target} by '{kind}', which {target} does not need.",
)
AMBIGUOUS = Code(
    "REQ604",
    "warning",
    Phase.RESOLVE,
    "{source} cites {target}, which is stated more than once, first in {path}:{line}, so this covers nothing.",
    cause=("target",),
)
UNCOVERED_NEED = Code(
    "REQ605", "info", Phase.VALIDATE, "{id} needs '{label}', and nothing of that kind in its revision covers it."
)

SUSPECT_LINK = Code(
    "REQ606", "warning", Phase.VALIDATE, "{source} links to {target}, which has changed since the link was reviewed."
)
UNREVIEWED = Code("REQ607", "warning", Phase.VALIDATE, "{id} has changed since it was reviewed.")
NOT_IN_FORCE = Code("REQ608", "warning", Phase.RESOLVE, "{source} links to {target}, which is {status}.")
OTHER_DOCUMENT = Code(
    "REQ609",
    "info",
    Phase.VALIDATE,
    "{source} links to {target} of document {level}, and the parent of its document is {parent}.",
)

# Specifications that agents work from

NO_CRITERIA = Code(
    "REQ621", "warning", Phase.VALIDATE, "{id} {has} no {criteria}, so nothing can show that {it_holds}."
)
LEFT_OUT = Code(
    "REQ622", "warning", Phase.VALIDATE, "{source} states {target} anew without {left_out}, which would be lost."
)
EXISTS_ALREADY = Code("REQ623", "warning", Phase.RESOLVE, "{source} adds {target}, which {path}:{line} states already.")
NO_TASK = Code("REQ624", "info", Phase.VALIDATE, "No task cites{labels} {id}.")
OPEN_QUESTION = Code("REQ625", "warning", Phase.VALIDATE, "{id} still needs clarification{question}.")

FORMAT_CODES = (
    UNREAD_STATEMENT,
    WRONG_REVISION,
    UNWANTED,
    AMBIGUOUS,
    UNCOVERED_NEED,
    SUSPECT_LINK,
    UNREVIEWED,
    NOT_IN_FORCE,
    OTHER_DOCUMENT,
    NO_CRITERIA,
    LEFT_OUT,
    EXISTS_ALREADY,
    NO_TASK,
    OPEN_QUESTION,
)
