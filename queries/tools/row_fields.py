"""What `fields` and `format` do to an answer: the rows of every list of objects in it are shown as a projection.

A tool about one object (`entity_get`, `get_requirement`) has no rows of its own. There, `fields` names the fields of
the answer; `parents.title` names a field of the rows in one of them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from queries.errors.near import nearest
from queries.tools.arguments import Arguments
from queries.tools.paging import PAGE_FIELDS
from queries.tools.parameters import echoed
from queries.tools.projection import ABSENT, Projection, names_in, value_at

KEPT = ("schema_version", *PAGE_FIELDS)  # fields of every answer, beside those that are asked for
NO_ROWS = "This answer has no rows, of which fields could choose."
MAX_LISTED = 60  # names of fields in a hint

Answer = dict[str, Any]
Schema = Mapping[str, Any]


class RowFields:
    """The lists of rows in a tool's answers, and the names of the rows' fields, from the schemas of its result."""

    def __init__(self, tool: str, result: Mapping[str, Schema], *, of_object: bool) -> None:
        rows = {name: schema["items"].get("properties", {}) for name, schema in result.items() if _holds_rows(schema)}
        self._tool = tool
        self._of_object = of_object
        self._lists = tuple(rows)
        self._declared = dict.fromkeys(result if of_object else (name for fields in rows.values() for name in fields))
        self._is_complete = of_object or all(rows.values())

    def __bool__(self) -> bool:
        return bool(self._lists)

    def schemas(self, result: Mapping[str, Schema]) -> dict[str, Schema]:
        """Return the schemas of the answer's fields: a list of rows may also be a table. Clients refuse `anyOf` and
        arrays of types, so that such a field has no type; `items` applies to the list, `properties` to the table."""
        return {name: _list_or_table(schema) if name in self._lists else schema for name, schema in result.items()}

    def for_pages(self, projection: Projection) -> Projection:
        """Return what a page needs to know to measure its rows."""
        return Projection(is_table=projection.is_table) if self._of_object else projection

    def shown(self, answer: Answer, projection: Projection, arguments: Arguments) -> Answer:
        """Return the answer as the projection has it. Raises QueryError for fields that there are not."""
        if not projection:
            return answer
        self._check(answer, projection, arguments)
        if self._of_object:
            answer = _of_object(answer, projection.fields)
            projection = Projection(is_table=projection.is_table)
        lists = [name for name in self._lists if isinstance(answer.get(name), list)]
        if not lists and projection.fields:
            return answer | {"hint": f"{answer.get('hint', '')} {NO_ROWS}".strip()}
        return answer | {name: projection.shown(answer[name]) for name in lists}

    def _check(self, answer: Answer, projection: Projection, arguments: Arguments) -> None:
        rows = [row for name in self._lists for row in answer.get(name) or ()]
        known = self._declared | names_in([answer] if self._of_object else rows)
        if not (rows or self._is_complete):
            return
        wrong = [name for name in projection.fields if name not in known and name.partition(".")[0] not in known]
        if wrong:
            hint = f"Rows of {self._tool} have {_listed(known)}."
            raise arguments.error([_problem(name, known) for name in wrong], hint)


def _holds_rows(schema: Schema) -> bool:
    return schema.get("type") == "array" and schema["items"].get("type") == "object"


def _list_or_table(schema: Schema) -> Schema:
    columns = {"type": "array", "items": {"type": "string"}, "description": "With format table: the fields."}
    row = {"type": "array", "items": {"description": "A value."}}
    rows = {"type": "array", "items": row, "description": "With format table: the values of each row."}
    return {
        "items": schema["items"],
        "properties": {"columns": columns, "rows": rows},
        "description": schema["description"],
    }


def _problem(name: str, known: Mapping[str, None]) -> dict[str, Any]:
    ends = [field for field in known if field.rpartition(".")[2] == name]
    near = ends[:1] or nearest(name, known, 1)
    found = {"argument": "fields", "problem": f"has no field '{echoed(name)}'", "value": echoed(name)}
    return found | ({"did_you_mean": near[0]} if near else {})


def _listed(known: Mapping[str, None]) -> str:
    names = [field for field in known if field not in KEPT]
    more = f" and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
    return ", ".join(names[:MAX_LISTED]) + more


def _of_object(answer: Answer, fields: Sequence[str]) -> Answer:
    """The chosen fields of an answer about one object."""
    if not fields:
        return answer
    inner: dict[str, list[str]] = {}
    shown: Answer = {name: answer[name] for name in KEPT[:1] if name in answer}
    for name in fields:
        outer, _, rest = name.partition(".")
        if name not in answer and isinstance(answer.get(outer), list):
            inner.setdefault(outer, []).append(rest)
            rows = Projection(tuple(inner[outer]))
            shown[outer] = [rows.row(element) for element in answer[outer] if isinstance(element, Mapping)]
        elif (value := value_at(answer, name)) is not ABSENT:
            shown[name] = value
    return shown | {name: answer[name] for name in KEPT[1:] if name in answer}
