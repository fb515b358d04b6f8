"""From the text of a kanban board to the model to draw."""

import re
from collections.abc import Iterator

from queries.diagrams.charts.statements import chart_of, unquoted
from queries.drawing.charts.kanban import Card, Column, KanbanModel
from queries.drawing.labels import plain_text

MAX_COLUMNS, MAX_CARDS = 40, 1_000
_HEADER = re.compile(r"kanban(?![\w-])")
_FIELDS = re.compile(r"@\{(?P<fields>[^{}]*)\}")
_FIELD = re.compile(r"""(?<![A-Za-z])(?P<name>[A-Za-z]++)\s*+:\s*+(?P<value>"[^"\n]*+"|'[^'\n]*+'|[^,\n"'{}]++)""")
_DECORATION = re.compile(r"::icon\([^()]*\)|:::[\w -]+")
_CLASS = re.compile(r":::[\w -]*\Z")
_NODE = re.compile(r"(?P<id>[^\[\](){}\"@]*)(?P<label>[\[({)].*)", re.S)
_BRACKETS = (("((", "))"), ("{{", "}}"), ("))", "(("), ("[", "]"), ("(", ")"), (")", "("), ("{", "}"))


def kanban_model(source: str) -> KanbanModel | None:
    """Return the columns of a board with their cards; None where a card has no column, where there is no column, or
    where there are too many."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    columns, outer = list[Column](), -1
    for indent, text in _entries(chart.lines):
        fields = _FIELDS.search(text)
        label = _label(_FIELDS.sub("", text).strip())
        if outer < 0:
            outer = indent
        if indent < outer or not label:
            return None
        if indent == outer:
            columns.append(Column(label, ()))
        else:
            card = _card(label, fields["fields"] if fields else "")
            columns[-1] = columns[-1]._replace(cards=(*columns[-1].cards, card))
    cards = sum(len(one.cards) for one in columns)
    return KanbanModel(tuple(columns)) if 0 < len(columns) <= MAX_COLUMNS and cards <= MAX_CARDS else None


def _entries(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield columns and cards with their indentation: fields in braces may go over several lines."""
    open_, indent = "", 0
    for line in lines:
        if open_:
            open_ += "\n" + line
        elif _DECORATION.fullmatch(line.strip()):
            continue
        else:
            open_, indent = line.strip(), len(line) - len(line.lstrip())
        if "@{" in open_ and "}" not in open_.partition("@{")[2]:
            continue
        yield indent, open_
        open_ = ""
    if open_:
        yield indent, open_


def _label(text: str) -> str:
    """Return the label of a column or a card: what stands in brackets behind an id, or the whole text."""
    bare = _CLASS.sub("", text).strip()
    found = _NODE.fullmatch(bare)
    if found:
        inner = found["label"].strip()
        for begin, end in _BRACKETS:
            if len(inner) >= len(begin + end) and inner.startswith(begin) and inner.endswith(end):
                return unquoted(inner[len(begin) : -len(end)].strip("`"))
    return plain_text(bare)


def _card(label: str, fields: str) -> Card:
    known = {one["name"].lower(): unquoted(one["value"]) for one in _FIELD.finditer(fields)}
    return Card(
        known.get("label") or label, known.get("ticket", ""), known.get("assigned", ""), known.get("priority", "")
    )
