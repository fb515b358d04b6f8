"""What `[requirements.specifications]` of `frieze.toml` says: which pages state requirements, what their ids look like,
their levels, and what their statuses mean. It goes before what `.elspais.toml` of the same folder says, and before what
headings show.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from compiler.languages.requirements.configuration.configuration import STATUS_ROLES, Configuration, Level
from compiler.languages.requirements.configuration.ids import MAX_DIGITS, ids_of
from compiler.languages.requirements.configuration.selection import NamedPages
from compiler.text.patterns import compile_re2

Json = Any
LANGUAGE, TABLE = "requirements", "specifications"
ROLES = tuple(STATUS_ROLES)
KEYS = ("id", "number", "levels")  # beside paths and status
MAX_LEVELS = 50
MAX_PATTERN = 200  # characters of a regular expression
_SHAPE = re.compile(
    r"(?P<prefix>[A-Za-z][A-Za-z0-9_.-]{0,60}?)??(?P<sign>-)?(?P<rest>[A-Za-z0-9_.-]{0,60}(?:\{level\}[A-Za-z0-9_.-]{0,60})?"
    r"\{(?:number(?::(?P<digits>[1-9]\d?))?|name)\}[A-Za-z0-9_.-]{0,60})"
)
_HEADER_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)+|[A-Za-z]{0,12}[0-9]{2,12}")
_LETTERS = re.compile(r"[A-Za-z0-9]{0,20}")
_ID = (
    "a shape with one {number}, {number:4} (four digits) or {name} and at most one {level}, whose ids are letters and "
    'digits with "-", "_" or "." between them, such as "LH-{level}{number}"'
)
_NUMBER = f'a regular expression of RE2 of at most {MAX_PATTERN} characters, such as "[0-9]{{4}}[a-z]?"'
_LEVELS = (
    f'a table of at most {MAX_LEVELS} levels from the top and their letters in ids, such as {{ "Customer" = "c" }}'
)


class Stated(NamedTuple):
    """What the table says. What it leaves out, or says wrongly, is empty."""

    path: str
    paths: tuple[str, ...] = ()
    shape: str = ""
    number: str = ""
    levels: tuple[tuple[str, str], ...] = ()
    status: tuple[tuple[str, str], ...] = ()

    def over(self, configuration: Configuration) -> Configuration:
        """A configuration with what the table says instead of what it says itself."""
        changed: dict[str, Any] = {}
        if self.paths:
            changed["spec"] = NamedPages(self.paths)
        if self.levels:
            keys = tuple(key for key, _ in self.levels)
            changed["levels"] = tuple(
                Level(key, rank, letter, key, keys[:rank]) for rank, (key, letter) in enumerate(self.levels, 1)
            )
        if self.status:
            changed["status_roles"] = _roles(configuration.status_roles, self.status)
        return replace(configuration, **changed, **(_ids(self.shape, self.number) if self.shape else {}))

    @property
    def project(self) -> Configuration:
        """The configuration of a source whose ids the table states."""
        return self.over(
            Configuration(
                files=(self.path,), layout="stated", label_style="runs", requires_hashes=False, allows_orphans=True
            )
        )


def stated_in(path: str, values: Mapping[str, Json]) -> Stated | None:
    """What the settings say of requirements; None if they have no such table. Mistakes are left out."""
    own = values.get(LANGUAGE)
    table = own.get(TABLE) if isinstance(own, dict) else None
    if not isinstance(table, dict):
        return None
    wrong = {key[0] for key, _ in mistakes(TABLE, table)}
    right = {name: value for name, value in table.items() if name not in wrong}
    paths, status = right.get("paths"), right.get("status")
    return Stated(
        path,
        tuple(item for item in paths if isinstance(item, str) and item.strip()) if isinstance(paths, list) else (),
        right.get("id", ""),
        right.get("number", ""),
        tuple(right.get("levels", {}).items()),
        tuple((word, role) for word, role in status.items() if role in ROLES) if isinstance(status, dict) else (),
    )


def mistakes(table: str, values: Mapping[str, Json]) -> Iterator[tuple[tuple[str, ...], str]]:  # noqa: ARG001
    """The keys of the table whose values are wrong, and what would be right."""
    levels = values.get("levels", {})
    are_levels = isinstance(levels, dict) and len(levels) <= MAX_LEVELS
    if not (are_levels and all(isinstance(level, str) and _LETTERS.fullmatch(level) for level in levels.values())):
        yield ("levels",), _LEVELS
        levels = {}
    number = values.get("number", "")
    if not _is_pattern(number):
        yield ("number",), _NUMBER
        number = ""
    if "id" in values and not _is_shape(values["id"], number):
        yield ("id",), _ID
    elif "number" in values and "{number}" not in str(values.get("id", "")):
        yield ("number",), "beside an 'id' with {number}"


def _is_pattern(value: Json) -> bool:
    if not isinstance(value, str) or len(value) > MAX_PATTERN:
        return False
    try:
        return int(compile_re2(value, log_errors=False).groups) == 0
    except Exception:  # re2 raises an error class of its own
        return False


def _is_shape(value: Json, number: str) -> bool:
    """Whether ids of a shape can be told in headers."""
    found = _SHAPE.fullmatch(value) if isinstance(value, str) else None
    if found is None or int(found["digits"] or 0) > MAX_DIGITS:
        return False
    example = value.replace("{level}", "a").replace("{name}", "name")
    example = re.sub(r"\{number(?::\d+)?\}", "10", example)
    if not _HEADER_ID.fullmatch(example):
        return False
    try:
        ids_of(replace(Configuration(layout="stated"), **_ids(value, number)))
    except Exception:  # re and re2 raise an error class each
        return False
    return True


def _ids(shape: str, number: str) -> dict[str, Any]:
    """The fields of a configuration that describe its ids."""
    before = shape[: shape.index("{")]
    namespace, sign, _ = before.rpartition("-")
    namespace = namespace if sign else before
    digits = re.search(r"\{number:(\d+)\}", shape)
    has_names = "{name}" in shape
    template = re.sub(r"\{(?:number(?::\d+)?|name)\}", "{component}", shape)
    if sign:
        template = "{namespace}" + template.removeprefix(namespace)
    return {
        "namespace": namespace,
        "template": template,
        "aliases": (),
        "style": "kebab-case" if has_names else "numeric" if digits and not number else "as written",
        "digits": int(digits[1]) if digits and not number else 0,
        "leading_zeros": bool(digits),
        "component": "" if has_names else number or ("" if digits else f"[0-9]{{1,{MAX_DIGITS}}}"),
        "has_slashes": has_names,
    }


def _roles(before: Mapping[str, tuple[str, ...]], words: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, ...]]:
    """The roles with the words of the project, which count before those that were there."""
    said = {word.casefold() for word, _ in words}
    return {
        role: (*(word for word, own in words if own == role), *(name for name in names if name.casefold() not in said))
        for role, names in before.items()
    }
