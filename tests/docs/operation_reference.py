"""Write the page of the operations from their declarations.

python -m tests.docs.operation_reference      # writes docs/operations.md
"""

from collections.abc import Iterator, Sequence

from queries.operations.operation import Operation
from queries.operations.table import LEFT_OUT, OPERATIONS
from queries.tools.parameters import Parameter
from tests.paths import ROOT

PAGE = ROOT / "docs" / "operations.md"

HEAD = """# Operations

`python -m tests.docs.operation_reference` writes this page from the declarations of the operations.

An operation is a writing tool of one of the five systems, under its own name, or gives a heading of a page or an entity
of a world another name. `propose_change` takes a list of them in place of `edits` ([proposals.md](proposals.md)), and
answers what would change. Nothing is written.

    $ frieze propose worlds/traced-kettle --patch --json - <<'END'
    {"operations": [{"op": "mutate_change_status", "node_id": "REQ-d00001", "new_status": "Draft"}]}
    END

With `server SOURCE --proposals` each operation is listed as a tool of its own name, for agents that know the writing
tools of a system. It takes `then`, `base_digest` and `limit` as `propose_change` does, and answers the same. Calls of
operations are answered without `--proposals`, too; `frieze query` asks them on the command line.

Operations are made in their order, each on the source as the one before leaves it; at most 20 in a call. Each becomes
the smallest edit of whole lines. Everything around them stays as it is: comments, order, spacing and the ends of lines.
One that cannot be made is refused with the reason, and with its place in the list.

An operation writes what it is given. Where the text means something else in its format, such as a title with the sign
of a tag, the answer tells that: `changed_objects`, `changed_links` and `new_diagnostics` are what compiling the edited
files gives, and not what the operation expects.

A hash of a requirement that was right is right after the edit of its assertions. One that was stale stays stale:
somebody has still to look at what changed before. An entry in a changelog needs an author and a reason, so none is
written.

Undoing needs no operation: nothing was written. `git apply -R` takes back a patch.
"""


def page() -> str:
    """Return the page."""
    return "\n".join([HEAD, *(line for one in OPERATIONS.by_language.items() for line in _chapter(*one))])


def _chapter(language: str, operations: Sequence[Operation]) -> Iterator[str]:
    yield f"## {language.capitalize()}\n"
    for one in operations:
        yield from _section(one)
    if reasons := LEFT_OUT.get(language):
        yield "### What is no operation\n"
        yield "| tool | reason |\n|---|---|"
        yield from (f"| `{name}` | {reason} |" for name, reason in reasons.items())
        yield ""


def _section(one: Operation) -> Iterator[str]:
    yield f"### `{one.name}`\n"
    yield f"{one.says} Applies to: {one.applies_to[0].lower()}{one.applies_to[1:]}\n"
    yield "| argument | |"
    yield "|---|---|"
    yield from (f"| `{argument.name}` | {_meaning(argument)} |" for argument in one.parameters)
    yield ""


def _meaning(argument: Parameter) -> str:
    choices = f" One of {', '.join(argument.choices)}." if argument.choices else ""
    default = f" By default {argument.default}." if argument.default not in (None, False) else ""
    return f"{argument.description}{choices}{default}{'' if argument.required else ' Optional.'}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
