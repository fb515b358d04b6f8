"""Near duplicates among texts."""

from hypothesis import given
from hypothesis import strategies as st

from queries.memory.duplicates import MIN_SIMILARITY, MIN_WORDS, NearDuplicateIndex


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=8).map(" ".join), max_size=6))
def test_duplicates_index_finds_every_near_duplicate(texts: list[str]) -> None:
    sets = [set(text.split()) for text in texts]
    every = {
        (one, other)
        for one, first in enumerate(sets)
        for other, second in enumerate(sets)
        if min(len(first), len(second)) >= MIN_WORDS and len(first & second) / len(first | second) > MIN_SIMILARITY
    }
    index = NearDuplicateIndex(texts)
    assert {(one, other) for one, text in enumerate(texts) for other, _ in index.near(text)} == every
