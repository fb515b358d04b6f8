"""What was not read and not checked, in a few lines for people: so much, of which kinds, and why."""

from collections.abc import Iterator, Mapping
from typing import Any

from compiler.store.snapshot import Snapshot
from queries.documents.lookup import unchecked_links

SHOWN = 3  # paths or suffixes of a reason
WORDS = {
    "ignored": "ignored by git",
    "excluded": "excluded",
    "third_party": "of third parties",
    "built": "made by a build",
    "discarded": "of deleted files",
    "repositories": "in other repositories",
    "links": "behind links",
    "no_language": "of kinds that no language reads",
}


def passed_over_lines(snapshot: Snapshot) -> Iterator[str]:
    """Give a line for each reason: `Not read: 2 folders made by a build (dist/, site/)`."""
    found = snapshot.meta.get("passed_over", {})
    for reason, words in WORDS.items():
        if one := found.get(reason):
            yield f"Not read: {_counts(one)} {words} ({_examples(one)})"
    if unread := snapshot.meta.get("unread", {}):
        yield f"Not read: {_counted(len(unread), 'file')} that cannot be read ({_first(sorted(unread))})"
    if links := unchecked_links(snapshot):
        pages = _first([f"{path} {count}" for path, count in links.items()])
        checked = _counted(sum(links.values()), "link")
        yield f"Not checked: {checked} that only a site's own program can follow ({pages})"


def _counts(found: Mapping[str, Any]) -> str:
    return " and ".join(
        _counted(found[name], noun) for name, noun in (("files", "file"), ("folders", "folder")) if found.get(name)
    )


def _examples(found: Mapping[str, Any]) -> str:
    if "kinds" in found:
        return _first([f"{kind} {count}" for kind, count in found["kinds"].items()])
    return _first(found["paths"])


def _first(words: list[str]) -> str:
    left = len(words) - SHOWN
    return ", ".join([*words[:SHOWN], *([f"{left} more"] if left > 0 else [])])


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
