"""Completion of `frieze query`: the names of tools, their arguments, and the values of these."""

from collections.abc import Sequence

import click

from server.completion.names import SPACES, ids, kinds
from server.completion.values import Items, codes, items, plain, source_of

KINDS = ("kind", "kinds", "object_kinds")
NAMES = ("id", "ids", "ref", "refs", "from", "to", "about", "document", "section", "entity", "world", "scope")
ENDINGS = ("_id", "_ids", "_ref", "_refs")  # of arguments that take names, too


class QueryCommand(click.Command):
    """A command whose last words are a tool and its arguments."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> Items:
        """Complete an option: of the tool, once there is one."""
        return complete_call(ctx, incomplete) or super().shell_complete(ctx, incomplete)


def arguments_of(context: click.Context, _: click.Parameter, incomplete: str) -> Items:
    """Complete the name of the tool, an argument of it, or the value of one."""
    return complete_call(context, incomplete)


def complete_call(context: click.Context, incomplete: str) -> Items:
    """Complete what stands behind SOURCE: the tool, an option of it, or the value of one."""
    import queries
    from server.commands.arguments import tool_command

    words = [word for word in (context.params.get("tool"), *(context.params.get("arguments") or ())) if word]
    at = next((at for at, word in enumerate(words) if word.replace(".", "_") in queries.TOOLS), None)
    if at is None:
        return items([(name, tool.title) for name, tool in queries.TOOLS.items()], incomplete)
    command = tool_command(queries.find_tool(words[at]))
    option, typed = _option(command, words[at + 1 :], incomplete)
    if option is not None:
        return _values(context, words[at], option, typed)
    flags = [
        (flag, param.help or "")
        for param in command.params
        if isinstance(param, click.Option)
        for flag in (*param.opts, *param.secondary_opts)
    ]
    return items(flags, incomplete)


def _option(command: click.Command, words: Sequence[str], incomplete: str) -> tuple[click.Option | None, str]:
    """The option whose value is at the cursor, behind a blank or a `=`, and what has been typed of the value."""
    flag, equals, typed = incomplete.partition("=")
    if not (equals and flag.startswith("--")):
        flag, typed = (words[-1] if words else ""), incomplete
    for param in command.params:
        if isinstance(param, click.Option) and not param.is_flag and flag.replace("_", "-") in param.opts:
            return param, typed
    return None, incomplete


def _values(context: click.Context, name: str, option: click.Option, typed: str) -> Items:
    """What may be the value of an option of a tool."""
    import queries

    tool = queries.find_tool(name)
    parameter = next((parameter for parameter in tool.parameters if parameter.name == option.name), None)
    if parameter is None:
        return []
    if parameter.choices:
        return items(plain(parameter.choices), typed)
    if parameter.name in KINDS:
        return items(kinds(source_of(context)), typed)
    if parameter.name == "code":
        return codes(context, option, typed)
    if parameter.name in NAMES or parameter.name.endswith(ENDINGS):
        kind = "diagram" if parameter.name == "diagram_id" else ""
        return items(ids(source_of(context), typed, SPACES.get(tool.pack, ""), kind), typed)
    return []
