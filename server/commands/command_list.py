"""`frieze --help`, and `frieze` outside of a project: the commands by what they are for, and what to begin with."""

from collections.abc import Mapping, Sequence

import click

from server.people.system_errors import SaysSystemErrors

PURPOSES: Mapping[str, Sequence[str]] = {
    "Look at a source": ("explore", "search", "show", "impact", "tasks", "decisions", "coverage", "render", "sql"),
    "Check it, and see what changed": ("check", "verify", "explain", "diff", "propose"),
    "Use it with agents and editors": ("config", "serve", "lsp", "query", "read", "tools", "dump"),
    "Set up": ("completion", "init", "freeze", "build", "export"),
}
OTHERS = "More"
BEGIN = (
    ("frieze", "in a project: what is in it, and what comes next"),
    ("frieze check", "what Frieze reads in this folder, and what is wrong"),
    ("frieze search WORDS", "where something is mentioned"),
    ("frieze config claude", "what your agent needs; also for cursor, vscode, codex"),
)


class CommandList(SaysSystemErrors, click.Group):
    """A group of commands whose help lists them by purpose."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a list of commands for each purpose, and what to begin with."""
        listed = {name for names in PURPOSES.values() for name in names}
        others = tuple(name for name in self.list_commands(ctx) if name not in listed)
        widest = max(map(len, self.commands))
        for purpose, names in {**PURPOSES, OTHERS: others}.items():
            rows = [
                (name.ljust(widest), self.commands[name].get_short_help_str(formatter.width))
                for name in names
                if name in self.commands
            ]
            if rows:
                with formatter.section(purpose):
                    formatter.write_dl(rows)
        with formatter.section("Begin with"):
            formatter.write_dl(BEGIN)
