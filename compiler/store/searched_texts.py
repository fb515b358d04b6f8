"""Where the texts stand that search finds of an object: its body and its context.

Most objects have them in columns of their facts, which `body_fields` and `context_fields` name. What differs from that
is stored in `search_index_body`: NULL there, or no row, stands for the text of the columns.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from compiler.model.facts import Fact, Object, first_text
from compiler.store.row_ranges import MAX_FACT_ROW
from compiler.store.schema import stored_text, table_of

NO_OWN, OWN_BODY, OWN_CONTEXT = 0, 1, 2  # a sum: which texts of an object are stored by themselves
_STATED: dict[str, "StatedTexts"] = {}  # by the table of the class


class StatedTexts(NamedTuple):
    """The columns of a class that give the texts of its objects: the first that is not empty. () where not all that
    the class names are columns of texts."""

    body: Sequence[str]
    context: Sequence[str]


def own_texts(listed: Object) -> int:
    """Return which texts of an object are not those that columns of its fact give."""
    stated = stated_texts(type(listed))
    found = NO_OWN if listed.body == first_text(listed, stated.body) else OWN_BODY
    return found if listed.context == first_text(listed, stated.context) else found | OWN_CONTEXT


def stated_texts(fact_class: type[Object]) -> StatedTexts:
    """Return the columns of a class that give the texts of its objects."""
    found = _STATED.get(fact_class.table)
    if found is None:
        known = table_of(fact_class).text_columns
        named = fact_class.body_fields, fact_class.context_fields
        found = StatedTexts(*(names if all(name in known for name in names) else () for names in named))
        _STATED[fact_class.table] = found
    return found


def stated_sql(fact_classes: Sequence[type[Fact]], which: Callable[[StatedTexts], Sequence[str]]) -> str:
    """Return the SQL expression for a text of the object `o`, a row of `link_string`, as columns of its fact give it.
    It is NULL where none does."""
    arms = []
    for place, fact_class in enumerate(fact_classes):
        if issubclass(fact_class, Object) and (names := which(stated_texts(fact_class))):
            arms.append(f"    WHEN {place} THEN {_selected(fact_class, names)}")
    return "\n".join([f"CASE o.object / {MAX_FACT_ROW + 1}", *arms, "    END"]) if arms else "NULL"


def _selected(fact_class: type[Object], names: Sequence[str]) -> str:
    table = table_of(fact_class)
    texts = [stored_text(name, is_shared=name in table.shared, is_packed=name in fact_class.packed) for name in names]
    said = ", ".join(f"nullif({text}, '')" for text in texts)
    first = texts[0] if len(texts) == 1 else f"coalesce({said}, '')"
    return f'(SELECT {first} FROM "{table.stored}" AS f WHERE f.rowid = o.object & {MAX_FACT_ROW})'
