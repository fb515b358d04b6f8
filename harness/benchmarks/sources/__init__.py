"""Generated sources of every language, by the module that writes them: what `harness.benchmarks.generate` is made of.

A module of a language declares

* `WEIGHT`: its share of the files of a mixed source, relative to the weights of the others;
* `MIN_FILES`: the fewest files that can have all its kinds of objects;
* `files(plan)`: path below the root and text of its files, as many as `plan.counts` gives it.

A new language is a module here and its line in `LANGUAGES`. A language that cites another gets the ids from its module.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

FILES_A_MISTAKE = 40  # one file in so many has a deliberate mistake


@dataclass(frozen=True, slots=True)
class Plan:
    """The number of files of each language, and the seed of every choice."""

    seed: int
    counts: Mapping[str, int]

    def random(self, path: str) -> Random:
        """The random choices of one file. They depend on the seed and its path, never on another file."""
        return Random(f"{self.seed}/{path}")


class LanguageSources(Protocol):
    """A module of this package."""

    WEIGHT: int
    MIN_FILES: int

    def files(self, plan: Plan) -> Iterator[tuple[str, str]]: ...


def shares(count: int, weights: Mapping[str, int], least: Mapping[str, int]) -> dict[str, int]:
    """Distribute `count` files: to each language its least, and the rest by weight, larger remainders first.

    Raises ValueError when there are fewer files than all languages need.
    """
    rest = count - sum(least.values())
    if rest < 0:
        raise ValueError(f"A mixed source has at least {sum(least.values())} files, not {count}.")
    whole = sum(weights.values())
    dealt = {name: least[name] + rest * weight // whole for name, weight in weights.items()}
    by_remainder = sorted(weights, key=lambda name: (-(rest * weights[name] % whole), name))
    for name in by_remainder[: count - sum(dealt.values())]:
        dealt[name] += 1
    return dealt
