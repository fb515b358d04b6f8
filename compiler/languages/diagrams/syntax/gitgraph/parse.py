"""Git graphs: prepared text to syntax tree and diagnostics."""

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.gitgraph.build import GitGraphBuilder
from compiler.languages.diagrams.syntax.gitgraph.lexer import MODES
from compiler.languages.diagrams.syntax.gitgraph.statements import Statements
from compiler.languages.diagrams.syntax.shared.grammar import DiagramGrammar
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.recovery import Mistake, RecoveryRules

# The names of token types in messages.
TOKEN_NAMES = {
    "_GIT_GRAPH": "`gitGraph`",
    "_COLON": "`:`",
    "COMMIT": "`commit`",
    "BRANCH": "`branch`",
    "MERGE": "`merge`",
    "CHECKOUT": "`checkout`",
    "CHERRY_PICK": "`cherry-pick`",
    "NAME": "the name of a branch",
    "_ID": "`id:`",
    "_TAG": "`tag:`",
    "_TYPE": "`type:`",
    "_PARENT": "`parent:`",
    "_ORDER": "`order:`",
    "STRING": "a text in quotes",
    "TYPE": "`NORMAL`, `REVERSE` or `HIGHLIGHT`",
    "INT": "a whole number",
}
STARTERS = frozenset({"COMMIT", "BRANCH", "MERGE", "CHECKOUT", "CHERRY_PICK", "_NEWLINE"})


def suggest(prepared: Prepared, mistake: Mistake) -> str | None:  # noqa: ARG001
    """A suggestion for a common mistake, or None."""
    if "NAME" in mistake.expected and mistake.token.value.strip():
        return f'In quotes it is a name: `"{mistake.token.value}"`.'
    return None


# Its syntax tree is `{title?, direction, branches, commits}`.
GRAMMAR = DiagramGrammar(
    file="gitgraph/gitgraph.lark",
    lexer=MODES,
    statements=Statements,
    builder=GitGraphBuilder,
    recovery=RecoveryRules(
        header="_GIT_GRAPH",
        closing=("_EOF", "_NEWLINE"),
    ),
    code=codes.GIT_SYNTAX,
    token_names=TOKEN_NAMES,
    suggest=suggest,
    starters=STARTERS,
)
parse = GRAMMAR.parse
