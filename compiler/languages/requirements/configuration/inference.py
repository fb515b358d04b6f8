"""Infers the prefix, the levels and the shape of ids of projects without settings, from what their files state.

A heading such as `## RFC-2119: Keywords` has the shape of a header, and is none. What tells them apart is evidence: a
field Level, labelled assertions, an End marker, citations of code and of other requirements. A header with two of these
is a proof that its prefix is that of a project. The headers of the prefix that state anything of a requirement then
belong to it, and those that state nothing do if their file has a proof.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from compiler.languages.requirements.configuration.configuration import LEVELS, Configuration, Level
from compiler.languages.requirements.configuration.ids import Ids, ids_of

Json = Any

_ID = re.compile(r"(?P<prefix>.+)-(?P<tail>[A-Za-z0-9]+)")
_WORDS = re.compile(r"(?P<prefix>[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*)-(?P<tail>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)")
_LABEL = re.compile(r"[-/.:+](?:[A-Z]{1,2}|[0-9]{1,2})$")
_NUMBER = re.compile(r"(?P<letter>[A-Za-z]{0,4})(?P<digits>[0-9]+)")
_KNOWN = {name.casefold(): level for level in LEVELS for name in (level.key, level.name)}
_SHOWN_PATHS = 5


class Header(NamedTuple):
    """A header and the evidence below it: its level as written, and whether it has labelled assertions, an End marker
    with a hash, or a list of requirements; and the ids in its lists."""

    line: int
    id: str
    level: str = ""
    has_assertions: bool = False
    has_end: bool = False
    parents: tuple[str, ...] = ()

    @property
    def states_anything(self) -> bool:
        """Whether anything below the header belongs to a requirement."""
        return bool(self.level or self.has_assertions or self.has_end or self.parents)


class _Shape(NamedTuple):
    """What the ids of one project have in common: the prefix, and whether a level letter with a number, a number, a
    word, words (`HAR-berth-table`), or a level and words (`HAR-DEV-berth-table`) follow it."""

    prefix: str
    tail: Literal["letter", "number", "word", "words", "level and words"]


class _Found(NamedTuple):
    """A header in a file."""

    path: str
    header: Header


@dataclass(frozen=True, slots=True)
class Inferred:
    """A project without settings: its configuration, and what it was inferred from.

    `headers` is how many headers were read as requirements, `proofs` how many of them prove the prefix, `bare` how many
    of the same shape state nothing and were left as headings. `citations` counts the ids that code cites.
    """

    configuration: Configuration
    headers: frozenset[tuple[str, int]]
    proofs: int
    bare: int
    citations: int
    paths: tuple[str, ...]
    proven_at: tuple[tuple[str, int, str], ...]  # path, line and id of the first proof in each file

    def json(self) -> Json:
        """What is said of the project in answers."""
        configuration = self.configuration
        return {
            "prefix": configuration.namespace,
            "id_pattern": ids_of(configuration).pattern,
            "levels": {level.key: level.letter for level in configuration.levels},
            "headers": len(self.headers),
            "proofs": self.proofs,
            "left_as_headings": self.bare,
            "citations_of_code": self.citations,
            "files": len(self.paths),
            "first_files": list(self.paths[:_SHOWN_PATHS]),
        }


def infer(headers: Mapping[str, Sequence[Header]], cited: Iterable[str], known: Ids) -> tuple[Inferred, ...]:
    """The projects that headers prove, those with most headers first.

    `headers` are those of each file without settings, `cited` the words that comments of code cite, and `known` the ids
    that need no inference.
    """
    groups: dict[_Shape, list[_Found]] = defaultdict(list)
    for path, members in headers.items():
        for member in members:
            if known.parse_header(member.id) is None and (shape := _shape(member)):
                groups[shape].append(_Found(path, member))
    words = Counter(word for id_ in cited for word in _readings(id_))
    found = [inferred for shape, members in groups.items() if (inferred := _project(shape, members, words))]
    return tuple(sorted(found, key=lambda guess: (-len(guess.headers), guess.configuration.namespace)))


def _shape(header: Header) -> _Shape | None:
    found = _ID.fullmatch(header.id)
    if found is None:
        return None
    number = _NUMBER.fullmatch(found["tail"])
    words = _WORDS.fullmatch(header.id)
    if words and (number is None or "-" in words["tail"]):
        prefix, dash, level = words["prefix"].rpartition("-")
        if dash and level.casefold() == header.level.casefold():
            return _Shape(prefix, "level and words")
        return _Shape(words["prefix"], "words")
    return _Shape(found["prefix"], "word" if number is None else "letter" if number["letter"] else "number")


def _readings(cited: str) -> set[str]:
    """The ids that a citation may mean, in lower case: itself, and itself without some labels (`HAR-d00001-A+B`)."""
    readings = {cited.casefold()}
    while (shorter := _LABEL.sub("", cited)) != cited:
        readings.add(shorter.casefold())
        cited = shorter
    return readings


def _project(shape: _Shape, members: Sequence[_Found], cited: Mapping[str, int]) -> Inferred | None:
    """The project of some headers of one shape; None without a proof."""
    proofs = [member for member in members if _is_proof(member.header, shape, cited)]
    # Assertions and an End marker may be those of the requirement around a heading; a level is its own.
    if not any(proof.header.level for proof in proofs):
        return None
    files = {proof.path for proof in proofs}
    own = [member for member in members if member.header.states_anything or member.path in files]
    ids = {member.header.id.casefold() for member in own}
    proven_at = {proof.path: (proof.path, proof.header.line, proof.header.id) for proof in reversed(proofs)}
    return Inferred(
        configuration=_configuration(shape, [member.header for member in own]),
        headers=frozenset((member.path, member.header.line) for member in own),
        proofs=len(proofs),
        bare=len(members) - len(own),
        citations=sum(count for word, count in cited.items() if word in ids),
        paths=tuple(dict.fromkeys(member.path for member in own)),
        proven_at=tuple(proven_at[path] for path in sorted(files)),
    )


def _is_proof(header: Header, shape: _Shape, cited: Collection[str]) -> bool:
    """Whether at least two things prove that a header is that of a requirement, one of them a level or assertions."""
    is_tied = any(parent.casefold().startswith(f"{shape.prefix.casefold()}-") for parent in header.parents)
    evidence = (bool(header.level), header.has_assertions, header.has_end, is_tied, header.id.casefold() in cited)
    return sum(evidence) >= 2 and (bool(header.level) or header.has_assertions)


def _configuration(shape: _Shape, headers: Sequence[Header]) -> Configuration:
    """The configuration that fits the ids and levels of some headers."""
    parts = [_NUMBER.fullmatch(header.id.rpartition("-")[2]) for header in headers]
    letters = [_letter(header, shape) for header in headers]
    digits = [part["digits"] for part in parts if part]
    widths = {len(digit) for digit in digits}
    is_padded = any(digit.startswith("0") for digit in digits)
    # Numbers of several widths, some of them padded, have no spelling in common: they are kept as written.
    is_numeric = shape.tail in ("letter", "number") and not (is_padded and len(widths) > 1)
    level = {"letter": "{level}", "level and words": "{level}-"}.get(shape.tail, "")
    style = "kebab-case" if "words" in shape.tail else "as written"
    return Configuration(
        namespace=shape.prefix,
        levels=_levels(headers, letters),
        template=f"{{namespace}}-{level}{{component}}",
        style="numeric" if is_numeric else style,
        digits=max(widths) if is_numeric and is_padded else 0,
        leading_zeros=is_padded,
        has_slashes="word" in shape.tail,
        label_style="runs",
        requires_hashes=any(header.has_end for header in headers),
        allows_orphans=not _are_known(header.level for header in headers),
    )


def _letter(header: Header, shape: _Shape) -> str:
    """What tells the level in the id of a header, "" for nothing."""
    if shape.tail == "level and words":
        return header.id[len(shape.prefix) + 1 :].partition("-")[0]
    number = _NUMBER.fullmatch(header.id.rpartition("-")[2])
    return number["letter"] if number and shape.tail == "letter" else ""


def _levels(headers: Sequence[Header], letters: Sequence[str]) -> tuple[Level, ...]:
    """The levels from the top, each with the letter that most of its ids have. Any level may implement any other, for
    no settings say otherwise."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    named: dict[str, str] = {}
    for header, letter in zip(headers, letters, strict=True):
        key = header.level.casefold()
        if key and letter not in named:
            named[letter] = key
        if key:
            votes[key][letter] += 1
    for letter in dict.fromkeys(letters):
        if letter and letter not in named:  # ids whose headers state no level
            votes[_letter_key(letter)][letter] += 1
    keys = sorted(votes, key=(lambda key: (_KNOWN[key].rank, key)) if _are_known(votes) else _by_citations(headers))
    taken: set[str] = set()
    levels = []
    for rank, key in enumerate(keys, 1):
        letter = next((letter for letter, _ in votes[key].most_common() if letter not in taken), "")
        taken.add(letter)
        levels.append(Level(key, rank, letter, key, tuple(keys)))
    return tuple(levels)


def _are_known(levels: Iterable[str]) -> bool:
    """Whether the order of these levels is known."""
    return all(not key or key.casefold() in _KNOWN for key in levels)


def _letter_key(letter: str) -> str:
    return next((level.key for level in LEVELS if level.letter == letter.casefold()), letter.casefold())


def _by_citations(headers: Sequence[Header]) -> Callable[[str], tuple[int, str]]:
    """Sorts levels from the top: those that cite others less than they are cited come first."""
    levels = {header.id.casefold(): header.level.casefold() for header in headers}
    balance: Counter[str] = Counter()
    for header in headers:
        key = header.level.casefold()
        for above in (levels[each] for parent in header.parents for each in _readings(parent) & levels.keys()):
            if key and above and above != key:
                balance[key] += 1
                balance[above] -= 1
    return lambda key: (balance[key], key)
