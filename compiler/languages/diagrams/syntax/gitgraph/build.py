"""The syntax tree of a git graph: what its commands make of branches and commits, in the order of the text.

A command that Mermaid refuses is reported and has no effect, but that a branch checked out before it is created is
created without a commit: the commands behind it are not meant for the branch before.
"""

from collections.abc import Iterable
from math import inf
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.gitgraph.statements import Statement
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.statements import Setting
from compiler.languages.diagrams.syntax.shared.text import decode, setting_text
from compiler.model.diagnostics import Diagnostic
from compiler.text.numbers import whole_number

DEFAULT_BRANCH = "main"


class GitGraphBuilder:
    """Applies the commands in order. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        config = prepared.config.get("gitGraph")
        config = config if isinstance(config, dict) else {}
        self.current = str(config.get("mainBranchName") or DEFAULT_BRANCH)
        self.heads: dict[str, str] = {self.current: ""}  # the last commit of each branch, "" without one
        order = config.get("mainBranchOrder")
        self.orders: dict[str, float] = {self.current: order if isinstance(order, int | float) else 0}
        header = max(0, prepared.code.find("gitGraph"))
        # Where the branches are created: the first one in the header.
        self.spans = {self.current: prepared.range(header, header + len("gitGraph"))}
        self.commits: dict[str, dict[str, Any]] = {}
        self.count = 0  # commits so far
        self.settings = {"title": decode(prepared.title or ""), "direction": "LR"}
        self.diagnostics: list[Diagnostic] = []

    def add(self, statements: Iterable[Statement | Setting]) -> None:
        for statement in statements:
            if isinstance(statement, Setting):
                self.settings[statement.key] = setting_text(statement.key, statement.value)
                continue
            match statement.word.type:
                case "COMMIT":
                    self.commit(statement)
                case "BRANCH":
                    self.branch(statement)
                case "MERGE":
                    self.merge(statement)
                case "CHECKOUT":
                    self.checkout(statement)
                case "CHERRY_PICK":
                    self.cherry_pick(statement)

    def tree(self) -> dict[str, Any]:
        branches = []
        for name in sorted(self.heads, key=lambda name: self.orders[name]):
            found = {"name": name, **({"head": self.heads[name]} if self.heads[name] else {})}
            branches.append({**found, "span": self.spans[name]})
        settings = {key: value for key, value in self.settings.items() if value}
        commits = list(self.commits.values())
        return {"diagram_type": "gitGraph", **settings, "branches": branches, "commits": commits}

    def commit(self, statement: Statement) -> None:
        id_ = decode(statement.last("id"))
        if id_ in self.commits:
            line = self.commits[id_]["span"][0]
            self.diagnostics.append(codes.COMMIT_REPLACED.at(self.place(statement), id=id_, line=line))
        parents = [self.head] if self.head else []
        self.push(statement, id_, parents, statement.last("type") or "NORMAL", statement.last("message"))

    def branch(self, statement: Statement) -> None:
        name = decode(statement.name)
        if name in self.heads:
            self.refuse(statement, f"there is a branch `{name}` already; `checkout {name}` goes to it")
        else:
            self.heads[name] = self.head
            number = whole_number(statement.last("order") or "0")
            self.orders[name] = inf if number is None else number
            self.spans[name] = self.span(statement)
        self.current = name

    def checkout(self, statement: Statement) -> None:
        name = decode(statement.name)
        if name not in self.heads:
            self.refuse(statement, f"there is no branch `{name}` before this line; `branch {name}` creates it")
            self.heads[name], self.orders[name] = "", 0
            self.spans[name] = self.span(statement)
        self.current = name

    def merge(self, statement: Statement) -> None:
        other, id_ = decode(statement.name), decode(statement.last("id"))
        reason = self.merge_problem(other, id_)
        if reason:
            self.refuse(statement, reason)
            return
        message = f"merged branch {other} into {self.current}"
        parents = [self.head, self.heads[other]]
        self.push(statement, id_, parents, "MERGE", message, look=statement.last("type"), merged=other)

    def merge_problem(self, other: str, id_: str) -> str:
        """Why the branch `other` cannot be merged; "" when it can."""
        theirs = self.heads.get(other, "")
        if other == self.current or (self.head and theirs and self.commits[self.head]["branch"] == other):
            return f"the branch `{other}` cannot be merged into itself"
        if not self.head:
            return f"the branch `{self.current}` has no commit"
        if other not in self.heads:
            return f"there is no branch `{other}`"
        if not theirs:
            return f"the branch `{other}` has no commit"
        if theirs == self.head:
            return f"the branches `{self.current}` and `{other}` have the same last commit"
        return f"there is a commit `{id_}` already" if id_ and id_ in self.commits else ""

    def cherry_pick(self, statement: Statement) -> None:
        id_, parent = decode(statement.last("id")), decode(statement.last("parent"))
        source = self.commits.get(id_)
        reason = self.cherry_pick_problem(id_, parent, source)
        if reason or source is None:
            self.refuse(statement, reason)
            return
        tags = [tag for tag in statement.all("tag") if tag]
        if not statement.all("tag"):
            tags = [f"cherry-pick:{id_}" + (f"|parent:{parent}" if source["type"] == "MERGE" else "")]
        message = f"cherry-picked {source.get('message', '')} into {self.current}"
        self.push(statement, "", [self.head, id_], "CHERRY_PICK", message, tags=tags)

    def cherry_pick_problem(self, id_: str, parent: str, source: dict[str, Any] | None) -> str:
        """Why a commit cannot be picked; "" when it can."""
        if source is None:
            return f"there is no commit `{id_}`" if id_ else "it names no commit: `id:` is missing"
        if parent and parent not in source.get("parents", ()):
            return f"`{parent}` is no parent of the commit `{id_}`"
        if source["type"] == "MERGE" and not parent:
            return f"the commit `{id_}` is a merge, so `parent:` must name one of its parents"
        if source["branch"] == self.current:
            return f"the commit `{id_}` is on the branch `{self.current}` already"
        return "" if self.head else f"the branch `{self.current}` has no commit"

    @property
    def head(self) -> str:
        """The last commit of the current branch, or ""."""
        return self.heads[self.current]

    def push(
        self,
        statement: Statement,
        id_: str,
        parents: list[str],
        type_: str,
        message: str,
        *,
        tags: list[str] | None = None,
        **more: str,
    ) -> None:
        """Add a commit to the current branch. `more` are fields that it has unless they are empty."""
        number, self.count = self.count, self.count + 1
        name = id_ or self.automatic_id(number)
        optional: dict[str, Any] = {
            "parents": parents,
            "message": decode(message),
            "tags": [decode(tag) for tag in (statement.all("tag") if tags is None else tags)],
            **more,
            "automatic": not id_,
        }
        found = {"id": name, "branch": self.current, "type": type_, **{k: v for k, v in optional.items() if v}}
        self.commits.pop(name, None)
        self.commits[name] = {**found, "span": self.span(statement)}
        self.heads[self.current] = name

    def automatic_id(self, number: int) -> str:
        """The id of a commit without one. Mermaid gives it a random one."""
        name = f"auto{number}"
        while name in self.commits:
            name += "_"
        return name

    def refuse(self, statement: Statement, reason: str) -> None:
        command = statement.word.value
        self.diagnostics.append(codes.REFUSED_COMMAND.at(self.place(statement), command=command, reason=reason))

    def span(self, statement: Statement) -> list[int]:
        return self.prepared.range(statement.word.start, statement.end)

    def place(self, statement: Statement) -> Any:
        return self.prepared.span(statement.word.start, statement.end)
