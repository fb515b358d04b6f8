"""Texts that are stored once: what is read of them is what was written, wherever it stands."""

from typing import ClassVar

import pytest

from compiler.languages.registry import fact_classes
from compiler.model.facts import Fact, Link, LinkKind, Object, fact
from compiler.model.spans import Span
from compiler.store.packed_texts import packed, unpacked
from compiler.store.schema import table_of
from compiler.store.snapshot import Snapshot
from tests.closing import closed_later
from tests.compiler.samples import all_samples
from tests.compiler.store.frozen_contents import Contents, freeze
from tests.compiler.tables import table

LONG = "The lid is on the kettle. " * 20


@fact
class Lid(Object):
    """A thing whose title, body and context stand in its fields."""

    table: ClassVar[str] = "lid"
    kind: ClassVar[str] = "lid"
    id_field: ClassVar[str] = "lid"
    title_fields: ClassVar[tuple[str, ...]] = ("label", "lid")
    body_fields: ClassVar[tuple[str, ...]] = ("text", "shape")
    context_fields: ClassVar[tuple[str, ...]] = ("around",)
    shared: ClassVar[tuple[str, ...]] = ("shape",)
    packed: ClassVar[tuple[str, ...]] = ("text", "around")

    lid: str
    label: str
    text: str | None
    shape: str
    around: str


@fact
class Knob(Object):
    """A thing whose texts are made of its fields."""

    table: ClassVar[str] = "knob"
    kind: ClassVar[str] = "knob"
    id_field: ClassVar[str] = "knob"
    body_fields: ClassVar[tuple[str, ...]] = ("text",)

    knob: str
    text: str

    @property
    def title(self) -> str:
        return f"knob {self.knob}"

    @property
    def body(self) -> str:
        return self.text.removesuffix("!")

    @property
    def context(self) -> str:
        return self.text[:3]


def lid(id_: str, label: str = "", text: str | None = "", shape: str = "", around: str = "", ref: str = "") -> Lid:
    span = Span("a.md", 3, 1, 9, 5)
    return Lid(span=span, ref=ref or f"t:{id_}", lid=id_, label=label, text=text, shape=shape, around=around)


def knob(id_: str, text: str) -> Knob:
    return Knob(span=Span("a.md", 1, 1, 1, 5), ref=f"t:{id_}", knob=id_, text=text)


def snapshot(*facts: Fact, links: tuple[Link, ...] = ()) -> Snapshot:
    kinds = [LinkKind("lies_on", "it lies on the other", "source")]
    return closed_later(freeze(Contents({"id": "abc"}, facts, links, [], {"a.md": "text"}, [Lid, Knob], kinds)))


def searched(found: Snapshot) -> list[tuple[object, ...]]:
    """The ref and the texts of each object, as the full-text index reads them."""
    texts = "object_row AS o JOIN search_index AS s ON s.rowid = o.rowid"
    return found.rows(f"SELECT o.ref, s.id, s.title, s.body, s.context FROM {texts} ORDER BY o.rowid")


@table(
    "one",
    [
        lid("a", "The lid", LONG, "round", LONG[:-3]),
        lid("b"),
        lid("c", "c", None, "round"),
        lid("d", "", "", "round", "near the kettle"),
        lid("e", "e\0f", "x\0y", "", "z"),
        lid("f", ref="t:other"),
        lid("g\0h", ref="t:g\0h"),
        lid("", "no id", ref="t:"),
        lid("ü", "ü", "ü" * 300, ref="t:ü"),
    ],
)
def test_texts_of_an_object_are_those_of_its_fact(one: Lid) -> None:
    found = snapshot(one)
    assert found.facts(Lid) == [one]
    assert searched(found) == [(one.ref, one.id, one.title, one.body, one.context)]
    assert found.rows("SELECT ref, id, title, start_line, end_line FROM object_row") == [
        (one.ref, one.id, one.title, 3, 9)
    ]


@table("text", ["", "plain", "with a mark!", "!"])
def test_texts_that_a_class_makes_are_stored_where_they_differ(text: str) -> None:
    one = knob("k", text)
    found = snapshot(one)
    assert searched(found) == [("t:k", "k", "knob k", text.removesuffix("!"), text[:3])]
    stored = found.rows("SELECT body, context FROM search_index_body")
    assert stored == ([(text.removesuffix("!") if "!" in text else None, text[:3] or None)] if text else [])


def test_all_samples_have_the_texts_of_their_facts() -> None:
    found = all_samples()
    expected = [
        (one.ref, one.id, one.title, one.body, one.context)
        for fact_class in fact_classes()
        if issubclass(fact_class, Object) and not fact_class.only_searched
        for one in found.facts(fact_class)
        if one.is_listed
    ]
    read = {row[0]: row for row in searched(found)}
    assert len(expected) > 1_000
    assert [read[row[0]] for row in expected] == expected


def test_fields_that_are_stored_otherwise_are_fields() -> None:
    for fact_class in fact_classes():
        indexed = (name for names in fact_class.indexed for name in names.split())
        named = {*fact_class.shared, *fact_class.packed, *indexed}
        assert named <= {*table_of(fact_class).columns, "file"}, fact_class
        assert not {*fact_class.shared} & {*fact_class.packed}, fact_class
        assert len(fact_class.shared) == len({*fact_class.shared}), fact_class


@table("text", [None, "", "a", "short", LONG, "\0", "ü" * 99])
def test_packed_text_is_never_longer_and_reads_back(text: str | None) -> None:
    found = packed(text)
    assert unpacked(found) == text
    assert found is None or len(found) <= len(text or "")


def test_values_that_are_no_packed_text_are_refused() -> None:
    for value in (b"", b"x", packed(LONG)[:-1]):  # type: ignore[index]
        with pytest.raises(ValueError, match=r"damaged|cut short"):
            unpacked(value)
