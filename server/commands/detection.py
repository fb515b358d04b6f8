"""`frieze check --explain-detection`: which format was taken for which files, and what proves it."""

from collections.abc import Iterator
from itertools import islice

from compiler.languages.registry import LANGUAGES
from compiler.model.language import Language
from compiler.store.snapshot import Snapshot
from queries.objects.detected_formats import DetectedFormat, detected_formats
from queries.tools.render import visible

MAX_SHOWN = 3  # files of one format


def detection(snapshot: Snapshot) -> str:
    """Return a line for each format of each language that was read: how many files and objects it has, the first files,
    and what proves it."""
    found = [line for language in LANGUAGES for line in _of_language(snapshot, language)]
    return "\n".join(found or ["No format was found."]) + "\n"


def _of_language(snapshot: Snapshot, language: Language) -> Iterator[str]:
    read = snapshot.meta.get("languages", {}).get(language.name)
    if not read:
        return
    formats = [
        detected_format for detected_format in detected_formats(snapshot) if detected_format.language == language.name
    ]
    yield from map(_line, formats)
    if not formats:
        proof = language.proofs().get("", "settings alone")
        yield f"{language.name}: {_count(read['files'], 'file')}; proof: {proof}"


def _line(found: DetectedFormat) -> str:
    shown = ", ".join(visible(path) for path in islice(found.files, MAX_SHOWN))
    more = f" and {len(found.files) - MAX_SHOWN} more" if len(found.files) > MAX_SHOWN else ""
    counts = f"{_count(len(found.files), 'file')}, {_count(found.object_count, 'object')}"
    proof = f"{visible(found.at)}: {visible(found.proof)}"
    return f"{found.language}: {found.name}: {counts}: {shown}{more}; proof: {proof}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
