"""Generated sources of every language, by the module that writes them: what `tests.benchmarks.generate` is made of.

A module of a language declares

* `WEIGHT`: its part of the files of a mixed source, beside the weights of the others;
* `LEAST`: how few files can show all that it has to show;
* `files(plan)`: its files, as many as `plan.counts` gives it, by path below the root.

A new language is a module here and its line in `LANGUAGES`. What one language cites of another it asks that module for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

MOST_FAULTY = 40  # one file in so many has a mistake on purpose


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be generated: how many files of each language, and the seed of every choice."""

    seed: int
    counts: Mapping[str, int]

    def random(self, path: str) -> Random:
        """The choices of one file: they depend on the seed and its path, never on another file."""
        return Random(f"{self.seed}/{path}")


class LanguageSources(Protocol):
    """What a module of this package offers."""

    WEIGHT: int
    LEAST: int

    def files(self, plan: Plan) -> Iterator[tuple[str, str]]: ...


def shares(count: int, weights: Mapping[str, int], least: Mapping[str, int]) -> dict[str, int]:
    """So many files dealt out: to each language its least, and the rest by weight, larger remainders first.

    Raises ValueError when there are fewer files than the least of all.
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
