"""The parse check: one file through every language that claims it, without a build. It gives the volume."""

import re
import time
from collections.abc import Iterator

from compiler.disk.folder_tree import source_file
from compiler.languages.registry import LANGUAGES
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Language
from compiler.model.source import SourceFile
from compiler.pipeline.failures import is_failure
from compiler.pipeline.parsed_files import ParseTask
from compiler.pipeline.settings.settings_file import SETTINGS_FILE
from compiler.pipeline.settings.settings_text import parse_settings
from compiler.store import codec
from compiler.store.cache.unit_cache import encode_file
from harness.fuzz.figures import Figures

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
ROUND_TRIPS = 16  # of so many files one is also encoded and decoded


def parse_problem(path: str, content: bytes, figures: Figures) -> str | None:
    """Return what goes wrong when a file is parsed, in words that are the same for the same defect; None if nothing."""
    if path.rpartition("/")[2] == SETTINGS_FILE:
        return next(_of_settings(content), None)
    return next(_of_languages(path, content, figures), None)


def _of_settings(content: bytes) -> Iterator[str]:
    file = source_file(SETTINGS_FILE, content)
    if isinstance(file, SourceFile):
        try:
            parse_settings(SETTINGS_FILE, file.text)
        except Exception as error:
            yield f"settings: {type(error).__name__}"


def _of_languages(path: str, content: bytes, figures: Figures) -> Iterator[str]:
    for language in LANGUAGES:
        if language.claims(path):
            file = source_file(path, content, binary=language.is_binary(path))
            if isinstance(file, SourceFile):
                yield from _of_language(language, file, figures)


def _of_language(language: Language, file: SourceFile, figures: Figures) -> Iterator[str]:
    started = time.perf_counter()
    head, unit = ParseTask(language, file).parse()
    figures.took(f"parse {language.name}", time.perf_counter() - started)
    if is_failure(head.diagnostics):
        yield f"parse {language.name}: {head.diagnostics[-1].message[:160]}"
    lines = len(_LINE_ENDS.findall(file.text)) + 2
    for diagnostic in head.diagnostics:
        if reason := _wrong_place(diagnostic, lines):
            yield f"parse {language.name}: {diagnostic.code} {reason}"
    if unit is not None and int(file.sha256[:2], 16) % ROUND_TRIPS == 0:
        encoded = encode_file(head, unit)
        if encoded is None:
            yield f"parse {language.name}: the unit has no form in bytes"
        elif codec.canonical(codec.decode(encoded.body)) != codec.canonical(unit):
            yield f"parse {language.name}: the unit is another when decoded"


def _wrong_place(one: Diagnostic, lines: int) -> str:
    """Why the place or the words of a diagnostic cannot be right; "" if they can."""
    span = one.span
    if not 1 <= span.start_line <= lines or not span.start_line <= span.end_line <= lines:
        return "is about a line that is not there"
    if min(span.start_col, span.end_col) < 1:
        return "is about a column before the first"
    try:
        one.message.encode()
    except UnicodeEncodeError:
        return "has a message that is no text"
    return ""
