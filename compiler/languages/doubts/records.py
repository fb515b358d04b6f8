"""The unit of the net: what it caught in one file."""

from typing import NamedTuple


class Caught(NamedTuple):
    """A place that looks like something: what, its first and last line (from 1), its text, the reason in plain words,
    and the line of `frieze.toml` that would teach it, "" if none does."""

    looks_like: str
    line: int
    end_line: int
    text: str
    reason: str
    setting: str = ""


class Unit(NamedTuple):
    """All that was caught in a file, in the order of its lines."""

    caught: tuple[Caught, ...]
