"""What `.elspais.toml` says of a project, in either of its two layouts, and what holds without one.

The layout `older` has `[patterns]` and `[directories]`, the layout `newer` `[levels]` and `[scanning]`. A value
that cannot be used costs itself only: its default holds, with a diagnostic.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal, NamedTuple, TypeVar, cast

from compiler.diagnostics import Diagnostic
from compiler.requirements import codes
from compiler.requirements.records import Settings
from compiler.spans import whole_file

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


@dataclass(frozen=True, slots=True)
class Selection:
    """Which files are of one sort: those below the directories that fit a pattern and are not skipped."""

    directories: tuple[str, ...]
    patterns: tuple[str, ...] = ()
    skipped_files: tuple[str, ...] = ()
    skipped_folders: tuple[str, ...] = ()

    def holds(self, path: str) -> bool:
        """Whether a file is one of them. The path is that below the folder of the configuration."""
        inside = next((rest for one in self.directories if (rest := _below(one, path)) is not None), None)
        if inside is None:
            return False
        name = path.rpartition("/")[2]
        if self.patterns and not any(fnmatchcase(name, one) or fnmatchcase(inside, one) for one in self.patterns):
            return False
        return not self._skips(path, name)

    def _skips(self, path: str, name: str) -> bool:
        folders = path.split("/")[:-1]
        return any(fnmatchcase(path if "/" in one else name, one) for one in self.skipped_files) or any(
            fnmatchcase(path, f"{one.rstrip('/')}/*") if "/" in one else any(fnmatchcase(part, one) for part in folders)
            for one in self.skipped_folders
        )


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
_EVERYWHERE = Selection(("",))
_TEST_PATTERNS = ("test_*.py", "*_test.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """The configuration of the files below `folder`, or, with the layout none, the defaults.

    `tests` is None when nothing about tests is to be read. `result_patterns` are paths below the folder with `*`;
    None means that any JUnit file counts. `separator` stands before a label, `joiner` between two of them; without a
    configuration any joiner will do.
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
    label_style: str = "uppercase"
    separator: str = "-"
    joiner: str | None = None
    spec: Selection = _EVERYWHERE
    code: Selection = _EVERYWHERE
    tests: Selection | None = None
    reads_tests: bool = True
    result_patterns: tuple[str, ...] | None = None
    status_roles: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: STATUS_ROLES)
    extra_keywords: tuple[str, ...] = ()
    _levels: dict[str, Level] = field(default_factory=dict, init=False, repr=False, compare=False)
    _roles: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Of levels that share a word the first has it, and so of roles.
        for one in self.levels:
            self._levels.setdefault(one.key.casefold(), one)
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

    def number(self, key: str, default: int) -> int:
        found = self._typed(key, int, "a whole number", default)
        if 0 < found <= 32:
            return found
        self._report(key, "a number from 1 to 32")
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
    is_older = reader.has("patterns", "directories", "testing", "traceability") and not reader.has("scanning", "levels")
    read = _read_older if is_older else _read_newer
    return read(reader, folder, files)


def _read_older(reader: Reader, folder: str, files: tuple[str, ...]) -> Configuration:
    patterns = reader.texts("spec.patterns", ("*.md",))
    skipped = reader.texts("spec.skip_files", reader.texts("ignore.spec", ("README.md", "INDEX.md")))
    spec_folders = reader.texts("directories.spec", reader.texts("spec.directories", ("spec",)))
    test_folders = reader.texts("testing.test_dirs", ("tests",))
    keywords = [
        word for key in ("implements", "validates") for word in reader.texts(f"references.defaults.keywords.{key}")
    ]
    return Configuration(
        folder=folder,
        files=files,
        layout="older",
        name=reader.text("project.name", ""),
        namespace=reader.text("patterns.prefix", reader.text("project.namespace", "REQ")),
        levels=_older_levels(reader) or LEVELS,
        template=_template(reader.text("patterns.id_template", "{prefix}-{type}{id}")),
        style=reader.text("patterns.id_format.style", "numeric"),
        digits=reader.number("patterns.id_format.digits", 5),
        leading_zeros=reader.truth("patterns.id_format.leading_zeros", True),
        label_style="runs"
        if reader.text("patterns.assertions.label_style", "uppercase") == "uppercase"
        else "alphanumeric",
        joiner="-",
        spec=Selection(spec_folders, patterns, skipped, reader.texts("spec.skip_dirs")),
        code=Selection(reader.texts("directories.code", ("src",)), (), reader.texts("ignore.code")),
        tests=Selection(test_folders, reader.texts("testing.patterns", _TEST_PATTERNS), reader.texts("ignore.test")),
        reads_tests=reader.truth("testing.enabled", True),
        result_patterns=reader.texts("testing.result_files"),
        extra_keywords=tuple(word.lower() for word in keywords),
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
        digits=reader.number("id-patterns.component.digits", 5),
        leading_zeros=reader.truth("id-patterns.component.leading_zeros", True),
        component=reader.text("id-patterns.component.pattern", ""),
        label_style=reader.text("id-patterns.assertions.label_style", "uppercase"),
        separator=reader.text("id-patterns.assertions.separator", "-"),
        joiner=reader.text("id-patterns.assertions.multi_separator", "+"),
        spec=_selection(reader, "spec", ("spec",), ("*.md",), reader.texts("scanning.journey.directories")),
        code=_selection(reader, "code", ("src", "apps", "packages")),
        tests=_selection(reader, "test", ("tests",)),
        # The format's own default is false; whoever has tests and says nothing expects to see them.
        reads_tests=reader.truth("scanning.test.enabled", True),
        result_patterns=tuple(_targets(reader)),
        status_roles=roles,
    )


def _selection(
    reader: Reader, sort: str, folders: tuple[str, ...], patterns: tuple[str, ...] = (), more: tuple[str, ...] = ()
) -> Selection:
    return Selection(
        (*reader.texts(f"scanning.{sort}.directories", folders), *more),
        reader.texts(f"scanning.{sort}.file_patterns", patterns),
        (*reader.texts("scanning.skip"), *reader.texts(f"scanning.{sort}.skip_files")),
        (*reader.texts("scanning.skip"), *reader.texts(f"scanning.{sort}.skip_dirs")),
    )


def _targets(reader: Reader) -> Iterator[str]:
    """Where results are expected: below the project, or, as the newest version has it, below the output of a target."""
    output = reader.text("scanning.test.output_root", ".results")
    for target in reader.tables("scanning.test.targets"):
        for pattern in Reader(target, "").texts("results"):
            if reader.values.get("version", 5) in (1, 2, 3, 4):
                yield pattern
            else:
                yield f"{output}/{target.get('name', '*')}/{pattern}"


def _newer_levels(reader: Reader) -> tuple[Level, ...]:
    found = []
    for key in reader.table("levels"):
        at = f"levels.{key}"
        letter, name = reader.text(f"{at}.letter", key[:1]), reader.text(f"{at}.display_name", key)
        found.append(Level(key, reader.number(f"{at}.rank", 1), letter, name, reader.texts(f"{at}.implements")))
    return tuple(sorted(found, key=lambda one: one.rank))


def _older_levels(reader: Reader) -> tuple[Level, ...]:
    found = []
    allowed = {"dev": ("ops", "prd"), "ops": ("prd",)}
    for key in reader.table("patterns.types"):
        at = f"patterns.types.{key}"
        implements = reader.texts(f"rules.hierarchy.{key}", allowed.get(key, ()))
        letter, name = reader.text(f"{at}.id", key[:1]), reader.text(f"{at}.name", key)
        found.append(Level(key, reader.number(f"{at}.level", 1), letter, name, implements))
    return tuple(sorted(found, key=lambda one: one.rank))


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


def _below(folder: str, path: str) -> str | None:
    # "." and "" both stand for the folder of the configuration itself.
    folder = folder.removeprefix("./").strip("/")
    if folder in ("", "."):
        return path
    return path[len(folder) + 1 :] if path.startswith(f"{folder}/") else None
