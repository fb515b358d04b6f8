"""The statements of Gantt charts, in source order, and the methods that make them."""

from typing import NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token


class Task(NamedTuple):
    """`Bake bread :crit, bread, after dough, 3h`. `data` begins with the colon."""

    text: Token
    data: Token


class Section(NamedTuple):
    """`section Bakery`."""

    line: Token


class Setting(NamedTuple):
    """`dateFormat YYYY-MM-DD`. `word` is lower-case; the line is None for accTitle and accDescr."""

    word: str
    value: str
    line: Token | None = None


class Click(NamedTuple):
    """`click bread href "…"`. A call of a function is not kept."""

    ids: str
    link: str


Statement = Task | Section | Setting | Click


class Statements:
    """The methods that lark calls: one for each rule of the grammar, with what its parts gave."""

    def start(self, *statements: Statement) -> tuple[Statement, ...]:
        return statements

    def task(self, text: Token, data: Token) -> Task:
        return Task(text, data)

    def section(self, line: Token) -> Section:
        return Section(line)

    def setting(self, line: Token) -> Setting:
        word, *rest = line.value.split(maxsplit=1)
        return Setting(word.lower(), rest[0].strip() if rest else "", line)

    def acc_title(self, value: Token) -> Setting:
        return Setting("acc_title", value.value)

    def acc_descr(self, value: Token) -> Setting:
        return Setting("acc_descr", value.value)

    def click(self, ids: Token, *targets: Token | None) -> Click:
        return Click(ids.value, next((target.value for target in targets if target and target.type == "HREF"), ""))
