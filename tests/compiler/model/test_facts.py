"""The projections of an object: id, title, body and context from the fields that its class names."""

from dataclasses import fields
from typing import ClassVar

from compiler.languages.registry import LANGUAGES, fact_classes
from compiler.model.facts import File, Object, fact, file_ref, language_of
from compiler.model.spans import Span

SPAN = Span("a.md", 1, 1, 1, 2)


@fact
class Lamp(Object):
    """A lamp, for these tests."""

    table: ClassVar[str] = "lamp"
    kind: ClassVar[str] = "lamp"
    id_field: ClassVar[str] = "name"
    title_fields: ClassVar[tuple[str, ...]] = ("label", "name")
    body_fields: ClassVar[tuple[str, ...]] = ("note",)

    name: str
    label: str = ""
    note: str | None = None


def test_object_title_is_the_first_field_that_is_not_empty() -> None:
    assert Lamp(span=SPAN, ref="x:lamp/a", name="a", label="Lamp A").title == "Lamp A"
    assert Lamp(span=SPAN, ref="x:lamp/a", name="a").title == "a"


def test_object_without_title_fields_is_titled_by_its_id() -> None:
    file = File(span=SPAN, ref=file_ref("a.md"), path="a.md", language="world", sha256="", size=0, lines=0)
    assert (file.id, file.title, file.ref) == ("a.md", "a.md", "f:a.md")


def test_object_texts_are_empty_where_the_class_or_the_fact_has_none() -> None:
    lamp = Lamp(span=SPAN, ref="x:lamp/a", name="a")
    assert (lamp.body, lamp.context) == ("", "")
    assert Lamp(span=SPAN, ref="x:lamp/a", name="a", note="Lit").body == "Lit"


def test_classes_with_texts_that_are_only_searched_have_a_checksum_of_them() -> None:
    searched = [one for one in fact_classes() if one.only_searched]
    names = {one.table: {field.name for field in fields(one)} for one in searched}
    assert searched and all(found & {"checksum", "sha256"} for found in names.values()), names


def test_language_of_a_class_is_the_one_that_declares_it() -> None:
    declared = {one: language.name for language in LANGUAGES for one in language.fact_classes()}
    assert {one: language_of(one) for one in fact_classes()} == {one: declared.get(one, "") for one in fact_classes()}
