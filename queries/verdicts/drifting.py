"""The verdict `drifted`: what an object cites has changed in meaning since the line that cites it was last changed.

Only the words of a text count: moved, wrapped, indented or spelled again, it says the same. Of code, words and
operators count, but for comments and docstrings; that a page names a file of code says little, and does not count.
Nothing is claimed of what was not found in the file that it stands in now.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from typing import NamedTuple
from zlib import compress, decompress

from compiler.store.snapshot import Snapshot
from compiler.text.comment_styles import comment_style
from compiler.text.multiline_text import is_comment, multiline_text
from compiler.workspace.git.logged import LoggedCommit, renamed_from
from compiler.workspace.interface import History, Workspace
from queries.revisions.object_trail import OWN_SETTINGS, settings_around
from queries.verdicts.citations import TARGETS, Citation, citations

_DATA = (".yml", ".yaml", ".json", ".xml", ".reqif")  # ends of files that also state what tools keep of an object
# Boxes that are ticked when something is done, addresses, and names that only links see.
_NO_WORDS = re.compile(
    r"\[[ xX]\]|https?://[^\s<>)]+|\]\([^()\s]*\)|^\[[^\]\n]*\]:.*$"  # Markdown
    r"|^\.\. _.*$|:[a-z]+:(?=`)|<[^<>`\n]*>(?=`)",  # reStructuredText
    re.MULTILINE,
)
_TO_THE_WEB = re.compile(r"\[[^][\n]*\]\(\s*<?https?://[^()\s<>]*>?\s*\)")
_WORD = re.compile(r"\w+")
_CODE_WORD = re.compile(r"\w+|[<>=!+*/%&|^~-]+")
MIN_SPELLED = 5  # letters of a word that may have another letter in one place: shorter ones may have one more
MAX_CANDIDATES = 20  # files of a commit from which an object may have been moved


class Drift(NamedTuple):
    """A citation, the last commit at which what it cites got another meaning, and the commit at which the line was last
    changed; None where that is older than what was read."""

    citation: Citation
    changed: LoggedCommit
    stated: LoggedCommit | None

    @property
    def what(self) -> str:
        cited = self.citation.ref or self.citation.cited_file
        changed = f"it cites {cited}, which changed in {self.changed.shown}"
        if self.stated is None:
            return f"{changed}; the line is older than the commits that were read"
        return f"{changed}, and the line was last changed in {self.stated.shown}"


class _Version(NamedTuple):
    """A commit that changed a file, by its place in the log, with the file before and after it."""

    at: int
    path_before: str
    before: str
    path: str
    after: str


class _OverError(Exception):
    """The time for reading is over."""


def drifts(workspace: Workspace, history: History) -> tuple[list[Drift], bool]:
    """Return what has drifted, by file and line, and whether the time was over before all was looked at. Raises
    RevisionError."""
    known: dict[tuple[str, int], list[Drift]] = workspace.memoize("queries.verdicts.drifts", lambda _: {})
    commits = history.log.commits
    key = (commits[0].id, len(commits)) if commits else ("", 0)
    if key in known:
        return known[key], False
    reader = _Reader(workspace, history)
    found: list[Drift] = []
    try:
        for citation in citations(workspace.snapshot, reader.versions):
            workspace.check()
            if drift := reader.drift(citation):
                found.append(drift)
    except _OverError:
        return found, True
    known[key] = found
    return found, False


class _Reader:
    """Reads in the history what is known of citations. What texts said is kept with the workspace."""

    def __init__(self, workspace: Workspace, history: History) -> None:
        self._snapshot = workspace.snapshot
        self._history = history
        self._commits = history.log.commits
        self.versions: dict[str, list[int]] = {}  # the places of the commits that changed a file, by its path
        for at, commit in enumerate(self._commits):
            for path in commit.files:
                self.versions.setdefault(path, []).append(at)
        # By path and git's id: the words of each object of the file, packed; by "" those of the file.
        self._said: dict[tuple[str, str], Mapping[str, bytes]] = workspace.memoize(
            "queries.verdicts.said", lambda _: {}
        )
        self._lines: tuple[str, Mapping[str, frozenset[str]]] = ("", {})  # of one file, by git's ids of it

    def drift(self, citation: Citation) -> Drift | None:
        """Return how a citation has drifted, None if it has not or that cannot be told."""
        stated = self._stated(citation)
        if stated is None:
            return None
        later = self._later(citation, stated)
        if not later:
            return None
        now = self._meaning(citation, later[0], is_after=True)
        then = self._meaning(citation, later[-1], is_after=False)
        is_text = citation.ref != ""
        if now is None or then is None or _is_same(then, now, is_text=is_text):
            return None
        # The last one has another meaning before it, since `then` has.
        before = ((version, self._meaning(citation, version, is_after=False)) for version in later)
        last = next(version for version, said in before if said is None or not _is_same(said, now, is_text=is_text))
        is_read = stated < len(self._commits)
        return Drift(citation, self._commits[last.at], self._commits[stated] if is_read else None)

    def _later(self, citation: Citation, stated: int) -> list[_Version]:
        """Return the commits after a citation that changed the file of what is cited, the newest first: also the file
        in which that stood before a commit moved it."""
        found: list[_Version] = []
        path, since = citation.cited_file, -1
        while some := [version for version in self._versions(path, since) if version.at < stated]:
            is_there = [self._meaning(citation, some[-1], is_after=False) is not None]
            if not is_there[0]:
                is_there = [self._meaning(citation, version, is_after=False) is not None for version in some]
            if all(is_there):
                return found + some
            came = is_there.index(False)
            moved = self._moved(citation, some[came])
            found += [*some[:came], moved or some[came]]
            if moved is None:
                break
            path, since = moved.path_before, moved.at
        return found

    def _moved(self, citation: Citation, came: _Version) -> _Version | None:
        """Return a commit with which a cited object came into a file, as one that moved it from another file."""
        files = self._commits[came.at].files if citation.ref else {}
        others = (path for path, ids in files.items() if ids[0] and path != came.path)
        for path in islice(others, MAX_CANDIDATES):
            moved = came._replace(path_before=path, before=files[path][0])
            if self._meaning(citation, moved, is_after=False) is not None:
                return moved
        return None

    def _versions(self, path: str, since: int = -1) -> list[_Version]:
        """Return the commits that changed a file, the newest first, through those that only renamed it: those before
        the commit at the place `since`."""
        found: list[_Version] = []
        while path:
            former = ""
            for at in self.versions.get(path, ()):
                if at <= since:
                    continue
                files = self._commits[at].files
                before, after = files[path]
                former = next(iter(renamed_from(files, path)), "")
                found.append(_Version(at, former or path, before or (after if former else ""), path, after))
                since = at
                if not before:
                    break
            path = former
        return found

    def _stated(self, citation: Citation) -> int | None:
        """Return the place of the commit at which the line of a citation was last changed; behind the last one if it is
        older, None if it is not committed."""
        versions = self._versions(citation.file)
        if versions and self._lines[0] != citation.file:
            ids = {blob for version in versions for blob in (version.before, version.after) if blob}
            texts = self._history.texts(sorted(ids))
            self._lines = (
                citation.file,
                {blob: frozenset(map(str.strip, text.split("\n"))) for blob, text in texts.items()},
            )
        for number, version in enumerate(versions):
            if not number and citation.text not in self._lines[1].get(version.after, ()):
                return None
            before = self._lines[1].get(version.before) if version.before else frozenset()
            if before is None:  # it cannot be read
                return None
            if citation.text not in before:
                return version.at
        return len(self._commits)

    def _meaning(self, citation: Citation, version: _Version, *, is_after: bool) -> bytes | None:
        """Return what is cited, before or after a commit, to compare with `_is_same`. None if it was not there."""
        commit = self._commits[version.at]
        path, blob = (version.path, version.after) if is_after else (version.path_before, version.before)
        if not blob:
            return None
        key = path, blob
        if key not in self._said:
            if self._history.is_over:
                raise _OverError
            if citation.ref:
                revision = commit.id if is_after else commit.base
                with closing(
                    self._history.files(revision, {path, OWN_SETTINGS, *settings_around(self._snapshot, path)})
                ) as alone:
                    self._said[key] = _said(alone, path)
            else:
                text = self._history.texts([blob]).get(blob)
                self._said[key] = {} if text is None else {"": compress(" ".join(_code_words(path, text)).encode())}
        return self._said[key].get(citation.ref)


def _said(snapshot: Snapshot, path: str) -> Mapping[str, bytes]:
    """Return the words of the objects in a file, packed, by their refs: all, and on a second line those in no text of a
    link to the web."""
    lines = (snapshot.text(path) or "").split("\n")
    found = {}
    for row in snapshot.objects(file=path):
        if row.kind in TARGETS:
            fact = snapshot.fact_of(row.ref)
            if path.endswith(_DATA):
                stated = "\n".join(str(getattr(fact, name, "")) for name in ("name", "status", "text", "content"))
            else:
                stated = "\n".join(_without_samples(lines[row.start_line - 1 : row.end_line]))
            hashed = str(getattr(fact, "hash", "")).casefold()
            texts = (_NO_WORDS.sub(" ", text).casefold() for text in (stated, _TO_THE_WEB.sub(" ", stated)))
            of_both = ([word for word in _WORD.findall(text) if word != hashed] for text in texts)
            found[row.ref] = compress("\n".join(map(" ".join, of_both)).encode())
    return found


def _is_same(one: bytes, other: bytes, *, is_text: bool) -> bool:
    """Whether two versions say the same: of texts also if the texts of links to the web differ, or words differ in one
    letter, as corrected ones do."""
    if one == other or not is_text:
        return one == other
    lines = zip(*(decompress(words).decode().split("\n") for words in (one, other)), strict=True)
    pairs = ((before.split(" "), after.split(" ")) for before, after in lines)
    return any(len(one) == len(other) and all(map(_is_spelled_again, one, other)) for one, other in pairs)


def _is_spelled_again(one: str, other: str) -> bool:
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    at = next((at for at, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), len(short))
    rests = (short[at:], short[at + 1 :]) if len(short) >= MIN_SPELLED else (short[at:],)
    return at > 0 and long[at + 1 :] in rests and not any(letter.isdigit() for letter in long)


def _without_samples(lines: Sequence[str]) -> Iterator[str]:
    """The lines that are in no fence: a sample of code may follow its program without a change of what is decided."""
    is_sample = False
    for line in lines:
        if line.lstrip().startswith(("```", "~~~")):
            is_sample = not is_sample
        elif not is_sample:
            yield line


def _code_words(path: str, text: str) -> Iterator[str]:
    style = comment_style(path)
    at, code = 0, ""
    for start, end in multiline_text(text, style) if style else ():
        if is_comment(text, start):
            before = text[at:start]
            code += before if text.startswith("/*", start) else before[: before.rfind("\n") + 1]  # not `r`
            at = end
    openers = style.openers if style else ()
    for line in (code + text[at:]).split("\n"):
        if not line.lstrip().startswith(openers):
            yield from _CODE_WORD.findall(line)
