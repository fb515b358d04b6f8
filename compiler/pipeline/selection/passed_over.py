"""What discovery passed over, counted by the reason. Only counts and a few paths are kept: what is not read is not
walked through either, so a folder counts as one."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Reason = Literal["ignored", "excluded", "third_party", "built", "discarded", "repositories", "links"]
MAX_PATHS = 100  # of one reason, that are named
MAX_KINDS = 100
_MAX_SUFFIX = 12  # characters: what is longer is a part of a name
OTHER = "other"


@dataclass(slots=True)
class PassedOver:
    """Files and folders that were not read. `kinds` counts the files that no language reads, by suffix."""

    files: Counter[Reason] = field(default_factory=Counter)
    folders: Counter[Reason] = field(default_factory=Counter)
    paths: dict[Reason, list[str]] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, reason: Reason, path: str, *, is_folder: bool) -> None:
        """Count a file or folder that is not read."""
        (self.folders if is_folder else self.files)[reason] += 1
        self.paths.setdefault(reason, []).append(f"{path}/" if is_folder else path)

    def add_kind(self, path: str) -> None:
        """Count a file that no language reads."""
        self.kinds[_kind(path.rpartition("/")[2])] += 1

    def as_meta(self) -> Mapping[str, Any]:
        """Return JSON values by reason: `files`, `folders` and the first `paths`; for `no_language` `kinds`."""
        found: dict[str, Any] = {}
        for reason, paths in sorted(self.paths.items()):
            counts = {"files": self.files[reason], "folders": self.folders[reason]}
            kept = sorted(paths, key=str.encode)[:MAX_PATHS]
            found[reason] = {**{name: count for name, count in counts.items() if count}, "paths": kept}
        if self.kinds:
            found["no_language"] = {"files": self.kinds.total(), "kinds": self._largest_kinds()}
        return found

    def _largest_kinds(self) -> dict[str, int]:
        ranked = sorted(self.kinds.items(), key=lambda item: (-item[1], item[0]))
        left = sum(count for _, count in ranked[MAX_KINDS:])
        return dict(ranked[:MAX_KINDS]) | ({OTHER: left + self.kinds.get(OTHER, 0)} if left else {})


def _kind(name: str) -> str:
    """The suffix of a name in small letters, such as `.png`; `other` for a name without one."""
    stem, dot, suffix = name.rpartition(".")
    return f".{suffix.lower()}" if dot and stem and 0 < len(suffix) <= _MAX_SUFFIX else OTHER
