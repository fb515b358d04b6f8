"""Values that the program computes, as far as the needs of the source decide them.

Read are `copy`, `links_from_content` and `check_linked_values` with arguments that are written out, such as
`[[copy("status", "REQ_A")]]`, and variants by filters: `<<['x' in tags]:one, two>>`. Nothing is run.
"""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from compiler.languages.requirements.formats.records import Cited, Item
from compiler.languages.requirements.formats.sphinx_needs.directives import members
from compiler.languages.requirements.formats.sphinx_needs.filters import Filter, FilterError, filtered_fields
from compiler.languages.requirements.formats.sphinx_needs.items import COMPUTED, MAX_ID, role_targets
from compiler.languages.requirements.formats.sphinx_needs.python_text import PythonTextError, parse_expression

Json = Any
_CALL = re.compile(r"\[\[((?:[^\]]|\](?!\])){1,1000})\]\]")
_VARIANT = re.compile(r"<<((?:[^<>]|[<>](?![<>])){1,1000})>>")
_VARIANTS = re.compile(r"(?:[^,;\[\]]++|\[[^\[\]]*+\]|[\[\]])++")  # no comma in brackets ends one
_CHOICE = re.compile(r"\[([^\[\]]*)\]:(.*)")
_LINKS = "links"
Needs = Mapping[str, Item]


class UndecidedError(Exception):
    """A value is not decided by what is written out."""


def computed(item: Item, needs: Needs) -> Item:
    """Return an item with the values that can be decided; the others stay as written. `needs` are all needs by id."""
    fields = {name: _decided(value, item, needs) for name, value in item.fields}
    cites: list[Cited] = []
    for cited in item.cites:
        value = _decided(cited.target, item, needs) if COMPUTED in cited.target else ""
        if value and COMPUTED not in value:
            cites += [cited._replace(target=target[:MAX_ID]) for target in dict.fromkeys(members(value))]
        elif COMPUTED not in cited.target or value:
            cites.append(cited)
    return item._replace(status=_decided(item.status, item, needs), fields=tuple(fields.items()), cites=tuple(cites))


def _decided(text: str, item: Item, needs: Needs) -> str:
    """A value with the results of its functions; as written if one of them is not decided."""
    try:
        if found := _VARIANT.fullmatch(text.strip()):
            return _variant(found[1], item)
        if COMPUTED not in text:
            return text
        return " ".join(_CALL.sub(lambda found: _result(found[1], item, needs), text).split())
    except UndecidedError:
        return text


def _variant(text: str, item: Item) -> str:
    """The first of some variants that applies to a need: `['x' in tags]:one, two`. One without a filter always does.
    Raises UndecidedError."""
    for written in _VARIANTS.findall(text):
        one = written.strip()
        found = _CHOICE.fullmatch(one)
        if found is None and ":" in one:
            raise UndecidedError  # a variant that the settings name
        if found is None or _is_chosen(item, found[1]):
            return found[2].strip() if found else one
    return ""


def _result(text: str, item: Item, needs: Needs) -> str:
    """The result of a function. Raises UndecidedError."""
    try:
        call = parse_expression(text.strip()).body
    except PythonTextError:
        raise UndecidedError from None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _FUNCTIONS):
        raise UndecidedError
    names, function = _FUNCTIONS[call.func.id]
    if len(call.args) > len(names) or any(keyword.arg not in names for keyword in call.keywords):
        raise UndecidedError
    said = dict(zip(names, map(_constant, call.args), strict=False))
    said |= {str(keyword.arg): _constant(keyword.value) for keyword in call.keywords}
    return function(said, item, needs)


def _constant(node: ast.expr) -> Json:
    match node:
        case ast.Constant(value=value) if value is None or isinstance(value, str | int | bool):
            return value
        case ast.List(elts=elts) | ast.Tuple(elts=elts):
            return [_constant(element) for element in elts]
    raise UndecidedError


def _copy(said: Mapping[str, Json], item: Item, needs: Needs) -> str:
    """The value of an option, of this need or of another one."""
    source = needs.get(str(said["need_id"])) if said.get("need_id") else item
    if source is None or said.get("filter") or not isinstance(said.get("option"), str):
        raise UndecidedError
    value = _value(source, said["option"])
    return value.lower() if said.get("lower") else value.upper() if said.get("upper") else value


def _links_from_content(said: Mapping[str, Json], item: Item, needs: Needs) -> str:
    """The needs that roles in the content of a need name."""
    source = needs.get(str(said["need_id"])) if said.get("need_id") else item
    if source is None:
        raise UndecidedError
    found = [target for target in dict.fromkeys(role_targets(source.text)) if target.partition(".")[0] in needs]
    return ", ".join(target for target in found if _is_chosen(needs[target.partition(".")[0]], said.get("filter")))


def _check_linked_values(said: Mapping[str, Json], item: Item, needs: Needs) -> str:
    """A result if the linked needs have one of some values: all of them, or with `one_hit` one of them."""
    result, option, wanted = (said.get(name) for name in ("result", "search_option", "search_value"))
    if not isinstance(result, str) or not isinstance(option, str):
        raise UndecidedError
    values: Sequence[Json] = wanted if isinstance(wanted, list) else [wanted]
    linked = [needs[cited.target] for cited in item.cites if cited.kind == _LINKS and cited.target in needs]
    hits = [_value(need, option) in values for need in linked if _is_chosen(need, said.get("filter_string"))]
    return result if (any(hits) if said.get("one_hit") else all(hits)) else ""


def _is_chosen(item: Item, text: Json) -> bool:
    if not text:
        return True
    try:
        return Filter(str(text)).selects(filtered_fields(item), is_here=False)
    except FilterError:
        raise UndecidedError from None


def _value(item: Item, option: str) -> str:
    """The value of an option of a need. Raises UndecidedError if that is computed itself."""
    own = {"id": item.id, "title": item.title, "type": item.level, "status": item.status, "content": item.text}
    targets = [cited.target for cited in item.cites if cited.kind == option]
    value = own.get(option) if option in own else ", ".join(targets) or dict(item.fields).get(option, "")
    if COMPUTED in str(value):
        raise UndecidedError
    return str(value)


_FUNCTIONS: Mapping[str, tuple[tuple[str, ...], Callable[[Mapping[str, Json], Item, Needs], str]]] = {
    "copy": (("option", "need_id", "lower", "upper", "filter"), _copy),
    "links_from_content": (("need_id", "filter"), _links_from_content),
    "check_linked_values": (
        ("result", "search_option", "search_value", "filter_string", "one_hit"),
        _check_linked_values,
    ),
}
