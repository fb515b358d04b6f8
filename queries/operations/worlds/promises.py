"""Whether an edit of worlds did what it promised, and nothing else. If not, it is refused: a wrong edit that looks
right would be worse than none."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from compiler.languages.world.facts import World
from compiler.model.diagnostics import Diagnostic
from queries.errors.query_error import QueryError
from queries.operations.draft import Draft
from queries.operations.worlds.statements import LINK, Key, Name, Statement, renamed, statements

MAX_SHOWN = 3
_PLACES = re.compile(r":\d+|\b(?:line|column) \d+")


def refs_in(worlds: Iterable[World], category: str, native_id: str) -> set[str]:
    """Return the refs that an object has in several worlds."""
    return {f"w:{one.world}/{category}/{native_id}" for one in worlds}


def check_change(
    before: Draft,
    after: Draft,
    worlds: Sequence[World],
    *,
    added: Mapping[str, int] | None = None,
    removed: Mapping[str, int] | None = None,
    about: Collection[str],
    links: Collection[str] = (),
) -> None:
    """Raise QueryError unless exactly so many statements of each kind came and went in each world, all about some
    objects. Links may come and go that begin or end at these, or at those of `links`. None may lead nowhere."""
    check_findings(before, after, worlds)
    came, went = difference(before, after, worlds)
    for stated, promised in ((came, added or {}), (went, removed or {})):
        counts = Counter(one.kind for one in stated.elements() if not one.kind.startswith(LINK))
        expected = Counter({kind: count * len(worlds) for kind, count in promised.items() if count})
        strange = [one for one in stated if not _is_about(one, about, links)]
        if counts != expected or strange:
            raise unpromised(came, went)
    if any(map(_dangles, came)):
        raise unpromised(came, went)


def _is_about(one: Statement, about: Collection[str], links: Collection[str]) -> bool:
    if one.kind.startswith(LINK):
        return one.about in about or one.target in about or one.about in links or one.target in links
    return one.about in about


def check_removal(
    before: Draft,
    after: Draft,
    worlds: Sequence[World],
    is_part: Callable[[str], bool],
    *,
    is_left_out: Callable[[Statement], bool] = lambda _: False,
) -> None:
    """Raise QueryError unless only statements about the parts of an object went, and links to them. Links that led to
    one may dangle now. Statements that are left out may come and go."""
    came, went = difference(before, after, worlds, is_typed=False)
    kept = [one for one in went if not is_part(one.about) and not is_part(one.target) and not is_left_out(one)]
    new = [one for one in came if not (_dangles(one) and is_part(one.target)) and not is_left_out(one)]
    if kept or new:
        raise unpromised(new, kept)


def _dangles(one: Statement) -> bool:
    return one.kind.startswith(LINK) and one.values == (True,)


def check_renaming(
    before: Draft,
    after: Draft,
    worlds: Sequence[World],
    *,
    ref: Callable[[str], str],
    value: Callable[[Name | Key], Name | Key] = lambda one: one,
    titles: Collection[str] = (),
    is_left_out: Callable[[Statement], bool] = lambda _: False,
) -> None:
    """Raise QueryError unless worlds state what they did, by other refs and names. Statements of a kind of `titles`
    have a title that may differ. Those that are left out may come and go."""
    check_findings(before, after, worlds, by_place=True)
    ids = [one.world for one in worlds]
    expected, found = (
        Counter({one: count for one, count in stated.items() if not is_left_out(one)})
        for stated in (
            renamed(_without_titles(statements(before.snapshot, ids), titles), ref, value),
            _without_titles(statements(after.snapshot, ids), titles),
        )
    )
    if expected != found:
        raise unpromised(found - expected, expected - found)


def _without_titles(stated: Counter[Statement], kinds: Collection[str]) -> Counter[Statement]:
    return Counter({one._replace(values=()) if one.kind in kinds else one: count for one, count in stated.items()})


def difference(
    before: Draft, after: Draft, worlds: Sequence[World], *, is_typed: bool = True
) -> tuple[Counter[Statement], Counter[Statement]]:
    """Return what came and what went."""
    ids = [one.world for one in worlds]
    old, new = (statements(one.snapshot, ids, is_typed=is_typed) for one in (before, after))
    return new - old, old - new


def check_findings(before: Draft, after: Draft, worlds: Sequence[World], *, by_place: bool = False) -> None:
    """Raise QueryError with the findings if an edit causes errors."""
    if found := new_errors(before, after, worlds, by_place=by_place):
        says = [f"{one.code} {one.message} ({one.span})" for one in found]
        raise QueryError("invalid_argument", found[0].message, findings=says[:MAX_SHOWN], hint=found[0].suggestion)


def new_errors(before: Draft, after: Draft, worlds: Sequence[World], *, by_place: bool = False) -> list[Diagnostic]:
    """Return the errors in the files of worlds that an edit causes. An error is known by what it says, or by its place,
    if the edit renames but moves no line."""
    files = {path for one in worlds for path in one.files} | {""}
    named = _place if by_place else _message
    known = Counter(named(one) for one in before.snapshot.diagnostics(severity="error"))
    found: list[Diagnostic] = []
    for one in after.snapshot.diagnostics(severity="error"):
        if one.span.file in files and one.code.startswith("URD"):
            known[named(one)] -= 1
            if known[named(one)] < 0:
                found.append(one)
    return found


def _message(one: Diagnostic) -> tuple[str, str, str]:
    return one.code, one.span.file, _PLACES.sub("", one.message)


def _place(one: Diagnostic) -> tuple[str, str, str]:
    return one.code, one.span.file, str(one.span.start_line)


def unpromised(came: Iterable[Statement], went: Iterable[Statement]) -> QueryError:
    """Return the refusal of an edit that would be read as something else."""
    shown = [f"{sign} {_shown(one)}" for sign, stated in (("+", came), ("-", went)) for one in sorted(stated, key=repr)]
    problem = "What would be written is read as something else, or changes more than is asked for"
    return QueryError(
        "invalid_argument", problem, would_change=shown[:5], hint="Edit the lines as text, and look at what changes."
    )


def _shown(one: Statement) -> str:
    target = f" -> {one.target}" if one.target else ""
    return f"{one.kind} {one.about}{target}"[:200]


def is_lost_jump(one: Statement) -> bool:
    """Whether a statement is of a jump whose target may have gone."""
    return (one.kind == "jump" and one.values != ("end",)) or (one.kind == f"{LINK}jump" and _dangles(one))


def unread(**fields: str) -> QueryError:
    """Return the refusal of an edit whose lines would not be read as what they are written for."""
    return QueryError("invalid_argument", "What would be written is read as something else", **fields)
