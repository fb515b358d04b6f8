"""The participants of a sequence diagram and the boxes that group them.

An actor exists from its first mention on, and keeps its position in the order; a later declaration may give it an alias
or another type.
"""

import re
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.settings import load_pairs, truthy
from compiler.languages.diagrams.syntax.sequence.colours import split_colour
from compiler.languages.diagrams.syntax.sequence.texts import read_text
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.newer_forms import newer_form
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, decode, show_entities
from compiler.model.diagnostics import Diagnostic
from compiler.text.yaml import YamlError

MENU_WORD = re.compile(r"(?:links?|properties|details)\b", re.IGNORECASE)
Alias = tuple[str, bool | None]  # as from `read_text`


class Actors:
    """All actors by id, in the order of their first mention."""

    def __init__(self, prepared: Prepared, diagnostics: list[Diagnostic], wrap: bool) -> None:
        self.prepared, self.diagnostics, self.wrap = prepared, diagnostics, wrap
        self.by_id: dict[str, dict[str, Any]] = {}
        self.boxes: list[dict[str, Any]] = []
        self.box = 0  # the number of the open box, from 1
        self.undeclared: set[str] = set()  # mentioned, but not declared so far

    def __contains__(self, actor: str) -> bool:
        return actor in self.by_id

    def id(self, token: Token) -> str:
        return decode(token.value.strip(JS_BLANKS))

    def mention(self, token: Token) -> str:
        """Return the id of an actor that a statement names, and create the actor at its first mention."""
        actor = self.id(token)
        if MENU_WORD.match(actor):
            self.diagnostics.append(newer_form(self.prepared, "menu word", token.start, token.end))
        if actor not in self.by_id:
            self.undeclared.add(actor)
            self.put(actor, "participant", (actor, None), self.range(token, token))
        return actor

    def declare(self, parts: tuple[Any, ...], first: Token | None = None) -> None:
        """Apply `participant A@{ … } as Alice`. `first` is the first token if the statement begins before `parts`."""
        keyword, name = parts[:2]
        actor = self.id(name)
        type_ = "actor" if keyword.type == "PERSON" else "participant"
        alias = read_text(parts[-2].value) if parts[-2].type == "REST" else None
        settings = next((part for part in parts if part.type == "SETTINGS"), None)
        if settings:
            if settings.start > name.end or {"-", "="} & {*name.value}:
                self.diagnostics.append(newer_form(self.prepared, "settings", name.start, settings.end))
            type_, alias = self.read_settings(actor, settings, type_, alias)
        span = self.range(first or keyword, next(part for part in reversed(parts[:-1]) if part.value))
        old = self.by_id.get(actor)
        if old and not self.join_box(actor, old, name):
            return
        if old and actor in self.undeclared:
            self.undeclared.discard(actor)
            old["span"] = span
        if not old or alias:
            self.put(actor, type_, alias or (actor, None), old["span"] if old else span)

    def read_settings(self, actor: str, settings: Token, type_: str, alias: Alias | None) -> tuple[str, Alias | None]:
        """Return type and alias, which the settings may change."""
        try:
            values = load_pairs(settings.value[2:-1].strip(JS_BLANKS))
        except YamlError as error:
            span = self.prepared.span(settings.start, settings.end)
            self.diagnostics.append(
                codes.BAD_PARTICIPANT_SETTINGS.at(span, actor=actor, reason=show_entities(error.reason))
            )
            return type_, alias
        if values.get("type") is not None:
            type_ = decode(str(values["type"]))
        if truthy(values.get("alias")) and (alias is None or alias[0] == actor):
            alias = decode(str(values["alias"])), alias[1] if alias else None
        return type_, alias

    def join_box(self, actor: str, old: dict[str, Any], name: Token) -> bool:
        """Put an existing actor into the open box. Return False, with a diagnostic, when it is in another box."""
        if self.box and old.get("box", self.box) != self.box:
            first = self.boxes[old["box"] - 1].get("name", "")
            span = self.prepared.span(name.start, name.end)
            self.diagnostics.append(codes.TWO_BOXES.at(span, actor=actor, first=first))
            return False
        if self.box:
            old["box"] = self.box
        return True

    def put(self, actor: str, type_: str, alias: Alias, span: list[int]) -> None:
        """Create or replace an actor. It loses the links and properties that it had."""
        text, wrap = alias
        old = self.by_id.get(actor, {})
        entry: dict[str, Any] = {"id": actor, "description": text, "type": type_}
        if self.wrap if wrap is None else wrap:
            entry["wrap"] = True
        box = old.get("box", self.box)
        if box:
            entry["box"] = box
        self.by_id[actor] = {**entry, "span": span}
        if self.box:
            self.boxes[self.box - 1]["actors"].append(actor)

    def add(self, actor: str, key: str, pairs: dict[str, object]) -> None:
        """Add links or properties to those of an actor."""
        if pairs:
            self.by_id[actor][key] = {**self.by_id[actor].get(key, {}), **pairs}

    def enter_box(self, label: Token, span: list[int]) -> None:
        colour, title = split_colour(label.value)
        name, wrap = read_text(title)
        box: dict[str, Any] = {"name": name} if name else {}
        box["fill"] = decode(colour)
        if self.wrap if wrap is None else wrap:
            box["wrap"] = True
        self.boxes.append({**box, "actors": [], "span": span})
        self.box = len(self.boxes)

    def leave_box(self) -> None:
        self.box = 0

    def entries(self) -> list[dict[str, Any]]:
        return list(self.by_id.values())

    def range(self, first: Token, last: Token) -> list[int]:
        return self.prepared.range(first.start, last.end)
