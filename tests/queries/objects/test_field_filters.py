"""`status`, `priority`, `tag` and `where` of `list_objects`: objects by the values of their fields."""

from typing import Any, ClassVar

from compiler.model.facts import File, Object, fact
from compiler.store.snapshot import Snapshot
from queries.objects.field_filters import folded
from tests.closing import closed_later, shared
from tests.compiler.store.frozen_contents import Contents, freeze
from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.snapshots import line


@fact
class Order(Object):
    """An order of a shop, with a status of its own and the words of its source."""

    table: ClassVar[str] = "shop_order"
    kind: ClassVar[str] = "order"
    id_field: ClassVar[str] = "number"

    number: str
    status: str
    tags: tuple[str, ...]
    properties: dict[str, Any]
    native: dict[str, Any]
    weight: float | None = None


@fact
class Shelf(Object):
    """A shelf, which has no status."""

    table: ClassVar[str] = "shop_shelf"
    kind: ClassVar[str] = "shelf"
    id_field: ClassVar[str] = "name"

    name: str


def order(number: str, status: str, native: str, *tags: str, **properties: Any) -> Order:
    words = {"status": native, "clerk": f"clerk {number}"}
    return Order(
        span=line(1),
        ref=f"s:order/{number}",
        number=number,
        status=status,
        tags=tags,
        properties=properties,
        native=words,
    )


ORDERS = (
    order("1", "sent", "On its way", "gift", "c++", priority="high"),
    order("2", "sent", "on-its-way", "Gift", "c", priority="High", paid=True),
    order("3", "open", "OPEN", priority=1, paid=False, weights=[1, 2]),
    order("4", "open", " ", "no-gift", weights=[2.0]),
)


@shared
def shop() -> Snapshot:
    meta = {"id": "0" * 64, "source": "shop", "compiler_version": "0", "languages": {}}
    shelf = Shelf(span=line(2), ref="s:shelf/a", name="a")
    return closed_later(freeze(Contents(meta, [*ORDERS, shelf], (), (), {}, [File, Order, Shelf], ())))


@each(
    "arguments, expected",
    [
        ({"status": "sent"}, "12"),
        ({"status": "ON_ITS_WAY"}, "12"),
        ({"status": "Open"}, "34"),
        ({"priority": "HIGH"}, "12"),
        ({"priority": "p1"}, "3"),
        ({"tag": "gift"}, "12"),
        ({"tag": "c"}, "2"),
        ({"tag": "C++"}, "1"),
        ({"tag": "gift", "status": "open"}, ""),
        ({"where": {"tags": "gift"}}, "1"),
        ({"where": {"tags": "GIFT"}}, "12"),
        ({"where": {"paid": True}}, "2"),
        ({"where": {"paid": False}}, "3"),
        ({"where": {"paid": None}}, "14"),
        ({"where": {"weights": 2}}, "34"),
        ({"where": {"weights": 2.0}}, "34"),
        ({"where": {"clerk": "Clerk-3"}}, "3"),
        ({"where": {"clerk": "clerk 3", "status": "sent"}}, ""),
        ({"where": {"weight": None}}, "1234"),
    ],
)
def test_list_objects_filters_by_values_in_any_spelling(arguments: Json, expected: str) -> None:
    found = ask(shop(), "list_objects", kind="order", **arguments)
    assert "".join(one["id"] for one in found["objects"]) == expected
    assert found["total"] == len(expected)


@each(
    "field, one, other, is_same",
    [
        ("status", "To Do", "todo", True),
        ("status", "won't fix", "Wont-Fix", True),
        ("status", "in progress", "in_progress", True),
        ("priority", "P2", "2", True),
        ("status", "P2", "2", False),
        ("tag", "#api", "API", True),
        ("tag", "c++", "c", False),
        ("tag", "area/api", "area-api", False),
    ],
)
def test_filter_values_are_the_same_in_spellings_of_one_word(field: str, one: str, other: str, is_same: bool) -> None:
    assert (folded(field, one) == folded(field, other)) is is_same


def test_filter_value_that_nothing_has_shows_the_most_frequent_values() -> None:
    said = ask(shop(), "list_objects", kind="order", status="snet")
    assert said["hint"] == "No order has status snet; values has those that occur."
    assert said["values"] == {"status": {"open": 2, "sent": 2, "OPEN": 1, "On its way": 1, "on-its-way": 1}}
    assert said["did_you_mean"] == ["sent"]
    assert said["searched"]["objects"] == {"order": 4}


def test_filter_by_a_status_that_no_object_of_the_kind_can_have_is_an_error() -> None:
    said = error(shop(), "list_objects", kind="shelf", status="open")
    assert said["error"] == "Objects of kind shelf have no such field"
    assert said["fields"] == ["file", "id", "name", "ref", "title"]


def test_filter_by_an_unknown_key_names_the_nearest() -> None:
    said = error(shop(), "list_objects", kind="order", where={"piad": True})
    assert said["did_you_mean"] == ["paid"]
    assert {"clerk", "paid", "priority", "weights"} <= set(said["fields"])


def test_filter_values_are_cut_to_twelve_and_counted() -> None:
    many = [order(str(number), "open", f"step {number:02}") for number in range(20)]
    meta = {"id": "0" * 64, "source": "shop", "compiler_version": "0", "languages": {}}
    made = closed_later(freeze(Contents(meta, many, (), (), {}, [File, Order], ())))
    said = ask(made, "list_objects", kind="order", status="closed")
    assert list(said["values"]["status"]) == ["open", *(f"step {number:02}" for number in range(11))]
    assert "the 12 most frequent of 21" in said["hint"]
