"""Edits of one file that agents make, in each language of a generated source: a line, a title, a file that goes and a
file that comes.

A line is one that its language copies: prose, the label of an edge, the text of a record. A title is what other files
cite an object by, or show of it: a heading, the label of a node, the name of a function.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

KINDS = ("a line", "a title", "a removed file", "a new file")


class AgentEdit(NamedTuple):
    """An edit: the kind and the language that it is counted under, and the new content of a file, None if it goes."""

    kind: str
    language: str
    path: str
    content: str | None

    @property
    def proposed(self) -> dict[str, str | bool]:
        """The edit as `propose_change` takes it."""
        return (
            {"file": self.path, "delete": True}
            if self.content is None
            else {"file": self.path, "content": self.content}
        )


class _Files(NamedTuple):
    """Which files of a language are edited, by a glob, and what of them. The first group of `line` and of `title` is
    the text that changes."""

    glob: str
    line: str
    title: str


_LANGUAGES = {
    "world": _Files("worlds/*/*.urd.md", r"^(They call it \w+)", r"^# (.+)"),
    "diagrams": _Files("docs/*/*-flow-*.mmd", r"-->\|([^|]+)\|", r"^ +s\d+\[([A-Z][^\]\[]+)\]"),
    "requirements": _Files("spec/*.md", r"^(The \w+ of \w+ will [^.]+)", r"^## REQ-\w+: (.+)"),
    "code": _Files("src/*/*.py", r"^# (The \w+ of \w+ will [^.]+)", r"^def (\w+)\("),
    "knowledge": _Files("docs/adr/*.md", r"^(The \w+ of \w+ will [^.]+)", r"^# \d+\. (.+)"),
    "documents": _Files("docs/*/*-doc-*.md", r"^(The \w+ of \w+ will [^.]+)", r"^# (.+)"),
    "memory": _Files("memory/*.jsonl", r'"text": "([^"]+)"', r'"name": "([^"]+)"'),
}
LANGUAGES = tuple(_LANGUAGES)


def agent_edits(source: Path, rounds: int, languages: Sequence[str] = LANGUAGES) -> Iterator[AgentEdit]:
    """Give edits of a source, each kind in each language once a round. Each edit is of the files as the ones before
    left them, so they are to be made one after the other."""
    for turn in range(rounds):
        for language in languages:
            chosen = _LANGUAGES[language]
            files = _files(source, chosen)
            edited, removed = files[turn % len(files)], files[-1 - turn % len(files)]
            yield _changed("a line", language, source, edited, chosen.line, turn)
            yield _changed("a title", language, source, edited, chosen.title, turn)
            content = (source / removed).read_text()
            yield AgentEdit("a removed file", language, removed, None)
            # It says something else than before, so that nothing of it stands in a cache.
            text, found = re.subn(chosen.line, rf"\g<0>x{turn}", content, count=1, flags=re.MULTILINE)
            yield AgentEdit("a new file", language, removed, text if found else content)


def _files(source: Path, chosen: _Files) -> Sequence[str]:
    """The files of a language in which both edits can be made."""
    found = []
    for path in sorted(source.glob(chosen.glob)):
        text = path.read_text()
        if all(re.search(pattern, text, re.MULTILINE) for pattern in (chosen.line, chosen.title)):
            found.append(path.relative_to(source).as_posix())
    return found


def _changed(kind: str, language: str, source: Path, path: str, pattern: str, turn: int) -> AgentEdit:
    text = (source / path).read_text()
    at = re.search(pattern, text, re.MULTILINE)
    assert at is not None, (path, pattern)
    return AgentEdit(kind, language, path, f"{text[: at.end(1)]}x{turn}{text[at.end(1) :]}")


def make(source: Path, edit: AgentEdit) -> None:
    """Make an edit."""
    if edit.content is None:
        (source / edit.path).unlink()
    else:
        (source / edit.path).write_text(edit.content)
