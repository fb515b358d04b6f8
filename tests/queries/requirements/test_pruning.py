"""The most specific members of a set: ancestors are dropped, and cycles are kept."""

from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.requirements.tea import tea


def minimized(*names: str, **arguments: object) -> Json:
    return ask(tea(), "minimize_requirement_set", req_ids=[f"REQ-{name}" for name in names], **arguments)


def kept(said: Json) -> list[str]:
    return [one["id"].removeprefix("REQ-") for one in said["minimal_set"]]


def dropped(said: Json) -> dict[str, list[str]]:
    return {
        one["id"].removeprefix("REQ-"): [name.removeprefix("REQ-") for name in one["superseded_by"]]
        for one in said["pruned"]
    }


@each(
    "members, minimal, pruned",
    [
        (["p00001", "o00001"], ["o00001"], {"p00001": ["o00001"]}),
        (["p00001", "d00001"], ["d00001"], {"p00001": ["d00001"]}),
        (["d00001", "o00002", "p00001"], ["d00001"], {"o00002": ["d00001"], "p00001": ["d00001", "o00002"]}),
        (["o00001", "o00002"], ["o00001", "o00002"], {}),
        (["p00001", "p00001"], ["p00001"], {}),
        (["d00002", "d00003"], ["d00002", "d00003"], {}),
        (["d00002", "d00003", "d00004"], ["d00004"], {"d00002": ["d00004"], "d00003": ["d00004"]}),
        ([], [], {}),
    ],
)
def test_minimize_keeps_the_most_specific_in_order(
    members: list[str], minimal: list[str], pruned: dict[str, list[str]]
) -> None:
    said = minimized(*members)
    assert (kept(said), dropped(said)) == (minimal, pruned)
    counts = {"minimal_count": len(minimal), "pruned_count": len(pruned)}
    assert said["stats"] == {"input_count": len(members), **counts}


@each(
    "kinds, minimal",
    [
        ("implements", ["o00002", "p00001"]),
        ("refines", ["o00002"]),
        ("implements, refines", ["o00002"]),
        ("", ["o00002"]),
    ],
)
def test_minimize_follows_only_the_given_kinds(kinds: str, minimal: list[str]) -> None:
    assert sorted(kept(minimized("p00001", "o00002", edge_kinds=kinds))) == minimal


def test_minimize_keeps_cycles_with_a_warning() -> None:
    said = minimized("d00002", "d00003")
    assert kept(said) == ["d00002", "d00003"]
    assert said["warnings"] == [
        "REQ-d00002, REQ-d00003 are ancestors of each other: none is more specific, so none of them supersedes another."
    ]
    assert "warnings" not in minimized("p00001", "d00001")


def test_minimize_drops_a_whole_cycle_above_a_member() -> None:
    said = minimized("d00002", "d00003", "d00004")
    assert kept(said) == ["d00004"]


def test_minimize_lists_unknown_names_with_near_ones() -> None:
    said = minimized("p00001", "p000001", "zzz", "p00001-A")
    assert kept(said) == ["p00001"]
    assert said["not_found"] == ["REQ-p000001", "REQ-zzz", "REQ-p00001-A"]
    assert "REQ-p00001" in said["did_you_mean"]["REQ-p000001"]


def test_minimize_accepts_refs() -> None:
    said = ask(tea(), "minimize_requirement_set", req_ids=["r:REQ-p00001", "REQ-o00001"])
    assert kept(said) == ["o00001"]


def test_minimize_unknown_kind_of_link_is_an_error() -> None:
    said = error(tea(), "minimize_requirement_set", req_ids=[], edge_kinds="implement")
    assert (said["code"], said["did_you_mean"]) == ("not_found", ["implements"])
