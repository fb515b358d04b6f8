"""Near names: suggestions for names that resolve to nothing."""

from hypothesis import given
from hypothesis import strategies as st

from compiler.text.near_names import BUDGET, FULL_COMPARISON, NearNames


def check(name: str, *names: str, nearest: str | None) -> None:
    assert NearNames(names).nearest(name) == nearest


def test_near_names_have_at_most_two_edits() -> None:
    check("wardn", "ghost", "warden", nearest="warden")
    check("wadern", "warden", nearest="warden")
    check("wrdn", "warden", nearest="warden")
    check("wrd", "warden", nearest=None)
    check("@box", "box", nearest="box")


def test_near_names_leave_out_the_name_itself() -> None:
    check("warden", "warden", nearest=None)


def test_near_names_prefer_fewer_edits_then_the_first_declared() -> None:
    check("bat", "brats", "cat", "hat", nearest="cat")


def test_near_names_skip_very_long_names() -> None:
    check("a" * 100, "a" * 101, nearest=None)


def test_near_names_stop_when_budget_is_spent() -> None:
    near = NearNames([f"name{number:05}" for number in range(BUDGET // FULL_COMPARISON // 5)])
    answers = [near.nearest(f"nome{number:05}") for number in range(20)]
    assert answers[0] == "name00000"
    assert answers[-1] is None


def edits(one: str, other: str) -> int:
    """The Levenshtein distance, by its definition."""
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, other_letter in enumerate(other, 1):
            current.append(min(above[column] + 1, current[-1] + 1, above[column - 1] + (letter != other_letter)))
        above = current
    return above[-1]


def test_numbers_tell_names_apart() -> None:
    check("REQ-d00012", "REQ-d00013", "REQ-d00112", nearest=None)
    check("REQ-o00012", "REQ-d00012", nearest="REQ-d00012")
    check("REQ-d0012", "REQ-d00012", nearest="REQ-d00012")
    check("ADR-0021", "ADR-0012", nearest="ADR-0012")
    check("MILL-44", "MILL-4", "MILL-45", nearest="MILL-4")
    check("REQ-d00011", "REQ-d00001", nearest=None)
    check("step2", "step", nearest="step")


def test_short_name_is_near_no_other_word() -> None:
    check("a", "b", nearest=None)
    check("on", "up", "in", nearest="in")
    check("n", "nn", nearest="nn")


NAME = st.text("abcä", max_size=8)


@given(NAME, st.lists(NAME, max_size=12))
def test_near_names_equal_exhaustive_comparison(name: str, names: list[str]) -> None:
    near = [
        (edits(name, one), order, one)
        for order, one in enumerate(names)
        if 0 < edits(name, one) <= min(2, max(len(name), len(one)) // 2)
    ]
    assert NearNames(names).nearest(name) == (min(near)[2] if near else None)
