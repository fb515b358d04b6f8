"""Histories made at random, with what changed in each commit known: decisions, requirements, pages and code.

Each commit is a state. What the objects of a state say is known from the state alone, so that nothing of the product
tells what is right.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.compiler.workspace.git.repositories import RepositoryBuilder

WORDS = ("oil", "screw", "tray", "wheel", "juice", "apple", "lever", "belt", "cask", "pulp")
STATUSES = ("Accepted", "Accepted", "Proposed", "Deprecated")
SPECS = ("spec/press.md", "spec/cellar.md", "spec/yard.md")
FIELDS = frozenset(("name", "status", "content", "text", "superseded_by"))  # that a state tells of

Moves = dict[str, tuple[str, str]]


class Said(NamedTuple):
    """What a state says of an object: where it stands, its fields as they are compared, and its words."""

    file: str
    line: int
    fields: dict[str, str]
    words: str


@dataclass
class Decision:
    path: str
    status: str
    reason: str
    is_wrapped: bool = False
    supersedes: int = 0
    code: str = ""

    def lines(self, number: int) -> list[str]:
        reason = self.reason.split(" ")
        context = [" ".join(reason[:5]), " ".join(reason[5:])] if self.is_wrapped else [self.reason]
        older = [f"Supersedes ADR-{self.supersedes:04}", ""] if self.supersedes else []
        code = ["", f"The miller keeps it in {self.code} for now."] if self.code else []
        return [
            f"# {number}. Press part",
            "",
            "## Status",
            "",
            self.status,
            "",
            *older,
            "## Context",
            "",
            *context,
            *code,
        ]


@dataclass
class Requirement:
    status: str
    text: str

    def lines(self, number: int) -> list[str]:
        head = [f"## REQ-d{number:05}: Part", "", f"**Level**: Dev | **Status**: {self.status}", ""]
        return [
            *head,
            f"The press has a {self.text}.",
            "",
            "## Assertions",
            "",
            f"A. It SHALL {self.text}.",
            "",
            "*End* *Part*",
            "",
        ]


@dataclass
class State:
    """The files of a commit, as what they say."""

    decisions: dict[int, Decision] = field(default_factory=dict)
    specs: dict[str, dict[int, Requirement]] = field(default_factory=lambda: {path: {} for path in SPECS})
    prose: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SPECS, 0))  # lines before the requirements
    pages: dict[str, list[str]] = field(default_factory=dict)
    code: dict[str, tuple[int, str]] = field(default_factory=dict)  # what a file returns, and its comment

    def files(self) -> dict[str, str]:
        made = {one.path: one.lines(number) for number, one in self.decisions.items()}
        made |= {
            path: ["# Guide", "", *(part for line in lines for part in (line, ""))]
            for path, lines in self.pages.items()
        }
        for path, requirements in self.specs.items():
            made[path] = self._preface(path)
            for number, requirement in requirements.items():
                made[path] = made[path] + requirement.lines(number)
        for path, (value, comment) in self.code.items():
            made[path] = [f"# {comment}", "def turn():", f"    return {value}"]
        return {path: "\n".join(lines) + "\n" for path, lines in made.items()}

    def _preface(self, path: str) -> list[str]:
        return ["# Spec", "", *(f"Line {at} of prose." for at in range(self.prose[path])), ""]

    def said(self) -> dict[str, Said]:
        """What is said of each object, by its ref; of a file of code by its path."""
        found = {}
        for number, one in self.decisions.items():
            newer = sorted(f"ADR-{other:04}" for other, by in self.decisions.items() if by.supersedes == number)
            lines = one.lines(number)
            fields = {
                "name": lines[0],
                "status": one.status,
                "content": "\n".join(lines),
                "superseded_by": " ".join(newer),
            }
            found[f"k:decision/ADR-{number:04}"] = Said(one.path, 1, fields, " ".join(" ".join(lines).split()))
        for path, requirements in self.specs.items():
            line = len(self._preface(path)) + 1
            for number, requirement in requirements.items():
                words = " ".join(requirement.lines(number))
                fields = {"status": requirement.status, "text": requirement.text}
                found[f"r:REQ-d{number:05}"] = Said(path, line, fields, words)
                line += len(requirement.lines(number))
        for path, (value, _) in self.code.items():
            found[path] = Said(path, 1, {}, f"turn {value}")
        return found


class Generated(NamedTuple):
    """A history: the ids of its commits and their states, the oldest first."""

    commits: list[str]
    states: list[State]


def generate(folder: Path, commits: int, seed: int) -> Generated:
    """Write a repository and the files of its last commit."""
    random = Random(seed)
    builder = RepositoryBuilder(folder)
    states = [_first(random)]
    while len(states) < commits:
        states.append(_next(random, states))
    ids = []
    for number, state in enumerate(states):
        at = f"2026-{number // 500 + 1:02}-{number % 500 // 24 + 1:02}T{number % 24:02}:00:00Z"
        ids.append(builder.commit(state.files(), at=at, message=f"Step {number}"))
    builder.check_out(states[-1].files())
    builder.opened.close()
    return Generated(ids, states)


def _first(random: Random) -> State:
    state = State()
    for number in range(1, 7):
        state.decisions[number] = Decision(_path(number, 0), "Accepted", _sentence(random))
        state.specs[random.choice(SPECS)][number] = Requirement("Active", _word(random))
    for number in range(3):
        state.code[f"src/part{number}.py"] = (number, "turns")
        state.pages[f"docs/guide{number}.md"] = [_citing(random, state) for _ in range(3)]
    return state


def _next(random: Random, states: list[State]) -> State:
    """Return the state after one more commit, which does one thing or two."""
    if len(states) > 3 and random.random() < 0.05:  # a revert
        return copy.deepcopy(states[-random.randint(2, 3)])
    while True:
        state = copy.deepcopy(states[-1])
        for _ in range(random.choice((1, 1, 2))):
            random.choice(_DEEDS)(random, state)
        if state.files() != states[-1].files():
            return state


def _path(number: int, version: int) -> str:
    return f"docs/adr/{number:04}-press-part-{version}.md"


def _word(random: Random) -> str:
    return f"{random.choice(WORDS)} {random.choice(WORDS)} {random.randint(1, 99)}"


def _sentence(random: Random) -> str:
    return f"The {_word(random)} is loud since the {_word(random)} was bent {random.randint(1, 999)} times."


def _citing(random: Random, state: State) -> str:
    names = [f"ADR-{number:04}" for number in state.decisions]
    names += [f"REQ-d{number:05}" for some in state.specs.values() for number in some]
    return f"The miller does as {random.choice(names)} has it {random.randint(1, 999)} times each day."


def _edit_decision(random: Random, state: State) -> None:
    random.choice([*state.decisions.values()]).reason = _sentence(random)


def _decide(random: Random, state: State) -> None:
    random.choice([*state.decisions.values()]).status = random.choice(STATUSES)


def _wrap(random: Random, state: State) -> None:
    one = random.choice([*state.decisions.values()])
    one.is_wrapped = not one.is_wrapped


def _rename_decision(random: Random, state: State) -> None:
    number, one = random.choice([*state.decisions.items()])
    one.path = _path(number, random.randint(1, 999))


def _supersede(random: Random, state: State) -> None:
    older = [
        number for number in state.decisions if not any(one.supersedes == number for one in state.decisions.values())
    ]
    number = max(state.decisions) + 1
    if number < 40:
        state.decisions[number] = Decision(
            _path(number, 0), "Accepted", _sentence(random), supersedes=random.choice(older)
        )


def _name_code(random: Random, state: State) -> None:
    random.choice([*state.decisions.values()]).code = random.choice([*state.code])


def _edit_requirement(random: Random, state: State) -> None:
    some = [one for requirements in state.specs.values() for one in requirements.values()]
    if random.random() < 0.5:
        random.choice(some).text = _word(random)
    else:
        random.choice(some).status = random.choice(("Active", "Draft"))


def _move_requirement(random: Random, state: State) -> None:
    source = random.choice([path for path, some in state.specs.items() if some])
    number = random.choice([*state.specs[source]])
    requirement = state.specs[source].pop(number)
    state.specs[random.choice(SPECS)][number] = requirement


def _new_requirement(random: Random, state: State) -> None:
    number = 1 + max(number for some in state.specs.values() for number in some)
    state.specs[random.choice(SPECS)][number] = Requirement("Active", _word(random))


def _add_prose(random: Random, state: State) -> None:
    state.prose[random.choice(SPECS)] += random.choice((1, 2))


def _edit_page(random: Random, state: State) -> None:
    lines = random.choice([*state.pages.values()])
    lines[random.randrange(len(lines))] = _citing(random, state)


def _turn_page(random: Random, state: State) -> None:
    random.choice([*state.pages.values()]).reverse()


def _rename_page(random: Random, state: State) -> None:
    path = random.choice([*state.pages])
    state.pages[f"docs/guide{random.randint(10, 999)}.md"] = state.pages.pop(path)


def _edit_code(random: Random, state: State) -> None:
    path = random.choice([*state.code])
    state.code[path] = (random.randint(1, 9_999), state.code[path][1])


def _comment_code(random: Random, state: State) -> None:
    path = random.choice([*state.code])
    state.code[path] = (state.code[path][0], _word(random))


def _move_code(random: Random, state: State) -> None:
    if random.random() < 0.3:
        path = random.choice([*state.code])
        state.code[f"src/moved{random.randint(10, 9_999)}.py"] = state.code.pop(path)


_DEEDS = (
    _edit_decision,
    _decide,
    _wrap,
    _rename_decision,
    _supersede,
    _name_code,
    _edit_requirement,
    _edit_requirement,
    _move_requirement,
    _new_requirement,
    _add_prose,
    _edit_page,
    _edit_page,
    _turn_page,
    _rename_page,
    _edit_code,
    _comment_code,
    _move_code,
)

Event = tuple[str, str, frozenset[str]]  # a commit, what happened to an object, and which of FIELDS changed


def events(history: Generated, ref: str) -> list[Event]:
    """Return what happened to an object, the newest first; not where only its lines moved."""
    found: list[Event] = []
    before: Said | None = None
    for commit, state in zip(history.commits, history.states, strict=True):
        after = state.said().get(ref)
        if what := _what(before, after):
            found.append((commit, *what))
        before = after
    return found[::-1]


def _what(before: Said | None, after: Said | None) -> tuple[str, frozenset[str]] | None:
    if before is None or after is None:
        return None if before is after else ("added" if after else "removed", frozenset())
    changed = frozenset(name for name, value in after.fields.items() if before.fields[name] != value)
    if changed:
        is_superseded = "superseded_by" in changed and not before.fields["superseded_by"]
        return ("superseded" if is_superseded else "changed"), changed
    return ("moved", frozenset()) if before.file != after.file else None


def drifted(history: Generated) -> Iterator[tuple[str, str]]:
    """Yield what has drifted: the ref of a page or decision, and the ref, or the path, that its line cites."""
    last = history.states[-1]
    said = last.said()
    for path, lines in last.pages.items():
        for line in lines:
            cited = line.split(" ")[4]
            ref = f"k:decision/{cited}" if cited.startswith("ADR") else f"r:{cited}"
            if _has_drifted(
                history, said, ref, [any(line in page for page in one.pages.values()) for one in history.states]
            ):
                yield f"f:{path}", ref
    for number, one in last.decisions.items():
        if one.code in said and one.status == "Accepted":
            stated = [
                number in other.decisions and other.decisions[number].code == one.code for other in history.states
            ]
            if _has_drifted(history, said, one.code, stated):
                yield f"k:decision/ADR-{number:04}", one.code


def _has_drifted(history: Generated, said: dict[str, Said], ref: str, stated: list[bool]) -> bool:
    """Whether what a line cites says something else than when the line came, which it has stood in since then."""
    came = len(stated)
    while came and stated[came - 1]:
        came -= 1
    then = history.states[came].said().get(ref)
    return ref in said and then is not None and then.words != said[ref].words
