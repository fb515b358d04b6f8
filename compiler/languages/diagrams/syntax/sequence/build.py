"""The syntax tree of a sequence diagram, built from its statements in the order of the text.

Actors are created at their first mention. Blocks, sections and activations are events between the messages. Mistakes
that Mermaid finds in this step (an actor deactivated twice) become diagnostics.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.settings import truthy
from compiler.languages.diagrams.syntax.sequence.actors import Actors
from compiler.languages.diagrams.syntax.sequence.lexer import ARROWS
from compiler.languages.diagrams.syntax.sequence.statements import Document, Statement
from compiler.languages.diagrams.syntax.sequence.texts import json_pairs, labelled_link, read_text
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, decode, setting_text
from compiler.model.diagnostics import Code, Diagnostic

SIDES = {"left of": "left_of", "right of": "right_of"}


def build(prepared: Prepared, document: Document, diagnostics: list[Diagnostic]) -> dict[str, Any]:
    """The syntax tree of a diagram. Mistakes are added to `diagnostics`."""
    builder = SequenceBuilder(prepared, diagnostics)
    builder.add(document)
    return builder.tree()


class SequenceBuilder:
    """Applies statements in order, each kind by the method of its name. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared, diagnostics: list[Diagnostic]) -> None:
        self.prepared, self.diagnostics = prepared, diagnostics
        self.wrap = default_wrap(prepared.config)
        self.actors = Actors(prepared, diagnostics, self.wrap)
        self.messages: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []
        self.blocks: list[dict[str, Any]] = []
        self.activations: list[dict[str, Any]] = []
        self.autonumbers: list[dict[str, Any]] = []
        self.events: list[list[Any]] = []
        self.created: dict[str, dict[str, Any]] = {}
        self.destroyed: dict[str, dict[str, Any]] = {}
        self.just_created: str | None = None  # an actor that no message has reached since its `create`
        self.just_destroyed: str | None = None  # an actor that no message has named since its `destroy`
        self.activation_counts: Counter[str] = Counter()
        self.open_blocks: list[dict[str, Any]] = []
        self.texts: dict[str, str] = {"title": decode(prepared.title or "")}

    def add(self, document: Document) -> None:
        """Apply all statements, with a stack instead of recursion: blocks may be nested thousands deep."""
        stack: list[Iterator[Statement]] = [iter(document)]
        while stack:
            for kind, parts in stack[-1]:
                if kind == "block":
                    stack.append(self.statements_of_block(parts))
                    break
                getattr(self, kind)(parts)
            else:
                stack.pop()

    def statements_of_block(self, parts: tuple[Any, ...]) -> Iterator[Statement]:
        """Yield the statements of a block. It is opened, divided and closed in between."""
        keyword, label, document, *more = parts
        end = more.pop()
        self.open_block(keyword, label, end)
        yield from document
        for _, (next_keyword, next_label, next_document) in more:
            self.open_blocks[-1]["sections"].append(self.section(next_keyword, next_label))
            self.events.append(["section", self.open_blocks[-1]["id"]])
            yield from next_document
        self.events.append(["end", self.open_blocks.pop()["id"]])

    def open_block(self, keyword: Token, label: Token, end: Token) -> None:
        block: dict[str, Any] = {"id": f"b{len(self.blocks) + 1}", "kind": keyword.value.lower()}
        if self.open_blocks:
            block["parent"] = self.open_blocks[-1]["id"]
            block["parent_section"] = len(self.open_blocks[-1]["sections"]) - 1
        block["sections"] = [self.section(keyword, label)]
        block["span"] = self.range(keyword, end)
        self.add_event("block", block["id"])
        self.blocks.append(block)
        self.open_blocks.append(block)

    def section(self, keyword: Token, label: Token) -> dict[str, Any]:
        return {
            "keyword": keyword.value.lower(),
            "label": self.text(label)[0],
            "items": [],
            "span": self.range(keyword, label if label.value else keyword),
        }

    def message(self, parts: tuple[Any, ...]) -> None:
        second, mark = parts[1], parts[-4].type  # the mark before the receiver, or the arrow
        from_centre = second.type == "CENTRAL"
        token = (parts[2] if from_centre else second).value.lower()
        sender, receiver = self.actors.mention(parts[0]), self.actors.mention(parts[-3])
        self.check_lifetimes(sender, receiver, parts)
        text, wrap = self.text(parts[-2], 1)
        message = {
            "i": len(self.messages),
            "from": sender,
            "to": receiver,
            "text": text,
            "arrow": ARROWS[token],
            "token": token,
        }
        if mark == "PLUS":
            message["activate"] = True
        if from_centre or mark == "CENTRAL":
            message["central"] = "both" if from_centre and mark == "CENTRAL" else "from" if from_centre else "to"
        self.add_context(message, wrap)
        message["span"] = self.range(parts[0], parts[-2])
        self.add_event("message", len(self.messages))
        self.messages.append(message)
        if mark in ("PLUS", "MINUS"):
            self.activate(mark == "PLUS", receiver if mark == "PLUS" else sender, message["span"], parts[-4])

    def check_lifetimes(self, sender: str, receiver: str, parts: tuple[Any, ...]) -> None:
        """Check that the first message after `create` goes to the new actor, and after `destroy` involves the old."""
        if self.just_created is not None:
            if receiver != self.just_created:
                self.report(codes.NOT_CREATED, parts[0], parts[-2], actor=self.just_created, receiver=receiver)
            self.just_created = None
        elif self.just_destroyed is not None:
            if self.just_destroyed not in (sender, receiver):
                self.report(codes.NOT_DESTROYED, parts[0], parts[-2], actor=self.just_destroyed)
            self.just_destroyed = None

    def note(self, parts: tuple[Any, ...]) -> None:
        actors = [self.actors.mention(part) for part in parts if part.type == "ACTOR"]
        text, wrap = self.text(parts[-2], 1)
        note = {
            "i": len(self.notes),
            "placement": SIDES.get(parts[1].value.lower(), "over"),
            "actors": actors,
            "text": text,
            "after_message": len(self.messages),
        }
        self.add_context(note, wrap)
        note["span"] = self.range(parts[0], parts[-2])
        self.add_event("note", len(self.notes))
        self.notes.append(note)

    def add_context(self, entry: dict[str, Any], wrap: bool | None) -> None:
        """Add to a message or note whether it is wrapped, and the block and section around it."""
        if self.wrap if wrap is None else wrap:
            entry["wrap"] = True
        if self.open_blocks:
            entry["block"] = self.open_blocks[-1]["id"]
            entry["section"] = len(self.open_blocks[-1]["sections"]) - 1

    def participant(self, parts: tuple[Any, ...]) -> None:
        self.actors.declare(parts)

    def create(self, parts: tuple[Any, ...]) -> None:
        keyword, (kind, inner) = parts
        actor = self.actors.id(inner[1])
        if actor in self.actors:
            self.report(codes.ALREADY_EXISTS, keyword, inner[1], actor=actor)
            return
        self.just_created = actor
        if kind == "participant":
            self.actors.declare(inner, keyword)
        else:
            self.actors.mention(inner[1])
        entry = {"actor": actor, "before_message": len(self.messages), "span": self.range(keyword, inner[1])}
        self.created[actor] = entry

    def destroy(self, parts: tuple[Any, ...]) -> None:
        keyword, name, _ = parts
        self.just_destroyed = self.actors.id(name)
        entry = {"actor": self.just_destroyed, "before_message": len(self.messages), "span": self.range(keyword, name)}
        self.destroyed[self.just_destroyed] = entry

    def activation(self, parts: tuple[Any, ...]) -> None:
        keyword, name, _ = parts
        self.activate(keyword.type == "ACTIVATE", self.actors.id(name), self.range(keyword, name), name)

    def activate(self, begins: bool, actor: str, span: list[int], token: Token) -> None:
        if not begins and not self.activation_counts[actor]:
            self.report(codes.NOT_ACTIVE, token, token, actor=actor)
            return
        self.activation_counts[actor] += 1 if begins else -1
        kind = "activate" if begins else "deactivate"
        self.add_event(kind, len(self.activations))
        self.activations.append({"op": kind, "actor": actor, "after_message": len(self.messages), "span": span})

    def autonumber(self, parts: tuple[Any, ...]) -> None:
        numbers = [number(part.value) for part in parts if part.type == "NUMBER"]
        entry: dict[str, Any] = {"before_message": len(self.messages)}
        if numbers:
            entry["start"], entry["step"] = numbers if len(numbers) > 1 else (numbers[0], 1)
        if parts[1].type != "OFF":
            entry["visible"] = True
        entry["span"] = self.range(parts[0], parts[-2])
        self.events.append(["autonumber", len(self.autonumbers)])
        self.autonumbers.append({key: value for key, value in entry.items() if value != 0 or key == "before_message"})

    def menu(self, parts: tuple[Any, ...]) -> None:
        keyword, name, text, _ = parts
        actor = self.actors.mention(name)
        raw = text.value[1:].strip(JS_BLANKS)
        if keyword.type == "DETAILS":
            return  # `details` names an element of the web page around the diagram
        try:
            pairs = labelled_link(raw) if keyword.type == "LINK" else json_pairs(raw)
        except ValueError:
            self.report(codes.BAD_LINKS_JSON, text, text, what=keyword.value.lower(), actor=actor)
            return
        self.actors.add(actor, "properties" if keyword.type == "PROPERTIES" else "links", pairs)

    def box(self, parts: tuple[Any, ...]) -> None:
        keyword, label, members, end = parts
        self.actors.enter_box(label, self.range(keyword, end))
        for kind, inner in members:
            getattr(self, kind)(inner)
        self.actors.leave_box()

    def title(self, parts: tuple[Any, ...]) -> None:
        text = parts[0]
        match text.type:
            case "TITLE" | "LEGACY_TITLE":
                self.texts["title"] = decode(text.value[6 if text.type == "TITLE" else 7 :])
            case "ACC_TITLE":
                self.texts["acc_title"] = setting_text("acc_title", text.value.partition(":")[2])
            case "ACC_DESCR":
                self.texts["acc_descr"] = setting_text("acc_descr", text.value.partition(":")[2])
            case _:
                # An unclosed description is empty.
                value = text.value.partition("{")[2][:-1] if text.value.endswith("}") else ""
                self.texts["acc_descr"] = setting_text("acc_descr", value)

    def stray(self, parts: tuple[Any, ...]) -> None:
        self.report(codes.STRAY_TEXT, parts[0], parts[0], found=parts[0].value)

    def add_event(self, kind: str, what: int | str) -> None:
        """Add an event to the diagram and to the open section."""
        self.events.append([kind, what])
        if self.open_blocks:
            self.open_blocks[-1]["sections"][-1]["items"].append([kind, what])

    def text(self, token: Token, skip: int = 0) -> tuple[str, bool | None]:
        """Read a text without its first `skip` characters. A `#12` after it is reported, since it begins a comment."""
        code, end = self.prepared.code, token.end
        if code.startswith("#", end) and code[end + 1 : end + 2].isalnum():
            lost = code[end : code.find("\n", end)]  # the code ends in a line break
            span = self.prepared.span(end, end + len(lost))
            self.diagnostics.append(codes.CUT_BY_COMMENT.at(span, lost=lost[:60]))
        return read_text(token.value[skip:] if skip else token.value)

    def range(self, first: Token, last: Token) -> list[int]:
        return self.prepared.range(first.start, last.end)

    def report(self, code: Code, first: Token, last: Token, **fields: Any) -> None:
        span = self.prepared.span(first.start, last.end)
        self.diagnostics.append(code.at(span, **fields))

    def tree(self) -> dict[str, Any]:
        lists = {
            "actors": self.actors.entries(),
            "messages": self.messages,
            "notes": self.notes,
            "blocks": self.blocks,
            "events": self.events,
        }
        more = {
            "activations": self.activations,
            "autonumber": self.autonumbers,
            "boxes": self.actors.boxes,
            "created": list(self.created.values()),
            "destroyed": list(self.destroyed.values()),
        }
        return {**lists, **{key: value for key, value in {**more, **self.texts}.items() if value}}


def number(text: str) -> int | float:
    """10 of `10`, 0.5 of `.50`."""
    value = float(text)
    return int(value) if value.is_integer() and len(text) < 16 else value


def default_wrap(config: dict[str, Any]) -> bool:
    """Whether texts are wrapped by default: `wrap` of the configuration, or of its part for sequence diagrams."""
    if "wrap" in config:
        return truthy(config["wrap"])
    section = config.get("config", config.get("sequence"))
    return isinstance(section, dict) and truthy(section.get("wrap"))
