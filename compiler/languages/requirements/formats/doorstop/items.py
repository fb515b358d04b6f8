"""Reads a file of YAML, or of markdown with YAML above it, as an item of Doorstop, with the places of its links and
what its fingerprint is made of."""

from collections.abc import Iterator
from typing import Any

from compiler.languages.requirements.formats.doorstop.markdown import MarkdownItem
from compiler.languages.requirements.formats.records import MAP, NAMED, Cited, Item, Place, Tag
from compiler.text.yaml import YamlError, compose

Node = Any
_ATTRIBUTES = frozenset(
    ["active", "derived", "header", "level", "links", "normative", "ref", "references", "reviewed", "text"]
)
_TRUE, _FALSE = ("true", "yes", "on"), ("false", "no", "off")
REFERENCE = "reference "  # begins the name of the field with a file that an item refers to
MAX_DEPTH = 50  # of values in values
SETTINGS = "settings"  # the name of what a document says of itself


def read_settings(text: str) -> dict[str, str]:
    """Return what `.doorstop.yml` says: prefix, parent, sep, itemformat, and the attributes that count in fingerprints,
    joined by line breaks. Raises YamlError."""
    pairs = _pairs(compose(text))
    said = {key: _text(node) for key, node in _pairs(pairs.get(SETTINGS)).items() if node.id == "scalar"}
    reviewed = _pairs(pairs.get("attributes")).get("reviewed")
    listed = [_text(child) for child in reviewed.value] if reviewed is not None and reviewed.id == "sequence" else []
    return {**said, "reviewed": "\n".join(listed)}


def read_item(uid: str, text: str) -> Item | None:
    """Return the item of a file of YAML; None if it holds no pairs. Raises YamlError."""
    root = compose(text)
    if root is None or root.id != "mapping":
        return None
    pairs = _pairs(root)
    return _item(uid, pairs, text, _text(pairs.get("header")), _text(pairs.get("text")))


def read_markdown_item(uid: str, text: str, page: MarkdownItem) -> Item:
    """Return the item of a page: its text is what stands below the front matter, without a heading of the first level
    at its beginning, which is its header. Raises YamlError."""
    pairs = _pairs(compose(page.front_matter))
    return _item(uid, pairs, text, page.heading or _text(pairs.get("header")), page.body)


def files_of(item: Item, text: str) -> Iterator[Tag]:
    """Give what cites an item: the files that it refers to. Its `ref` may be a keyword in some file, too."""
    for name, value in item.fields:
        written = value if name == "ref" else name.removeprefix(REFERENCE)
        if written != name and written:
            line = text.count("\n", 0, max(text.find(written), 0)) + 1
            yield Tag(NAMED if name == "ref" else MAP, "", Cited("covers", item.id, Place(line, 1, 1)), on=written)


def _item(uid: str, pairs: dict[str, Node], text: str, header: str, written: str) -> Item:
    """`fields` are what people read. `details` are what the document and the fingerprint need: the values that count,
    and the fingerprint of each link."""
    lines = text.split("\n")
    is_active, is_normative = _flag(pairs, "active", default=True), _flag(pairs, "normative", default=True)
    status = "inactive" if not is_active else "active" if is_normative else "non-normative"
    body = "\n".join(line.rstrip() for line in written.split("\n")).strip()
    place = _text(pairs.get("level")) or "1.0"
    links = list(_links(pairs.get("links"), lines))
    last = len(text.rstrip("\n").split("\n"))
    return Item(
        uid,
        _title(header, body, is_heading=not is_normative and place.endswith(".0")),
        "",
        status,
        body,
        1,
        last,
        len(lines[last - 1].encode()) + 1,
        (),
        tuple(Cited("implements", target, where) for target, _, where in links),
        tuple(_fields(pairs, place)),
        tuple(_details(pairs, links, body, status)) + _standard(pairs, header),
    )


def _title(header: str, body: str, *, is_heading: bool) -> str:
    first = header.strip().partition("\n")[0]
    return first or (body.strip().partition("\n")[0].lstrip("# ") if is_heading else "")


def _fields(pairs: dict[str, Node], place: str) -> Iterator[tuple[str, str]]:
    yield "position", place
    if _flag(pairs, "derived", default=False):
        yield "derived", "true"
    if ref := _text(pairs.get("ref")).strip():
        yield "ref", ref
    for member in _members(pairs.get("references")):
        said = {key: _text(node) for key, node in _pairs(member).items()}
        yield f"{REFERENCE}{said.get('path', '')}", said.get("keyword", said.get("type", ""))
    for key, node in pairs.items():
        if key not in _ATTRIBUTES:
            yield key, _text(node) if node.id == "scalar" else ", ".join(_text(member) for member in _members(node))


def _details(
    pairs: dict[str, Node], links: list[tuple[str, str, Place]], body: str, status: str
) -> Iterator[tuple[str, str]]:
    yield "reviewed", _text(pairs.get("reviewed"))
    yield "hashed text", body
    yield "hashed ref", _text(pairs.get("ref")).strip()
    yield "hashed references", _references(pairs.get("references"))
    yield "is heading", str(status == "non-normative")
    for target, stamp, _ in links:
        yield f"link {target}", stamp
    for key, node in pairs.items():
        if key not in _ATTRIBUTES:
            yield f"attribute {key}", _hashed(node)


def _standard(pairs: dict[str, Node], header: str) -> tuple[tuple[str, str], ...]:
    """Attributes that every item has, as they are hashed where a document counts them; its text is there already. How
    links would be hashed, no order decides."""
    flags = (("active", True), ("normative", True), ("derived", False))
    values = {name: _typed("bool", str(_flag(pairs, name, default=default))) for name, default in flags}
    values["header"] = _typed("doorstop.core.types.Text", header.strip())
    values["level"] = _typed("doorstop.core.types.Level", _level(pairs.get("level")))
    references = pairs.get("references")
    values["references"] = _typed("NoneType", "None") if references is None else _hashed(references)
    values["reviewed"] = _typed("doorstop.core.types.Stamp", _text(pairs.get("reviewed")))
    values["ref"] = _typed("str", _text(pairs.get("ref")).strip())
    return tuple((f"standard {name}", value) for name, value in values.items())


def _level(node: Node | None) -> str:
    """The place of an item as the program reads it: `1.10` is the number 1.1, and `2.0.0` is 2.0."""
    text = _text(node) or "1.0"
    value = _plain(node) if node is not None and node.id == "scalar" else None
    parts = (str(value) if isinstance(value, float) else text).split(".")
    while parts[-2:] == ["0", "0"]:
        parts.pop()
    return ".".join(parts)


def _references(node: Node | None) -> str:
    """The references as they are hashed; "" without any."""
    found = []
    for member in _members(node):
        said = {key: _text(value) for key, value in _pairs(member).items()}
        found.append({key: said[key] for key in ("type", "path", "keyword", "sha") if key in said})
    return str(found) if found else ""


def _hashed(node: Node, depth: int = 0) -> str:
    """A value as it is hashed, with its type. Raises YamlError for what is nested too deeply."""
    if depth > MAX_DEPTH:
        raise YamlError("it is nested too deeply")
    if node.id == "mapping":
        return "\\D" + "".join(_hashed(value, depth + 1) for _, value in sorted(_pairs(node).items()))
    if node.id == "sequence":
        return "\\L" + "".join(_hashed(child, depth + 1) for child in node.value)
    value = _plain(node)
    kind = f"{type(value).__module__}.{type(value).__name__}".removeprefix("builtins.")
    return _typed(kind, str(value))


def _typed(kind: str, value: str) -> str:
    return f"\\T<class '{kind}'>\\V{value}"


def _plain(node: Node) -> object:
    """The value of a scalar: text unless it is written as something else."""
    if node.style is not None:
        return node.value
    import yaml

    try:
        return yaml.safe_load(node.value)
    except (yaml.YAMLError, ValueError, OverflowError):
        return node.value


def _links(node: Node | None, lines: list[str]) -> Iterator[tuple[str, str, Place]]:
    """Each link: the id, the fingerprint of when it was reviewed ("" for none), and its place."""
    for member in _members(node):
        target, stamp = member, ""
        if member.id == "mapping" and member.value:
            target, value = member.value[0]
            stamp = _text(value)
        if target.id == "scalar" and target.value.strip():
            yield target.value.strip(), stamp, _place(target, lines)


def _place(node: Node, lines: list[str]) -> Place:
    line, start = node.start_mark.line, node.start_mark.column
    end = node.end_mark.column if node.end_mark.line == line else start + 1
    text = lines[line] if line < len(lines) else ""
    first = len(text[:start].encode()) + 1
    return Place(line + 1, first, max(first, len(text[:end].encode()) + 1))


def _pairs(node: Node | None) -> dict[str, Node]:
    """The pairs of a mapping by key; none of anything else. Of two with one key the last counts."""
    if node is None or node.id != "mapping":
        return {}
    return {key.value: value for key, value in node.value if key.id == "scalar"}


def _members(node: Node | None) -> list[Node]:
    return node.value if node is not None and node.id == "sequence" else []


def _text(node: Node | None) -> str:
    """The text of a scalar; "" of null and of anything else."""
    if node is None or node.id != "scalar" or (node.style is None and node.value in _NULLS):
        return ""
    return str(node.value)


_NULLS = ("", "~", "null", "Null", "NULL")


def _flag(pairs: dict[str, Node], key: str, *, default: bool) -> bool:
    written = _text(pairs.get(key)).lower()
    return written in _TRUE if written in (*_TRUE, *_FALSE) else default
