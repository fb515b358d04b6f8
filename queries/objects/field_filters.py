"""Objects chosen by the values of their fields: `status`, `priority`, `tag`, and `where` for any field.

A status, priority or tag has one meaning and many spellings. It is compared in small letters without spaces, hyphens
and underscores, with the word of the model and with the word of the source: `To Do`, `to-do` and `todo` are the same,
and so are `open` and `Open`. Other fields are compared exactly; a text that no object has exactly is compared without
regard to its spelling.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from types import NoneType, UnionType
from typing import Any, NamedTuple, get_args

import orjson

from compiler.model.facts import Object, sql_table
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.by_name import object_kinds
from queries.tools.parameters import Parameter, echoed
from queries.tools.schemas import mapping

STATUS = Parameter(
    "status", "string", "Only this status, in any spelling: To Do, in-progress, open.", aliases=("state",)
)
PRIORITY = Parameter("priority", "string", "Only this priority, in any spelling: high, P1, medium.")
TAG = Parameter("tag", "string", "Only with this tag or label.", aliases=("label",))
WHERE = Parameter(
    "where",
    "object",
    'Only with these values of other fields, such as {"assignee": "ana"}.',
    aliases=("filter", "filters"),
)
VALUES = mapping("When a filter fits nothing: the values that there are, by field, each with its count.")

# The fields and keys that hold a value, where its name says more than one.
SPELLED: Mapping[str, tuple[str, ...]] = {
    "status": ("status",),
    "priority": ("priority",),
    "tag": ("tags",),
    "assignee": ("assignee", "assignees", "owner"),
    "issue_type": ("issue_type", "type"),
}
OF_EVERY_OBJECT = ("ref", "id", "title", "file")
KEYED = ("properties", "native")  # fields that hold maps, whose keys are fields too
MAX_CONDITIONS = 50  # of one call; each reads a field of all objects of a kind
MAX_VALUES = 12  # of a field, that an answer shows
MAX_VALUE = 80  # characters of a value that it shows

_SEPARATORS = re.compile(r"[\s_\-'\u2019]+")
_PRIORITY_LEVEL = re.compile(r"p(\d)")
_FIELD_TYPES = (str, int, float, bool)

ValuesByRef = Mapping[str, str]


class Condition(NamedTuple):
    """A field and the value that an object must have in it."""

    field: str
    value: Any


class FieldIndex(NamedTuple):
    """The refs of objects by the values of one field: by the value as JSON, and by its folded text. `is_declared`: the
    objects have the field even if none has a value."""

    exact: Mapping[str, Collection[str]]
    folded: Mapping[str, Collection[str]]
    is_declared: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions on objects of some kinds. `what` is the word for such an object, in hints. `also` has further values
    by field and ref, such as the priorities of the work queue."""

    snapshot: Snapshot
    kinds: Sequence[str]
    conditions: Sequence[Condition]
    what: str = "object"
    also: Callable[[str], ValuesByRef] = lambda _: {}

    def kept(self, refs: Iterable[str]) -> list[str]:
        """Return the refs that meet all conditions, in their order. Raises QueryError for a field that no object of
        these kinds has."""
        self._check_fields()
        found = list(refs)
        for condition in self.conditions:
            found = self._meeting(condition, found)
        return found

    def no_match(self, among: Iterable[str]) -> dict[str, Any]:
        """Explain why none of these objects meets the conditions: `{hint, values?, did_you_mean?}`."""
        refs = set(among)
        counts = [len(self._meeting(condition, refs)) for condition in self.conditions]
        failing = [condition for condition, count in zip(self.conditions, counts, strict=True) if not count]
        if not failing:
            pairs = zip(self.conditions, counts, strict=True)
            listed = ", ".join(
                f"{count} have {condition.field} {echoed(condition.value)}" for condition, count in pairs
            )
            return {"hint": f"No {self.what} has all of these: {listed}."}
        domains = {condition.field: self._domain(condition.field, refs) for condition in failing}
        hint = " ".join(self._sentence(condition, domains[condition.field]) for condition in failing)
        values = {field: dict(list(domain.items())[:MAX_VALUES]) for field, domain in domains.items() if domain}
        near = [name for condition in failing for name in self._near(condition, domains[condition.field])]
        return {
            "hint": hint,
            **({"values": values} if values else {}),
            **({"did_you_mean": near} if near else {}),
        }

    def _check_fields(self) -> None:
        unknown = [
            condition.field
            for condition in self.conditions
            if not any(index.is_declared for index in self._indexes(condition))
        ]
        if unknown:
            known = sorted({name for kind in self.kinds for name in field_names(self.snapshot, kind)})
            near = [other for name in unknown for other in nearest(name, known, 1)]
            raise unknown_fields(f"Objects of kind {', '.join(self.kinds)} have no such field", unknown, near, known)

    def _indexes(self, condition: Condition) -> list[FieldIndex]:
        return [field_index(self.snapshot, kind, condition.field) for kind in self.kinds]

    def _meeting(self, condition: Condition, refs: Iterable[str]) -> list[str]:
        """Return the refs that meet one condition, in their order."""
        if condition.value is not None:
            matching = self._matching(condition)
            return [ref for ref in refs if ref in matching]
        held = {ref for index in self._indexes(condition) for having in index.exact.values() for ref in having}
        return [ref for ref in refs if ref not in held]

    def _matching(self, condition: Condition) -> set[str]:
        field, value = condition
        found = {ref for index in self._indexes(condition) for ref in matching_refs(index, field, value)}
        if not found and isinstance(value, str):
            sought = folded(field, value)
            found = {ref for index in self._indexes(condition) for ref in index.folded.get(sought, ())}
        return found | {ref for ref, held in self.also(field).items() if folded(field, held) == folded(field, value)}

    def _domain(self, field: str, among: Collection[str]) -> dict[str, int]:
        """Return the values of a field among some objects, each with its count, the most frequent first."""
        holders: dict[str, set[str]] = {}
        for kind in self.kinds:
            for value, refs in field_index(self.snapshot, kind, field).exact.items():
                if (shown := _shown(value)).strip():  # the mark of an open task in a list is a space
                    holders.setdefault(shown, set()).update(ref for ref in refs if ref in among)
        for ref, value in self.also(field).items():
            if ref in among:
                holders.setdefault(value, set()).add(ref)
        counted = sorted(
            ((value, len(refs)) for value, refs in holders.items() if refs), key=lambda counted_value: counted_value[0]
        )
        return dict(sorted(counted, key=lambda counted_value: -counted_value[1]))

    def _sentence(self, condition: Condition, domain: Mapping[str, int]) -> str:
        field, value = condition
        if not domain:
            return f"No {self.what} has a {field}."
        shown = f"the {MAX_VALUES} most frequent of {len(domain)}" if len(domain) > MAX_VALUES else "those"
        return f"No {self.what} has {field} {echoed(value)}; values has {shown} that occur."

    def _near(self, condition: Condition, domain: Mapping[str, int]) -> list[str]:
        """Return the nearest values, also those of objects that are not among the asked ones."""
        everywhere = {_shown(value) for index in self._indexes(condition) for value in index.exact}
        return nearest(str(condition.value), {*domain, *everywhere}) if condition.value is not None else []


def conditions_of(where: Mapping[str, Any] | None, **values: str | None) -> list[Condition]:
    """Return the conditions of a call: those of `where`, and of the parameters that have a value. Raises QueryError if
    there are too many."""
    if len(where or {}) > MAX_CONDITIONS:
        error = f"'where' must have at most {MAX_CONDITIONS} fields, not {len(where or {})}"
        raise QueryError("invalid_argument", error, hint="Leave fields out; query_facts takes any condition in SQL.")
    given = [Condition(field, value) for field, value in values.items() if value is not None]
    return [*given, *(Condition(field, value) for field, value in (where or {}).items())]


def unknown_fields(error: str, names: Sequence[str], near: list[str], known: Sequence[str]) -> QueryError:
    """Return the error for fields that objects do not have."""
    return QueryError(
        "invalid_argument", error, where=[echoed(name) for name in names], did_you_mean=near, fields=list(known)
    )


def folded(field: str, value: Any) -> str:
    """Return a value as it is compared without regard to its spelling; "" for what is no text or number."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    text = _SEPARATORS.sub("", str(value).casefold()).lstrip("#@")
    level = _PRIORITY_LEVEL.fullmatch(text) if field == "priority" else None
    return level[1] if level else text


def matching_refs(index: FieldIndex, field: str, value: Any) -> Collection[str]:
    """Return the refs with a value: of a field with several spellings in any of them, else with exactly this one."""
    if field in SPELLED:
        return index.folded.get(folded(field, value), ())
    return index.exact.get(_json(value), ())


def field_index(snapshot: Snapshot, kind: str, field: str) -> FieldIndex:
    """Return the index of a field of the objects of a kind. Fields that they have are kept with the snapshot."""
    key = f"queries.field_index {kind} {field}"
    fact_class = object_kinds(snapshot)[kind]
    if field not in SPELLED and field not in OF_EVERY_OBJECT and field not in field_types(fact_class):
        return _read_index(snapshot, kind, field)  # not kept: a client may ask for any name
    return snapshot.memoize(key, lambda snapshot: _read_index(snapshot, kind, field))


def _read_index(snapshot: Snapshot, kind: str, field: str) -> FieldIndex:
    exact: dict[str, dict[str, None]] = {}
    by_fold: dict[str, dict[str, None]] = {}
    values, is_declared = _values(snapshot, kind, field)
    for ref, value in values:
        exact.setdefault(_json(value), {})[ref] = None
        if text := folded(field, value):
            by_fold.setdefault(text, {})[ref] = None
    return FieldIndex(exact, by_fold, is_declared or bool(exact))


def _values(snapshot: Snapshot, kind: str, field: str) -> tuple[list[tuple[str, Any]], bool]:
    """Return the refs of the objects of a kind with each of their values of a field, and whether the kind has it."""
    if field in OF_EVERY_OBJECT:
        return [(listed.ref, getattr(listed, field)) for listed in snapshot.objects(kind=kind)], True
    fact_class = object_kinds(snapshot)[kind]
    types, names = field_types(fact_class), SPELLED.get(field, (field,))
    plain = [name for name in names if name in types]
    keyed = [name for name in KEYED if name in types]
    if not plain and not keyed:
        return [], False
    columns = ", ".join(f'"{name}"' for name in (*plain, *keyed))
    found: list[tuple[str, Any]] = []
    for ref, *row in snapshot.rows(f'SELECT ref, {columns} FROM "{sql_table(fact_class.table)}" ORDER BY rowid'):
        read = [_decoded(types[name], value) for name, value in zip((*plain, *keyed), row, strict=True)]
        held = read[: len(plain)] + [values.get(name) for values in read[len(plain) :] if values for name in names]
        found += [
            (ref, value)
            for holding in held
            for value in (holding if isinstance(holding, list) else (holding,))
            if value != ""
        ]
    return [(ref, value) for ref, value in found if value is not None], bool(plain)


def _decoded(kind: type | None, value: Any) -> Any:
    if kind is None:
        return None if value is None else orjson.loads(value)
    return bool(value) if kind is bool and value is not None else value


def field_types(fact_class: type[Object]) -> Mapping[str, type | None]:
    """Return the fields of a fact class: str, int, float or bool, and None for lists, maps and other JSON values."""
    return {field.name: plain_type(field.type) for field in fields(fact_class) if field.name != "span"}


def plain_type(hint: Any) -> type | None:
    """Return the type of a field that SQL can compare (str, int, float or bool, or None); None for any other field."""
    if isinstance(hint, UnionType):
        others = [arg for arg in get_args(hint) if arg is not NoneType]
        return plain_type(others[0]) if len(others) == 1 else None
    return hint if hint in _FIELD_TYPES else None


def field_names(snapshot: Snapshot, kind: str) -> list[str]:
    """Return the names of the fields of a kind of object, the keys of its maps among them, sorted."""
    fact_class = object_kinds(snapshot)[kind]
    types = field_types(fact_class)
    keys: set[str] = set()
    for name in KEYED:
        if name in types:
            sql = f'SELECT DISTINCT key FROM "{sql_table(fact_class.table)}", json_each("{name}")'
            keys.update(key for (key,) in snapshot.rows(sql))
    return sorted({*types, *OF_EVERY_OBJECT, *keys})


def _json(value: Any) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**63:
        value = int(value)  # JSON does not tell integers from other numbers
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def _shown(value: str) -> str:
    """Return a value for people: a text without its quotation marks, cut to its beginning."""
    loaded = orjson.loads(value)
    text = loaded if isinstance(loaded, str) else value
    return text if len(text) <= MAX_VALUE else f"{text[: MAX_VALUE - 1]}…"
