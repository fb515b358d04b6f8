"""The workspace file: `frieze.toml` with a table `[[source]]` for each source.

Only the file that Frieze is started with names sources, be it named itself or by its folder. Whoever names the file
means what it says, so its paths may lead anywhere. A folder may be anybody's, such as the branch of a stranger: the
file in it names sources inside of the folder only. A `frieze.toml` inside of a source names none.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from compiler.disk.regular_file import read_regular
from compiler.model.diagnostics import Diagnostic
from compiler.model.source import SourceError
from compiler.model.source_names import NAME_RULE, SOURCE_NAME, is_source_name
from compiler.model.spans import Span
from compiler.pipeline.settings.codes import NOT_TOML, UNKNOWN_SETTING, WRONG_SOURCE
from compiler.pipeline.settings.settings_file import MAX_SETTINGS_BYTES, SETTINGS_FILE, SOURCES

if TYPE_CHECKING:
    from compiler.pipeline.settings.settings_text import SettingsText

CHECK = "check"
SEPARATOR = "\0"  # between the paths of sources that are named without a file: in no path
KEYS = ("name", "path", "git", "frozen", "revision", "near", "exclude")
PLACES: tuple[Literal["path", "git", "frozen"], ...] = ("path", "git", "frozen")
MAX_MEMBERS = 10_000
MAX_COVERING = 8  # sources of a folder's file that read one place: its branch must not stand for many times its files
_MARK = b"source"


class Member(NamedTuple):
    """A source as the workspace file names it. `place` is what its path is of; `stated` the path as written, `path` the
    same from the root of the file system. `near` are the sources whose objects are meant before those of others."""

    name: str
    place: Literal["path", "git", "frozen"]
    stated: str
    path: str
    revision: str | None = None
    near: frozenset[str] = frozenset()
    exclude: tuple[str, ...] = ()
    span: Span = Span(SETTINGS_FILE, 1, 1, 1, 1)


class Federation(NamedTuple):
    """The sources of a workspace file, or of a command line: then `file` is "". `name` is that of the whole.
    `diagnostics` are about the file."""

    name: str
    file: str
    members: tuple[Member, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    check: Mapping[str, Any] = {}


def named_federation(path: str | os.PathLike[str], revision: str | None) -> Federation | None:
    """Return the sources that a path names, None if it is one source. Raises SourceError where a revision is asked of
    several."""
    found = federation_of(path)
    if found and revision is not None:
        raise SourceError("A workspace of several sources has no revision: name one with each source in its file.")
    return found


def federation_of(path: str | os.PathLike[str]) -> Federation | None:
    """Return the sources that a path names: the paths of several (`together`), a workspace file, or the folder of one.
    None for any other source. Raises SourceError for a workspace file that names no source."""
    text = os.fspath(path)
    if SEPARATOR in text:
        return _of_paths(text.split(SEPARATOR))
    file = Path(text) if text.endswith(".toml") else Path(text) / SETTINGS_FILE
    if file.name != SETTINGS_FILE and not text.endswith(".toml"):
        return None
    try:
        content = read_regular(file, MAX_SETTINGS_BYTES)
    except (OSError, ValueError):
        return None
    if _MARK not in content:
        return None
    from compiler.pipeline.settings.settings_text import parse_settings  # most sources have no such file

    settings = parse_settings(file.name, content.decode(errors="replace"))
    if SOURCES not in settings.values:
        if _is_broken(settings) and file == Path(text):
            raise SourceError(settings.diagnostics[0].message)
        return None
    return _of_file(file, settings, is_named=file == Path(text))


def together(paths: tuple[str, ...]) -> str:
    """Return what names several sources in the place of one path."""
    return SEPARATOR.join(paths)


def _is_broken(settings: "SettingsText") -> bool:
    return any(diagnostic.code == NOT_TOML.code for diagnostic in settings.diagnostics)


def _of_paths(paths: list[str]) -> Federation:
    """The federation of paths, each named like its folder or file; of equal names the later ones get a number."""
    members: list[Member] = []
    taken: set[str] = set()
    for path in paths:
        real = Path(os.path.realpath(path))
        name = _unique(_name_like(real.stem if real.suffix == ".frieze" else real.name), taken)
        taken.add(name)
        place: Literal["path", "frozen"] = "frozen" if path.endswith(".frieze") else "path"
        members.append(Member(name, place, path, os.fspath(real)))
    return Federation(" + ".join(member.name for member in members[:3]), "", tuple(members))


def _name_like(text: str) -> str:
    name = "".join(
        character if character.isascii() and (character.isalnum() or character in "._-") else "-" for character in text
    ).lstrip("._-")
    name = name[:60]
    return name if SOURCE_NAME.fullmatch(name) else f"source-{name}".rstrip("-")


def _unique(name: str, taken: set[str]) -> str:
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    return found


def _of_file(file: Path, settings: "SettingsText", *, is_named: bool) -> Federation:
    """The federation of a workspace file, which is named itself or by its folder."""
    tables = settings.values[SOURCES]
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise SourceError(f"'source' in '{file.name}' is no list of tables: begin each source with [[source]].")
    if len(tables) > MAX_MEMBERS:
        raise SourceError(f"'{file.name}' names {len(tables):,} sources; a workspace has at most {MAX_MEMBERS:,}.")
    folder = Path(os.path.realpath(file)).parent
    members = list(_members(settings, tables, folder, is_named=is_named))
    if not members:
        reasons = "; ".join(diagnostic.message for diagnostic in settings.diagnostics) or "it has no table [[source]]."
        raise SourceError(f"The workspace file '{file.name}' names no source that can be read: {reasons}")
    _check_near(settings, members)
    name = folder.name.encode(errors="replace").decode() or "workspace"
    if not any(member.place == "path" and Path(member.path).resolve() == folder for member in members):
        settings.report_unknown_keys(settings.values, (SOURCES, CHECK))  # else they are of that source too, which tells
    check = _check(settings)
    return Federation(name, os.fspath(file), tuple(members), tuple(settings.diagnostics), check)


def _check(settings: "SettingsText") -> Mapping[str, Any]:
    """The settings of `[check]` that are right; what is wrong is reported. Codes of rules are those of the sources,
    which are not read yet."""
    table = settings.values.get(CHECK)
    if table is None:
        return {}
    from compiler.pipeline.codes import own_codes
    from compiler.pipeline.settings.check import check_settings
    from compiler.pipeline.settings.rule import OWN_CODES

    listed = [table.get(key) for key in ("select", "ignore")] if isinstance(table, dict) else []
    codes = [code for codes in listed if isinstance(codes, list) for code in codes if isinstance(code, str)]
    return check_settings(settings, own_codes, [code for code in codes if not OWN_CODES.match(f"{code}000")])


def _members(
    settings: "SettingsText", tables: list[dict[str, Any]], folder: Path, *, is_named: bool
) -> Iterator[Member]:
    """Give the sources of the tables that are right; what is wrong with the others is reported."""
    taken: set[str] = set()
    covering: dict[str, int] = {}
    for at, table in enumerate(tables):
        key = (SOURCES, at)
        settings.report_unknown_keys(table, KEYS, key)
        reason = _fault(table, taken)
        if not is_named:
            reason = reason or _way_out(table, folder) or _one_too_many(table, folder, covering)
        if reason:
            settings.report(WRONG_SOURCE, key, number=at + 1, path=settings.path, reason=reason)
            continue
        taken.add(table["name"])
        place = next(place for place in PLACES if place in table)
        path = os.fspath(folder / table[place])
        near, exclude = frozenset(table.get("near", ())), tuple(table.get("exclude", ()))
        revision = table.get("revision")
        yield Member(table["name"], place, table[place], path, revision, near, exclude, settings.span(*key))


def _fault(table: Mapping[str, Any], taken: set[str]) -> str:
    """Return why a table is no source, "" if it is one."""
    name = table.get("name")
    if not is_source_name(name):
        return f"'name' must be {NAME_RULE}"
    if name in taken:
        return f"'{name}' is the name of an earlier one"
    places = [place for place in PLACES if place in table]
    if len(places) != 1:
        return "it needs one of 'path', 'git' and 'frozen'"
    value = table[places[0]]
    if not isinstance(value, str) or not value or "\0" in value:
        return f"'{places[0]}' must be a path"
    revision = table.get("revision")
    if (places[0] == "git") != (isinstance(revision, str) and bool(revision)):
        return "'git' goes with a 'revision', and 'revision' with 'git' only"
    for key in ("near", "exclude"):
        if not isinstance(table.get(key, []), list) or not all(isinstance(item, str) for item in table.get(key, [])):
            return f"'{key}' must be a list of texts"
    if places[0] == "frozen" and table.get("exclude"):
        return "of a frozen file nothing can be excluded"
    return ""


def _way_out(table: Mapping[str, Any], folder: Path) -> str:
    """Return that the path of a right table leads out of a folder, "" if it does not."""
    place = next(place for place in PLACES if place in table)
    if Path(os.path.realpath(folder / table[place])).is_relative_to(folder):
        return ""
    return (
        f"its '{place}' leads out of the folder. Name the file, not its folder, if what it names outside is to be read"
    )


def _one_too_many(table: Mapping[str, Any], folder: Path, covering: dict[str, int]) -> str:
    """Return that too many sources read the place of a right table, or one inside of it; "" if they do not. `covering`
    says how many do, by the places of the sources before, with a slash at the end; this one is added."""
    path = os.path.realpath(folder / table[next(place for place in PLACES if place in table)]) + os.sep
    inside = [folder for folder in covering if folder.startswith(path) and folder != path]
    here = max((count for folder, count in covering.items() if path.startswith(folder)), default=0)
    if here >= MAX_COVERING or any(covering[folder] >= MAX_COVERING for folder in inside):
        return f"more than {MAX_COVERING} sources read this folder or one inside of it"
    covering[path] = here + 1
    for inner in inside:
        covering[inner] += 1
    return ""


def _check_near(settings: "SettingsText", members: list[Member]) -> None:
    names = {member.name for member in members}
    for member in members:
        for near in sorted(member.near - names):
            span = member.span
            settings.report_at(UNKNOWN_SETTING, span, what="source", name=near, where=f"'near' of '{member.name}'")
