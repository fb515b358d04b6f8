"""The configuration of a project, and what holds where a project says nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from compiler.languages.requirements.claims import is_xml
from compiler.languages.requirements.configuration.selection import NamedPages, Selection, matches_glob

Layout = Literal["none", "older", "newer", "stated"]


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
_EVERYWHERE = Selection(("",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """The configuration of the files below `folder`. Without a file (layout none) it consists of defaults. With
    the layout stated it is that of `frieze.toml`.

    Files:
    - `spec`, `code` and `tests` select the files of each sort. With `tests` None, paths alone tell tests from code.
    - `journeys` selects files of which only the journeys are read; None when there are no such files.
    - `result_patterns` holds one entry per place where results are expected: alternative patterns of paths below
      `folder`. None means that any JUnit file counts.
    - `reads_tests` is False when tests and results are not read.

    Ids:
    - `template` builds an id of {namespace}, {level}, {associated} and {component}; `aliases` are further templates
      that references may follow.
    - `style`, `digits` (0: any number), `leading_zeros` and `component` (a pattern) describe the component.
    - `has_underscores`: references may write `_` for `-`.
    - `separator` stands before a label, `joiner` between two labels; with `joiner` None any joiner is right. With
      `has_slashes` references may write `/` before a label.

    Statuses:
    - `status_roles` maps each role to its statuses.
    - `expectations` maps statuses in lower case to whether they count in coverage, whatever their role.

    Other projects:
    - `has_associates`: an id may have the letters of an associated project behind the namespace: `REQ-CAL-p00001`.
    - `allows_foreign`: ids of other projects are expected, and no finding if these are not in the source.

    The last three fields switch diagnostics on and off.
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
    has_slashes: bool = False
    joiner: str | None = None
    spec: Selection | NamedPages = _EVERYWHERE
    journeys: Selection | None = None
    code: Selection = _EVERYWHERE
    tests: Selection | None = None
    reads_tests: bool = True
    result_patterns: tuple[tuple[str, ...], ...] | None = None
    status_roles: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: STATUS_ROLES)
    expectations: Mapping[str, bool] = field(default_factory=dict)
    extra_keywords: tuple[str, ...] = ()
    has_associates: bool = False
    allows_foreign: bool = False
    requires_hashes: bool = True
    allows_cycles: bool = False
    allows_orphans: bool = False
    _levels: dict[str, Level] = field(default_factory=dict, init=False, repr=False, compare=False)
    _roles: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The first level that has a key or letter keeps it; likewise the first role that has a status.
        for level in self.levels:
            self._levels.setdefault(level.key.casefold(), level)
            if level.letter:
                self._levels.setdefault(level.letter.casefold(), level)
        for role, names in self.status_roles.items():
            for name in names:
                self._roles.setdefault(name.casefold(), role)

    @property
    def project(self) -> str | None:
        """Names the project: the folder of its settings; None without settings. An id names one thing in a project."""
        return None if self.layout == "none" else self.folder

    def level_of(self, written: str) -> Level | None:
        """The level with a key or letter, in any case."""
        return self._levels.get(written.casefold())

    def role_of(self, status: str) -> str:
        """The role of a status; unknown statuses are active."""
        return self._roles.get(status.casefold(), "active")

    def expects(self, status: str) -> bool:
        """Whether a requirement of this status should be implemented and tested, and so counts in coverage."""
        return self.expectations.get(status.casefold(), self.role_of(status) == "active")

    def inside(self, path: str) -> str:
        """The path of a file below `folder`, relative to `folder`."""
        return path[len(self.folder) + 1 :] if self.folder else path

    def is_specification(self, path: str) -> bool:
        """Whether requirements are read from a markdown file of this project."""
        return self.spec.holds(self.inside(path))

    def is_journeys(self, path: str) -> bool:
        """Whether only journeys are read from a markdown file of this project."""
        return not self.is_specification(path) and bool(self.journeys and self.journeys.holds(self.inside(path)))

    def is_results(self, path: str) -> bool:
        """Whether results are expected in a file of this project."""
        if self.result_patterns is None:
            return True
        return self.reads_tests and any(self._matches(path, patterns) for patterns in self.result_patterns)

    @property
    def expected_results(self) -> tuple[tuple[str, ...], ...]:
        """The places where results must be, each as alternative patterns; none when results are not read."""
        return self.result_patterns or () if self.reads_tests else ()

    def holds_results(self, path: str, patterns: tuple[str, ...]) -> bool:
        """Whether a file of the source, perhaps outside of `folder`, is XML in a place where results are expected."""
        is_below = not self.folder or path.startswith(f"{self.folder}/")
        return is_below and is_xml(path) and self._matches(path, patterns)

    def _matches(self, path: str, patterns: tuple[str, ...]) -> bool:
        return any(matches_glob(self.inside(path), pattern) for pattern in patterns)
