"""Which object a token of a file names.

Of several objects that a name may mean, the nearest counts (`compiler.mentions.candidates`). Where that does not
decide, the token is no citation.
"""

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from compiler.mentions.names import Names
from compiler.mentions.pages import is_page
from compiler.mentions.regions import Regions
from compiler.mentions.tokens import ADDRESS, SHORT_NOUNS, Token, pieces

_LABELS = re.compile(r"(?P<base>.+-)(?P<labels>[a-z0-9]{1,2}(?:\+[a-z0-9]{1,2})+)")
_NUMBER = re.compile(r"\d{1,6}")
_JOINED = re.compile(r"(?P<noun>[a-z]{2,8})_?0*(?P<number>\d{1,6})")  # `RFC0012`, `adr_7`
_TAIL = re.compile(r"(?P<id>(?>.*\d)[a-z]*)(?:[-.][a-z]{3,})+")  # `REQ-d00012-based`, `adr-0012-use-valkey`
IN_REPOSITORY = re.compile(r"/(?:blob|tree|raw|src|edit)/[^/]+/(?P<path>[^?#]+)")
_HEADING = re.compile(r"[ \t>#*_\-\d.]*")
_OWN_DECISIONS = re.compile(
    r"^\|[ \t]*+(?:#|N[or]\.?|Number)[ \t]*+\|[^|\n]{0,60}(?:ecision|ecided)[^|\n]{0,60}\|", re.MULTILINE
)
MAX_UNKNOWN = 100_000  # words that are remembered as those of nothing
PADDING = 40  # characters between a word and the bar of its cell
NEAR = 30  # characters of a text beside an id
_SPEC_BEFORE = re.compile(r"\bspecs?[ \t#/-]{0,3}\d{1,4}[^\n.;]{0,8}$", re.IGNORECASE)
_SPEC_BEHIND = re.compile(r"[ \t(]{0,3}(?:(?:of|in|from)[ \t]{1,2})?spec[ \t#-]{0,3}\d", re.IGNORECASE)
_WEAK = re.compile(r"[^\W\d_]\d+|@\w+")  # `T001`, `@warden`: too short to be missed where nothing has them


def is_weak(name: str) -> bool:
    """Whether a case-folded id is too short to be missed where nothing has it: `t001`, `@warden`."""
    return _WEAK.fullmatch(name) is not None


class Citation(NamedTuple):
    """A place of a text, and the ref that is cited there."""

    start: int
    end: int
    target: str


class Resolver:
    """Resolves the tokens of one file. `has(ref)` says whether there is an object of a ref."""

    def __init__(self, names: Names, has: Callable[[str], bool], path: str, regions: Regions) -> None:
        self._names = names
        self._has = has
        self._path = path
        self._folders = path.split("/")[:-1]
        self._regions = regions

    def citations(self, token: Token) -> Iterator[Citation]:
        """Give what a token cites: nothing, one object, or several (`REQ-d00012-A+B`)."""
        for target in self._targets(token):
            yield Citation(token.start, token.end, target)

    def citations_within(self, token: Token) -> Iterator[Citation]:
        """Give what a token cites, or else what the words within it do."""
        found = list(self.citations(token))
        if found or token.kind == "word":
            yield from found
            return
        if token.kind in ("path", "ref"):
            for piece in pieces(token):
                yield from self.citations(piece)

    def _targets(self, token: Token) -> Sequence[str]:
        if token.kind == "word":
            return self._word(token)
        if token.kind == "path":
            found = self._file(token.text) or self._named(token, token.text.casefold())
            return self._one(found or (self._page_ending(token.text) if token.noun != ADDRESS else None))
        if token.kind == "number":
            return self._numbers(token)
        if token.kind == "url":
            return self._one(self._url(token))
        if token.kind == "wiki":
            return self._one(self._wikilink(token.text))
        return (token.text,) if self._has(token.text) else ()

    @staticmethod
    def _one(target: str | None) -> Sequence[str]:
        return (target,) if target else ()

    def _word(self, token: Token) -> Sequence[str]:
        key = token.text.casefold()
        if key in self._names.unknown:
            return ()
        padded = self._names.padded(key)
        if target := self._named(token, key) or self._named(token, padded):
            return (target,)
        if "+" in key and (found := _LABELS.fullmatch(key)):
            labels = found["labels"].split("+")
            several = [self._id(token, found["base"] + label) for label in labels]
            return [target for target in several if target]
        if ends := self._names.ends_of_range(key):
            return [target for end in ends if (target := self._named(token, end))]
        if (found := _JOINED.fullmatch(key)) and (target := self._joined(found["noun"], int(found["number"]))):
            return (target,)
        target = self._dangling(token, key)
        if not target and (found := _TAIL.fullmatch(token.text)):
            target = self._id(token, found["id"].casefold())
        elif not target and not self._names.is_known(key, padded) and len(self._names.unknown) < MAX_UNKNOWN:
            self._names.unknown.add(key)
        return self._one(target)

    def _joined(self, noun: str, number: int) -> str | None:
        """The decision that a number behind the word of its id names, with nothing or `_` between."""
        if noun not in SHORT_NOUNS or (noun != "adr" and noun not in self._names.nouns):
            return None
        if noun == "adr":
            return self._names.decisions(number).nearest(self._path)
        names = (f"{noun}-{number}", self._names.padded(f"{noun}-{number}"))
        return next((ref for name in names if (ref := self._names.candidates(name).nearest(self._path))), None)

    def _id(self, token: Token, key: str) -> str | None:
        return self._named(token, key) or self._named(token, self._names.padded(key)) or self._dangling(token, key)

    def _named(self, token: Token, key: str) -> str | None:
        is_label = key in self._names.labels and token.text.isupper()
        loose = is_label or not self._names.is_loose(key) or self._is_set_off(token)
        found = self._names.candidates(key, loose=loose).nearest(self._path)
        return found or (None if self._is_of_another(token) else self._names.inner(key, self._folders))

    def _is_of_another(self, token: Token) -> bool:
        """Whether the text says of which specification an id is: `Spec 04 FR-027`, `FR-027 of spec 4`."""
        text = self._regions.text
        before, behind = text[max(token.start - NEAR, 0) : token.start], text[token.end : token.end + NEAR]
        return _SPEC_BEFORE.search(before) is not None or _SPEC_BEHIND.match(behind) is not None

    def _dangling(self, token: Token, key: str) -> str | None:
        if _WEAK.fullmatch(key) or key in self._names or self._names.padded(key) in self._names:
            return None  # several have the name
        if self._regions.is_code and self._names.is_beyond_decisions(key):
            return None  # a decision of another project, which code implements too
        if self._regions.is_json and self._is_whole_value(token):
            return None
        in_capitals = None if self._regions.is_code else self._names.dangling_in_capitals(token.text)
        return in_capitals or self._names.dangling(key)

    def _is_set_off(self, token: Token) -> bool:
        """Whether a token stands in backticks, or alone in a cell of a table."""
        text = self._regions.text
        before, behind = text[max(token.start - PADDING, 0) : token.start], text[token.end : token.end + PADDING]
        return before[-1:] == "`" == behind[:1] or before.rstrip(" \t")[-1:] == "|" == behind.lstrip(" \t")[:1]

    def _is_whole_value(self, token: Token) -> bool:
        text = self._regions.text
        return text[max(token.start - 1, 0) : token.start] == '"' and text[token.end : token.end + 1] == '"'

    def _numbers(self, token: Token) -> Sequence[str]:
        numbers = _NUMBER.findall(token.text)
        found = (self._number(token, int(number)) for number in numbers)
        # A list often tells what is not there: "ADRs 126-127 are reserved".
        return list(dict.fromkeys(ref for ref in found if ref and (len(numbers) == 1 or self._has(ref))))

    def _number(self, token: Token, number: int) -> str | None:
        if token.noun not in ("adr", "decision", "task"):
            name = f"{token.noun}-{number}"
            names = (name, self._names.padded(name)) if token.noun in self._names.nouns else ()
            return next((ref for name in names if (ref := self._names.candidates(name).nearest(self._path))), None)
        if token.noun == "task":
            near = self._names.tasks_in("/".join(self._folders), number)
            return near.nearest(self._path) if not self._is_heading(token) else None
        if token.noun == "decision" and (self._is_heading(token) or self._has_own_decisions):
            return None
        named = self._names.candidates(f"{token.noun}-{number}").nearest(self._path)
        found = named or self._names.decisions(number).nearest(self._path)
        if found or token.noun != "adr":
            return found
        is_taken = f"adr-{number}" in self._names or self._names.decisions(number)
        is_foreign = self._regions.is_code and self._names.is_beyond_decisions(f"adr-{number}")
        return None if is_taken or is_foreign else self._names.dangling_decision(number)

    @cached_property
    def _has_own_decisions(self) -> bool:
        """Whether the page numbers decisions of its own in a table, which it then means by "decision 6"."""
        return self._regions.is_markdown and _OWN_DECISIONS.search(self._regions.text) is not None

    def _is_heading(self, token: Token) -> bool:
        """Whether a token begins its line, as a heading of the text itself does: `## Decision 1`."""
        text = self._regions.text
        return _HEADING.fullmatch(text, text.rfind("\n", 0, token.start) + 1, token.start) is not None

    def _wikilink(self, text: str) -> str | None:
        if not self._regions.is_markdown:
            return None
        key = text.casefold().removesuffix(".md")
        names = (key, key.rpartition("/")[2])
        return next((ref for name in names if (ref := self._names.candidates(name).nearest(self._path))), None)

    def _file(self, text: str) -> str | None:
        """The object that the file at a path is. A path may begin at the folder of the citing file, at any folder above
        it, or at the root."""
        path = re.split(r"[?#]", text, maxsplit=1)[0].removeprefix("@")
        if not path or path.startswith("mailto:"):
            return None
        folder = "/".join(self._folders)
        while True:
            joined = posixpath.normpath(posixpath.join(folder, path.lstrip("/") if path[0] == "/" else path))
            if joined != self._path and (target := self._at(joined)):
                return target
            if not folder or path.startswith(("./", "../")):
                return None
            folder = folder.rpartition("/")[0]

    def _at(self, path: str) -> str | None:
        """The object at a path, with or without the suffix of a page, or of a skill by its folder. Code cites pages
        only: other files it imports."""
        paths = self._names.paths
        found = next((place for place in (path, f"{path}.md", f"{path}/SKILL.md") if place in paths), None)
        if found is None:
            return None
        return None if self._regions.is_code and paths[found].startswith("f:") and not is_page(found) else paths[found]

    def _page_ending(self, path: str) -> str | None:
        target = self._names.pages.ending(path.removeprefix("@"))
        return target if target != self._names.paths.get(self._path) else None

    def _url(self, token: Token) -> str | None:
        """The object that the tail of a URL names: a path of a repository, or an id."""
        if found := IN_REPOSITORY.search(token.text):
            target = self._names.paths.get(found["path"])
            # Another repository may have a file of the same path, but hardly a decision.
            return None if target and target.startswith("f:") else target
        address, _, fragment = token.text.partition("#")
        tail = address.partition("?")[0].rstrip("/").rpartition("/")[2]
        for word in (fragment, tail, tail.rpartition(".")[0]):
            key = word.casefold()
            target = self._names.candidates(key, loose=False).nearest(self._path)
            if target and not _WEAK.fullmatch(key):
                return target
        return None
