"""`@fact` makes a class behave like a frozen, slotted dataclass."""

from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any, ClassVar

import pytest

from compiler.languages.registry import fact_classes
from compiler.model.fact_class import Frozen, fact, positional_constructor
from tests.compiler.tables import table


@fact
class Stone(Frozen):
    """A stone."""

    kind: ClassVar[str] = "stone"

    name: str
    weight: int


@fact
class Gem(Stone):
    """A stone with a field more."""

    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """What `Stone` is to be like."""

    kind: ClassVar[str] = "stone"

    name: str
    weight: int


def test_fact_takes_fields_by_name() -> None:
    assert [one.name for one in fields(Gem)] == ["name", "weight", "colours"]
    for _ in range(2):  # the first of a class compiles its __new__
        gem = Gem(name="opal", weight=3, colours=("red",))
        assert (gem.name, gem.weight, gem.colours, gem.kind) == ("opal", 3, ("red",), "stone")


@table("wrong", [{}, {"name": "a"}, {"name": "a", "weight": 1, "size": 2}])
def test_fact_refuses_missing_and_unknown_fields(wrong: dict[str, Any]) -> None:
    for made in (Stone, Model):
        with pytest.raises(TypeError, match=r"__(init|new)__\(\)"):
            made(**wrong)


def test_fact_equality_hash_and_repr_use_its_fields() -> None:
    one, same, other = (Stone(name=name, weight=1) for name in ("a", "a", "b"))
    assert one == same and hash(one) == hash(same)
    assert one != other and one != Gem(name="a", weight=1, colours=())
    assert repr(one) == repr(Model(name="a", weight=1)).replace("Model", "Stone")
    assert hash(one) == hash(Model(name="a", weight=1))


def test_fact_is_immutable() -> None:
    for stone in (Stone(name="a", weight=1), positional_constructor(Gem, ("weight", "name", "colours"))(1, "a", ())):
        for name in ("name", "size"):
            with pytest.raises(FrozenInstanceError):
                setattr(stone, name, 2)
            with pytest.raises(FrozenInstanceError):
                delattr(stone, name)
        assert not hasattr(stone, "__dict__")


def test_positional_constructor_takes_fields_in_any_order() -> None:
    made = positional_constructor(Gem, ("colours", "name", "weight"))(("red",), "opal", 3)
    assert made == Gem(name="opal", weight=3, colours=("red",)) and type(made) is Gem
    with pytest.raises(TypeError):
        positional_constructor(Gem, ("colours", "name", "weight"))((), "opal")


def test_fact_field_with_a_default_may_be_left_out() -> None:
    @fact
    class Pebble(Frozen):
        """A stone with a default."""

        weight: int = 1

    assert [Pebble().weight, Pebble(weight=2).weight] == [1, 2]


def test_fact_refuses_default_factories() -> None:
    class Pebble(Frozen):
        """A stone with a list."""

        names: list[str] = field(default_factory=list)

    with pytest.raises(TypeError, match="has a default"):
        fact(Pebble)


def test_fact_refuses_postponed_annotations() -> None:
    class Pebble(Frozen):
        """A stone whose annotations are postponed."""

        weight: "int"

    with pytest.raises(TypeError, match="has a type in words"):
        fact(Pebble)


def test_fact_declares_every_class_of_all_languages() -> None:
    own = {"__eq__", "__repr__", "__setattr__"}
    assert [one for one in fact_classes() if not issubclass(one, Frozen) or own & vars(one).keys()] == []
