"""How far two readings of one source agree, item by item."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

Reading = Mapping[Hashable, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two readings of a source. A reading maps the key of each item to what is said of it, by field."""

    theirs: Reading
    ours: Reading

    @property
    def items(self) -> int:
        """How many items either has."""
        return len(self.theirs.keys() | self.ours.keys())

    @property
    def differences(self) -> list[str]:
        """One line an item that is not the same in both: what differs."""
        found = []
        for key in sorted(self.theirs.keys() | self.ours.keys(), key=str):
            one, other = self.theirs.get(key), self.ours.get(key)
            if one is None or other is None:
                found.append(f"{key}: {'not theirs' if one is None else 'not ours'}")
            elif fields := [f"{name}: {one.get(name)!r}, ours {other.get(name)!r}" for name in _differing(one, other)]:
                found.append(f"{key}: {'; '.join(fields)}")
        return found

    @property
    def percent(self) -> float:
        """How many of the items are the same, in percent; 100 of none."""
        return 100.0 * (1 - len(self.differences) / self.items) if self.items else 100.0


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    return [name for name in sorted(one.keys() | other.keys()) if one.get(name) != other.get(name)]
