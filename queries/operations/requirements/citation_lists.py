"""Lists of citations as they are written: `REQ-p00001-A+B, REQ-p00002`."""

import re
from collections.abc import Iterable, Sequence

LABEL = "(?:[A-Z]{1,2}|[0-9]{1,3})"
_SEPARATOR = re.compile(r"[,;](?![^()]*\))")
_SEVERAL = re.compile(rf"(?P<owner>.+)-(?P<labels>{LABEL}(?:\+{LABEL})+)")


def written_in(value: str) -> list[str]:
    """Return the citations of a list as they are written, each of which may name several assertions."""
    return [one.strip() for one in _SEPARATOR.split(value) if one.strip()]


def joined(written: Iterable[str]) -> str:
    """Return a list of citations as it is written."""
    return ", ".join(written)


def cited_by(written: str) -> list[str]:
    """Return the ids that one citation names: `REQ-p00001-A+B` names two."""
    found = _SEVERAL.fullmatch(written)
    return [f"{found['owner']}-{label}" for label in found["labels"].split("+")] if found else [written]


def with_other(written: Sequence[str], old: str, new: str | None) -> list[str]:
    """Return a list in which another id stands in place of one; with None, that one is gone."""
    return [one for each in written for one in _with_other(each, old, new)]


def _with_other(written: str, old: str, new: str | None) -> list[str]:
    ids = cited_by(written)
    if old not in ids:
        return [written]
    left = [one for one in ids if one != old]
    kept = [as_one(left)] if left else []
    return [*kept, *((new,) if new is not None else ())]


def as_one(ids: Sequence[str]) -> str:
    """Return the citation that names several assertions of one requirement."""
    owner, _, first = ids[0].rpartition("-")
    labels = [first, *(one.removeprefix(f"{owner}-") for one in ids[1:])]
    return f"{owner}-{'+'.join(labels)}" if len(ids) > 1 else ids[0]
