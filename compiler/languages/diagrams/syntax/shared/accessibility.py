"""The rules of `accTitle` and `accDescr`, which the lexers of several kinds of diagram share."""

from compiler.languages.diagrams.syntax.shared.modes import rule

ACCESSIBILITY = (
    rule("_ACC_TITLE", r"accTitle{S}*:{S}*", push="value"),
    rule("_ACC_DESCR", r"accDescr{S}*:{S}*", push="value"),
    rule(None, r"accDescr{S}*\{{S}*", push="value_block"),
)
ACCESSIBILITY_MODES = {
    "value": (rule("VALUE", r"[^\n]*", pops=1),),
    "value_block": (rule(None, r"\}", pops=1), rule("ACC_DESCR_BLOCK", r"[^}]*")),
}
