"""What `.elspais.toml` says of a project, in either of its two layouts, and what holds without one.

The layout `older` has `[patterns]` and `[directories]`, the layout `newer` `[levels]` and `[scanning]`. A value
that cannot be used costs itself only: its default holds, with a diagnostic.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeVar, cast

from compiler.languages.requirements import codes
from compiler.languages.requirements.records import Settings
from compiler.languages.requirements.selection import Selection
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import whole_file

T = TypeVar("T")
Json = Any
Layout = Literal["none", "older", "newer"]


class Level(NamedTuple):
    """A level of requirements: `dev`, with the letter of its ids and the levels that its requirements may implement."""

    key: str
    rank: int
    letter: str
    name: str
    implements: tuple[str, ...]


LEVELS = (
    Level("prd", 1, "p", "Product", ("prd",)),
    Level("ops", 2, "o", "Operations", ("ops", "prd")),
    Level("dev", 3, "d", "Development", ("dev", "ops", "prd")),
)
STATUS_ROLES: dict[str, tuple[str, ...]] = {
    "active": ("Active",),
    "provisional": ("Draft", "Proposed"),
    "aspirational": ("Roadmap", "Future", "Idea"),
    "retired": ("Deprecated", "Superseded", "Rejected"),
}
MOST_DIGITS = 32  # of an id, also where a project says that any number will do
MOST_LEVELS = 1_000_000
_EVERYWHERE = Selection(("",))
_OF_OLDER = ("patterns", "directories", "testing", "traceability", "spec", "ignore", "references")
_TEST_PATTERNS = ("test_*.py", "*_test.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """The configuration of the files below `folder`, or, with the layout none, the defaults.

    `tests` is None when nothing about tests is to be read. `journeys` are the files that only journeys are read from,
    None when there are none but specifications. `result_patterns` are places where results are expected, each as the
    patterns of paths below the folder that will do; None means that any JUnit file counts. `digits` 0 is any number of
    them. `separator` stands before a label, `joiner` between two of them; without a configuration any joiner will do.
    `aliases` are further templates that references may follow, and `has_underscores` says that in references `_` will
    do for `-`. `expectations` tells of single statuses, in lower case, whether they count in coverage, whatever their
    roles. The last three fields say what is told of and what is not.
    """

    folder: str = ""
    files: tuple[str, ...] = ()
    layout: Layout = "none"
    name: str = ""
    namespace: str = "REQ"
    levels: tuple[Level, ...] = LEVELS
    template: str = "{namespace}-{level}{component}"
    style: str = "numeric"
    digits: int = 5
    leading_zeros: bool = True
    component: str = ""
    aliases: tuple[str, ...] = ()
    has_underscores: bool = True
    label_style: str = "uppercase"
    separator: str = "-"
    joiner: str | None = None
    spec: Selection = _EVERYWHERE
    journeys: Selection | None = None
    code: Selection = _EVERYWHERE
    tests: Selection | None = None
    reads_tests: bool = True
    result_patterns: tuple[tuple[str, ...], ...] | None = None
    status_roles: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: STATUS_ROLES)
    expectations: Mapping[str, bool] = field(default_factory=dict)
    extra_keywords: tuple[str, ...] = ()
    requires_hashes: bool = True
    allows_cycles: bool = False
    allows_orphans: bool = False
    _levels: dict[str, Level] = field(default_factory=dict, init=False, repr=False, compare=False)
    _roles: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Of levels that share a word the first has it, and so of roles.
        for one in self.levels:
            self._levels.setdefault(one.key.casefold(), one)
            if one.letter:
                self._levels.setdefault(one.letter.casefold(), one)
        for role, names in self.status_roles.items():
            for name in names:
                self._roles.setdefault(name.casefold(), role)

    def level_of(self, written: str) -> Level | None:
        """The level that a requirement names: by key or letter, in any case."""
        return self._levels.get(written.casefold())

    def role_of(self, status: str) -> str:
        """What a status means; that of a status nobody knows is active."""
        return self._roles.get(status.casefold(), "active")

    def expects(self, status: str) -> bool:
        """Whether a requirement of this status ought to be implemented and tested, and so counts in coverage."""
        return self.expectations.get(status.casefold(), self.role_of(status) == "active")

    def inside(self, path: str) -> str:
        """A path of the source as one below the folder of the configuration."""
        return path[len(self.folder) + 1 :] if self.folder else path


def configurations(settings: Iterable[Settings]) -> tuple[tuple[Configuration, ...], list[Diagnostic]]:
    """The configuration of each folder that has one, deeper folders first, and what is wrong with them."""
    by_folder: dict[str, list[Settings]] = {}
    for one in settings:
        by_folder.setdefault(one.path.rpartition("/")[0], []).append(one)
    found: list[Configuration] = []
    findings: list[Diagnostic] = []
    for folder, members in by_folder.items():
        # The local file comes last, so that it wins.
        members.sort(key=lambda one: one.path.endswith(".local.toml"))
        values: dict[str, Json] = {}
        for one in members:
            values = _merged(values, one.values or {})
        if any(one.values is not None for one in members):
            reader = Reader(values, members[0].path)
            found.append(_read(reader, folder, tuple(one.path for one in members)))
            findings += reader.findings
    found.sort(key=lambda one: (-one.folder.count("/") - bool(one.folder), one.folder))
    return tuple(found), findings


def configuration_of(path: str, found: Iterable[Configuration], default: Configuration) -> Configuration:
    """The configuration of the nearest folder above a file."""
    return next((one for one in found if not one.folder or path.startswith(f"{one.folder}/")), default)


class Reader:
    """Reads values of a configuration by their dotted keys, and reports those of the wrong type."""

    def __init__(self, values: dict[str, Json], path: str) -> None:
        self.values, self._path = values, path
        self.findings: list[Diagnostic] = []

    def has(self, *keys: str) -> bool:
        return any(self._found(key) is not None for key in keys)

    def text(self, key: str, default: str) -> str:
        return self._typed(key, str, "text", default)

    def sign(self, key: str, default: str) -> str:
        found = self.text(key, default)
        if len(found) == 1 and not found.isalnum() and found not in ",: ":
            return found
        self._report(key, "a single sign other than a comma and a colon")
        return default

    def number(self, key: str, default: int, most: int) -> int:
        found = self._typed(key, int, "a whole number", default)
        if 0 <= found <= most:
            return found
        self._report(key, f"a number from 0 to {most}")
        return default

    def truth(self, key: str, default: bool) -> bool:
        return self._typed(key, bool, "true or false", default)

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        found = self._found(key)
        if isinstance(found, str):
            return (found,)
        if found is None or (isinstance(found, list) and all(isinstance(one, str) for one in found)):
            return default if found is None else tuple(found)
        self._report(key, "a list of texts")
        return default

    def table(self, key: str) -> dict[str, Json]:
        return self._typed(key, dict, "a table", {})

    def tables(self, key: str) -> Iterator[dict[str, Json]]:
        for one in self._typed(key, list, "a list of tables", []):
            if isinstance(one, dict):
                yield one
            else:
                self._report(key, "a list of tables")

    def _found(self, key: str) -> Json:
        value: Json = self.values
        for part in key.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def _typed(self, key: str, kind: type[T], expected: str, default: T) -> T:
        found = self._found(key)
        if found is None:
            return default
        if isinstance(found, kind) and isinstance(found, bool) == (kind is bool):
            return found
        self._report(key, expected)
        return default

    def _report(self, key: str, expected: str) -> None:
        self.findings.append(codes.BAD_VALUE.at(whole_file(self._path), key=key, path=self._path, expected=expected))


def _read(reader: Reader, folder: str, files: tuple[str, ...]) -> Configuration:
    # Both layouts may be mixed after an upgrade by hand; then the newer one is meant.
    is_older = reader.has(*_OF_OLDER) and not reader.has("scanning", "levels", "id-patterns")
    read = _read_older if is_older else _read_newer
    return replace(
        read(reader, folder, files),
        requires_hashes=reader.truth("rules.format.require_hash", True),
        allows_cycles=reader.truth("rules.hierarchy.allow_circular", False),
        allows_orphans=reader.truth("rules.hierarchy.allow_orphans", False),
    )


def _read_older(reader: Reader, folder: str, files: tuple[str, ...]) -> Configuration:
    spec, code, tests = _older_selections(reader)
    associated = "{associated}" if reader.truth("patterns.associated.enabled", False) else ""
    uppercase = reader.text("patterns.assertions.label_style", "uppercase") == "uppercase"
    keywords = [
        *reader.texts("references.defaults.keywords.implements"),
        *reader.texts("references.defaults.keywords.validates", ("Validates", "Tests")),
    ]
    return Configuration(
        folder=folder,
        files=files,
        layout="older",
        name=reader.text("project.name", ""),
        namespace=reader.text("patterns.prefix", reader.text("project.namespace", "REQ")),
        levels=_older_levels(reader) or LEVELS,
        template=_template(reader.text("patterns.id_template", f"{{prefix}}-{associated}{{type}}{{id}}")),
        style=reader.text("patterns.id_format.style", "numeric"),
        digits=reader.number("patterns.id_format.digits", 5, MOST_DIGITS),
        leading_zeros=reader.truth("patterns.id_format.leading_zeros", True),
        component=reader.text("patterns.id_format.pattern", ""),
        has_underscores="_" in reader.texts("references.defaults.separators", ("-", "_")),
        label_style="runs" if uppercase else "alphanumeric",
        joiner="-",
        reads_tests=reader.truth("testing.enabled", True),
        result_patterns=tuple((one,) for one in reader.texts("testing.result_files")),
        extra_keywords=tuple(word.lower() for word in keywords),
        spec=spec,
        code=code,
        tests=tests,
    )


def _older_selections(reader: Reader) -> tuple[Selection, Selection, Selection]:
    """Specifications, code and tests."""
    everywhere = reader.texts("ignore.global")
    of_spec, of_code, of_tests = ((*everywhere, *reader.texts(f"ignore.{one}")) for one in ("spec", "code", "test"))
    named = reader.texts("spec.skip_files", () if reader.has("ignore.spec") else ("README.md", "INDEX.md"))
    folders = reader.texts("directories.spec", reader.texts("spec.directories", ("spec",)))
    tests = reader.texts("testing.test_dirs", ("tests",))
    return (
        Selection(
            folders,
            reader.texts("spec.patterns", ("*.md",)),
            (*named, *of_spec),
            (*reader.texts("spec.skip_dirs"), *of_spec),
        ),
        Selection(reader.texts("directories.code", ("src",)), (), of_code, of_code),
        Selection(tests, reader.texts("testing.patterns", _TEST_PATTERNS), of_tests, of_tests),
    )


def _read_newer(reader: Reader, folder: str, files: tuple[str, ...]) -> Configuration:
    roles = {role: reader.texts(f"rules.format.status_roles.{role}", names) for role, names in STATUS_ROLES.items()}
    return Configuration(
        folder=folder,
        files=files,
        layout="newer",
        name=reader.text("project.name", ""),
        namespace=reader.text("project.namespace", "REQ"),
        levels=_newer_levels(reader) or LEVELS,
        template=_template(reader.text("id-patterns.canonical", "{namespace}-{level.letter}{component}")),
        style=reader.text("id-patterns.component.style", "numeric"),
        digits=reader.number("id-patterns.component.digits", 5, MOST_DIGITS),
        leading_zeros=reader.truth("id-patterns.component.leading_zeros", True),
        component=reader.text("id-patterns.component.pattern", ""),
        aliases=tuple(
            _template(reader.text(f"id-patterns.aliases.{one}", "")) for one in reader.table("id-patterns.aliases")
        ),
        has_underscores="_" in reader.texts("id-patterns.separators"),
        label_style=reader.text("id-patterns.assertions.label_style", "uppercase"),
        separator=reader.sign("id-patterns.assertions.separator", "-"),
        joiner=reader.sign("id-patterns.assertions.multi_separator", "+"),
        spec=_selection(reader, "spec", ("spec",), ("*.md",)),
        journeys=_selection(reader, "journey", (), ("*.md",)) if reader.has("scanning.journey.directories") else None,
        code=_selection(reader, "code", ("src", "apps", "packages")),
        tests=_selection(reader, "test", ("tests",)),
        # The format's own default is false; whoever has tests and says nothing expects to see them.
        reads_tests=reader.truth("scanning.test.enabled", True),
        result_patterns=tuple(_targets(reader)),
        status_roles=roles,
        expectations=dict(_expectations(reader)),
    )


def _selection(reader: Reader, sort: str, folders: tuple[str, ...], patterns: tuple[str, ...] = ()) -> Selection:
    return Selection(
        reader.texts(f"scanning.{sort}.directories", folders),
        reader.texts(f"scanning.{sort}.file_patterns", patterns),
        (*reader.texts("scanning.skip"), *reader.texts(f"scanning.{sort}.skip_files")),
        (*reader.texts("scanning.skip"), *reader.texts(f"scanning.{sort}.skip_dirs")),
    )


def _targets(reader: Reader) -> Iterator[tuple[str, ...]]:
    """Where results are expected: below the project, or below the folder that a target runs in, or, as the newest
    version has it, below the output of the target. Who does not say a version may mean any."""
    output = reader.text("scanning.test.output_root", ".results")
    version = reader.values.get("version")
    for target in reader.tables("scanning.test.targets"):
        told = Reader(target, "")
        folder, name = told.text("cwd", "").strip("/"), told.text("name", "*")
        for pattern in told.texts("results"):
            older = (pattern, f"{folder}/{pattern}") if folder not in ("", ".") else (pattern,)
            newest = (f"{output}/{name}/{pattern}",)
            yield (newest + older) if version is None else older if version in (1, 2, 3, 4) else newest


def _expectations(reader: Reader) -> Iterator[tuple[str, bool]]:
    for status in reader.table("statuses"):
        key = f"statuses.{status}.expects_implementation"
        if reader.has(key):
            yield status.casefold(), reader.truth(key, True)


def _newer_levels(reader: Reader) -> tuple[Level, ...]:
    found = []
    for key in reader.table("levels"):
        at = f"levels.{key}"
        letter, name = reader.text(f"{at}.letter", key[:1]), reader.text(f"{at}.display_name", key)
        found.append(
            Level(key, reader.number(f"{at}.rank", 1, MOST_LEVELS), letter, name, reader.texts(f"{at}.implements"))
        )
    return _ranked(found)


def _older_levels(reader: Reader) -> tuple[Level, ...]:
    found = []
    for key in reader.table("patterns.types"):
        at = f"patterns.types.{key}"
        letter, name = reader.text(f"{at}.id", key[:1]), reader.text(f"{at}.name", key)
        found.append(Level(key, reader.number(f"{at}.level", 1, MOST_LEVELS), letter, name, ()))
    keys = {one.key.casefold() for one in found}
    told = [key for key in reader.table("rules.hierarchy") if key.casefold() in keys]
    rules = {"dev": ("ops", "prd"), "ops": ("prd",), "prd": ()}
    rules |= {key.casefold(): reader.texts(f"rules.hierarchy.{key}") for key in told}
    # A level that no rule names may implement those that are as high, or higher.
    by_rank = {one.key: tuple(other.key for other in found if other.rank <= one.rank) for one in found}
    return _ranked([one._replace(implements=rules.get(one.key.casefold(), by_rank[one.key])) for one in found])


def _ranked(levels: list[Level]) -> tuple[Level, ...]:
    """Levels from the top, with the keys that they implement spelt as the keys are."""
    keys = {one.key.casefold(): one.key for one in levels}
    spelt = [one._replace(implements=tuple(keys.get(key.casefold(), key) for key in one.implements)) for one in levels]
    return tuple(sorted(spelt, key=lambda one: one.rank))


def _template(written: str) -> str:
    """A template of ids in the words of this module, whichever layout it comes from."""
    words = {"prefix": "namespace", "level.letter": "level", "type.letter": "level", "type": "level", "id": "component"}
    for theirs, ours in words.items():
        written = written.replace(f"{{{theirs}}}", f"{{{ours}}}")
    return written


def _merged(base: dict[str, Json], over: dict[str, Json]) -> dict[str, Json]:
    whole = dict(base)
    for key, value in over.items():
        both = isinstance(value, dict) and isinstance(whole.get(key), dict)
        whole[key] = _merged(cast(dict[str, Json], whole[key]), value) if both else value
    return whole
