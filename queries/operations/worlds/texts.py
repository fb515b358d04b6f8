"""Conditions, effects and lines of text that operations are given, as they are written and as they are read."""

from collections.abc import Iterable, Sequence

from compiler.languages.world.facts import Condition, Effect, Line
from queries.errors.query_error import QueryError
from queries.operations.arguments import one_line
from queries.operations.draft import Draft
from queries.operations.worlds.promises import unread
from queries.tools.parameters import echoed


def condition_text(text: str) -> str:
    """Return a condition without the sign that it may be given with. Raises QueryError for an `any` block."""
    found = one_line("condition", text).removeprefix("? ").strip()
    if found.startswith("any:"):
        raise QueryError("invalid_argument", "An operation writes no `any` block: edit it as text")
    return found


def effect_text(text: str) -> str:
    """Return an effect without the sign that it may be given with."""
    return one_line("effect", text).removeprefix("> ").strip()


def text_lines(name: str, text: str | None) -> list[str]:
    """Return the lines of a text, blank ones left out. Raises QueryError for a tab or a comment."""
    lines = [one.strip() for one in (text or "").splitlines() if one.strip()]
    if any("\t" in one or " //" in f" {one}" for one in lines):
        raise QueryError("invalid_argument", f"'{name}' has neither comments nor tabs", **{name: echoed(text)})
    return lines


def squeezed(text: str) -> str:
    """Return a text without blanks: a condition may be written with or without them."""
    return "".join(text.split())


def check_texts(overlay: Draft, site: str, lines: Sequence[str]) -> None:
    """Raise QueryError unless the lines of a site are these."""
    found = sorted(overlay.snapshot.facts(Line, site=site), key=lambda one: one.span.start_line)
    shown = [_shown(one) for one in found if one.line_kind != "blocked"]
    if list(map(squeezed, shown)) != list(map(squeezed, lines)):
        other = next((one for one in lines if squeezed(one) not in map(squeezed, shown)), "")
        raise unread(line=echoed(other))


def _shown(line: Line) -> str:
    if line.line_kind == "prose":
        return line.text
    return f"@{line.speaker}{':' if line.line_kind == 'speech' else ''} {line.text}"


def check_statements(overlay: Draft, site: str, conditions: Iterable[str], effects: Iterable[str]) -> None:
    """Raise QueryError unless conditions and effects are read at a site as they were given."""
    found = {squeezed(one.text) for one in overlay.snapshot.facts(Condition, site=site)}
    for one in conditions:
        if squeezed(one) not in found:
            raise unread(condition=echoed(one))
    effective = {squeezed(each.text) for each in overlay.snapshot.facts(Effect, site=site) if each.entity}
    for one in effects:
        if squeezed(one) not in effective:
            raise QueryError(
                "invalid_argument",
                "No effect of the language is written like this",
                effect=echoed(one),
                hint="> @id.property = value, + value, - value, move @id -> place, reveal @id.property, destroy @id",
            )
