"""The operation that gives an entity another id."""

import re
from collections.abc import Iterable, Iterator

from compiler.languages.world.facts import Condition, Effect, Entity, Line, Property, World
from compiler.model.spans import Span
from queries.errors.query_error import QueryError
from queries.operations.arguments import text_argument
from queries.operations.draft import Draft
from queries.operations.operation import Steps, operation
from queries.operations.worlds.arguments import APPLIES_TO, RESERVED, WORLD, entity_id
from queries.operations.worlds.entity_lines import braces_of, code_end, pieces
from queries.operations.worlds.objects import entity_of, world_of, worlds_with
from queries.operations.worlds.promises import check_renaming
from queries.operations.worlds.renaming import (
    Rewrite,
    follow_mentions,
    ref_mapping,
    renaming_of,
    rewrite,
    still_cited,
)
from queries.operations.worlds.statements import Key, Name
from queries.tools.parameters import echoed

UNRESOLVED = ("URD301",)


@operation(
    applies_to=APPLIES_TO,
    parameters=(
        text_argument("old_id", "The id of an entity, such as @warden.", most=500),
        text_argument("new_id", "The new id, which nothing has.", most=500),
        WORLD,
    ),
)
def world_rename_entity(draft: Draft, *, old_id: str, new_id: str, world: str | None) -> Steps:
    """Gives an entity another id, in all files of its worlds: in its declaration, presence lists, speech, conditions,
    effects, choices, rules and values of properties; also where other texts cite it. Prose that says its name stays."""
    chosen = world_of(draft, world)
    entity = entity_of(draft, chosen, old_id)
    old, new = entity.name, entity_id("new_id", new_id)
    if old in RESERVED:
        raise QueryError("invalid_argument", f"'{old}' is a word of the language: it keeps its id", old_id=old)
    worlds = worlds_with(draft, entity.span.file)
    if any(draft.snapshot.count(Entity, world=one.world, name=new) for one in worlds):
        raise QueryError("invalid_argument", "An entity has this id already", new_id=echoed(new_id))
    span = entity.span
    rewrite(draft, span.file, span.start_line, lambda line: line.replace(old, new, 1))
    names = _Names(old, new)
    for one in worlds:
        _follow(draft, one, entity.id, names)
    renamings = [renaming_of(worlds, "entity", entity.id, f"@{new}")]
    follow_mentions(draft, renamings)
    after = yield
    left = set(still_cited(draft, after, worlds, UNRESOLVED))
    if left:
        for file, number in sorted(left):
            rewrite(after, file, number, names.anywhere)
        after = yield
    check_renaming(draft, after, worlds, ref=ref_mapping(renamings), value=names.value)


def _follow(draft: Draft, world: World, native_id: str, names: "_Names") -> None:
    """Draft the new name in the lines of a world that cite the entity."""
    snapshot, old = draft.snapshot, names.old
    for link in snapshot.links(target=f"w:{world.world}/entity/{native_id}"):
        for how in names.of_link.get(link.kind, ()):
            for number in range(link.span.start_line, link.span.end_line + 1):
                rewrite(draft, link.span.file, number, how)
    for line in snapshot.facts(Line, world=world.world, speaker=old):
        rewrite(draft, line.span.file, line.span.start_line, names.subject)
    refs = _ref_properties(draft, world)
    types = {one.name: one.type for one in snapshot.facts(Entity, world=world.world)}
    for place, named, key, value in _statements(draft, world):
        if named == old:
            rewrite(draft, place.file, place.start_line, names.subject)
        if value.removeprefix("@") == old and (not key or (types.get(named, ""), key) in refs):
            rewrite(draft, place.file, place.start_line, names.at_end)
    for holder in snapshot.facts(Entity, world=world.world):
        keys = {key for type_, key in refs if type_ == holder.type}
        rewrite(draft, holder.span.file, holder.span.start_line, lambda line: names.values(line, keys))  # noqa: B023


def _statements(draft: Draft, world: World) -> Iterator[tuple[Span, str, str, str]]:
    """Give the place, entity, property and value of each condition and effect."""
    for one in draft.snapshot.facts(Condition, world=world.world):
        yield one.span, one.subject if one.text.startswith("@") else "", one.property, one.value
    for each in draft.snapshot.facts(Effect, world=world.world):
        yield each.span, each.entity, each.property, each.value


def _ref_properties(draft: Draft, world: World) -> set[tuple[str, str]]:
    """Return the properties whose values are names of entities."""
    found = draft.snapshot.facts(Property, world=world.world)
    return {(one.type, one.name) for one in found if "ref" in (one.value_type, (one.element or {}).get("type"))}


class _Names:
    """How the old name of an entity becomes the new one, in each form of line that cites it."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new
        marks = r"[ \t]*(?:\? |where |> (?:\s*(?:move|reveal|destroy) )?)?\s*"
        self._subject = re.compile(rf"(?P<before>{marks})(?P<at>@?){re.escape(old)}(?![A-Za-z0-9_])")
        self._end = re.compile(rf"(?P<before>[\s=<>])(?P<at>@?){re.escape(old)}(?P<after>\s*)$")
        self._anywhere = re.compile(rf"@{re.escape(old)}(?![A-Za-z0-9_])")
        self.of_link: dict[str, tuple[Rewrite, ...]] = {
            "contains": (self.in_brackets,),
            "addresses": (self.at_end,),
            "actor": (self.actor,),
            "selects": (self.selected,),
            "refers_to": (self.default,),
        }

    def value(self, value: Name | Key) -> Name | Key:
        """Return the name as statements have it after the renaming."""
        return Name(self.new) if value == Name(self.old) else value

    def subject(self, line: str) -> str:
        """Rewrite what a line begins with: the speaker, the subject of a condition, what an effect changes."""
        found = self._subject.match(line)
        return f"{found['before']}{found['at']}{self.new}{line[found.end() :]}" if found else line

    def at_end(self, line: str) -> str:
        """Rewrite what a line ends with: a container, a destination, a value, whom a choice is addressed to."""
        return self._end.sub(lambda found: f"{found['before']}{found['at']}{self.new}{found['after']}", line)

    def anywhere(self, line: str) -> str:
        """Rewrite all that is marked with `@` before a comment, or an item of a presence list."""
        if line.lstrip().startswith("[@"):
            return self.in_brackets(line)
        code, mark, comment = line.partition(" //")
        return self._anywhere.sub(f"@{self.new}", code) + mark + comment

    def in_brackets(self, line: str) -> str:
        """Rewrite an item of a list in brackets."""
        start = line.find("[")
        end = line.rfind("]")
        if not 0 <= start < end:
            return line
        items = [self._item(one) for one in line[start + 1 : end].split(",")]
        return line[: start + 1] + ",".join(items) + line[end:]

    def _item(self, item: str) -> str:
        name = item.strip()
        return item.replace(name, name[: -len(self.old)] + self.new) if name.removeprefix("@") == self.old else item

    def actor(self, line: str) -> str:
        """Rewrite the line of a rule that names who acts."""
        pattern = rf"(\s*actor:\s*@){re.escape(self.old)}(?![A-Za-z0-9_])"
        return re.sub(pattern, lambda found: found[1] + self.new, line) if re.match(pattern, line) else line

    def selected(self, line: str) -> str:
        """Rewrite the line of a rule that selects."""
        head, found, listed = line.partition(" from ")
        if not re.match(r"\s*selects ", line) or not found:
            return line
        return (
            head + found + (self.in_brackets(listed) if "[" in listed else ",".join(map(self._item, listed.split(","))))
        )

    def default(self, line: str) -> str:
        """Rewrite the default of a property."""
        head, sign, value = line.partition(" = ")
        if not sign or head.lstrip().startswith("@"):
            return line
        end = code_end(line) - len(head) - len(sign)
        return head + sign + self._in_value(value[:end]) + value[end:]

    def values(self, line: str, keys: Iterable[str]) -> str:
        """Rewrite the values in the line of an entity: those marked with `@`, and all of properties that hold names."""
        for pair in reversed(braces_of(line).pairs):
            value = line[pair.value_start : pair.end]
            new = self._in_value(value, is_ref=pair.key in keys)
            line = line[: pair.value_start] + new + line[pair.end :]
        return line

    def _in_value(self, value: str, *, is_ref: bool = True) -> str:
        text = value.strip()
        if text.startswith("[") and text.endswith("]"):
            start, end = value.index("["), value.rindex("]")
            for first, last in reversed(pieces(value, start + 1, end)):
                value = value[:first] + self._in_value(value[first:last], is_ref=is_ref) + value[last:]
            return value
        if text == f"@{self.old}":
            return value.replace(text, f"@{self.new}")
        quote = text[0] if len(text) > 1 and text[0] in "\"'" and text[0] == text[-1] else ""
        bare = text[1:-1] if quote else text
        return value.replace(text, f"{quote}{self.new}{quote}") if is_ref and bare == self.old else value
