"""Reads a configuration in either of its two layouts.

The older layout has `[patterns]` and `[directories]`, the newer one `[levels]` and `[scanning]`.
"""

from collections.abc import Iterator
from dataclasses import replace

from compiler.languages.requirements.configuration.configuration import LEVELS, STATUS_ROLES, Configuration, Level
from compiler.languages.requirements.configuration.ids import MAX_DIGITS
from compiler.languages.requirements.configuration.reader import Reader
from compiler.languages.requirements.configuration.selection import Selection

MAX_RANK = 1_000_000
_OLDER_TABLES = ("patterns", "directories", "testing", "traceability", "spec", "ignore", "references")
_TEST_PATTERNS = ("test_*.py", "*_test.py")


def read_layout(reader: Reader, folder: str, files: tuple[str, ...]) -> Configuration:
    """The configuration of a folder, merged from `files`."""
    # An upgrade by hand may leave both layouts in one file; then the newer one counts.
    is_older = reader.has(*_OLDER_TABLES) and not reader.has("scanning", "levels", "id-patterns")
    read = _read_older if is_older else _read_newer
    return replace(
        read(reader, folder, files),
        has_associates=any(
            reader.boolean(f"{table}.associated.enabled", False) for table in ("patterns", "id-patterns")
        ),
        allows_foreign=_allows_foreign(reader),
        requires_hashes=reader.boolean("rules.format.require_hash", True),
        allows_cycles=reader.boolean("rules.hierarchy.allow_circular", False),
        allows_orphans=reader.boolean("rules.hierarchy.allow_orphans", False),
    )


def _allows_foreign(reader: Reader) -> bool:
    """Whether the settings say, in the words of any version, that ids of other projects need not resolve."""
    severity = reader.text("rules.references.unknown_namespace", "")
    return severity in ("off", "info") or reader.boolean("validation.allow_unresolved_cross_repo", False)


def _read_older(reader: Reader, folder: str, files: tuple[str, ...]) -> Configuration:
    spec, code, tests = _older_selections(reader)
    associated = "{associated}" if reader.boolean("patterns.associated.enabled", False) else ""
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
        digits=reader.number("patterns.id_format.digits", 5, MAX_DIGITS),
        leading_zeros=reader.boolean("patterns.id_format.leading_zeros", True),
        component=reader.text("patterns.id_format.pattern", ""),
        has_underscores="_" in reader.texts("references.defaults.separators", ("-", "_")),
        label_style="runs" if uppercase else "alphanumeric",
        joiner="-",
        reads_tests=reader.boolean("testing.enabled", True),
        result_patterns=tuple((text,) for text in reader.texts("testing.result_files")),
        extra_keywords=tuple(word.lower() for word in keywords),
        spec=spec,
        code=code,
        tests=tests,
    )


def _older_selections(reader: Reader) -> tuple[Selection, Selection, Selection]:
    """The selections of specifications, code and tests."""
    ignored = reader.texts("ignore.global")
    no_spec, no_code, no_tests = ((*ignored, *reader.texts(f"ignore.{kind}")) for kind in ("spec", "code", "test"))
    skipped_names = reader.texts("spec.skip_files", () if reader.has("ignore.spec") else ("README.md", "INDEX.md"))
    folders = reader.texts("directories.spec", reader.texts("spec.directories", ("spec",)))
    tests = reader.texts("testing.test_dirs", ("tests",))
    return (
        Selection(
            folders,
            reader.texts("spec.patterns", ("*.md",)),
            (*skipped_names, *no_spec),
            (*reader.texts("spec.skip_dirs"), *no_spec),
        ),
        Selection(
            reader.texts("directories.code", ("src",)), (), no_code, no_code, reader.texts("traceability.scan_patterns")
        ),
        Selection(tests, reader.texts("testing.patterns", _TEST_PATTERNS), no_tests, no_tests),
    )


def _read_newer(reader: Reader, folder: str, files: tuple[str, ...]) -> Configuration:
    canonical = reader.text("id-patterns.canonical", "{namespace}-{level.letter}{component}")
    levels = _newer_levels(reader) or LEVELS
    if "{type}" in canonical:  # ids have the key of their level, and no letter
        levels = tuple(level._replace(letter=level.key) for level in levels)
    roles = {role: reader.texts(f"rules.format.status_roles.{role}", names) for role, names in STATUS_ROLES.items()}
    return Configuration(
        folder=folder,
        files=files,
        layout="newer",
        name=reader.text("project.name", ""),
        namespace=reader.text("project.namespace", "REQ"),
        levels=levels,
        # `{level}` alone is no field of the published reader.
        template=_template(canonical.replace("{level}", "{level?}")),
        style=reader.text("id-patterns.component.style", "numeric"),
        digits=reader.number("id-patterns.component.digits", 5, MAX_DIGITS),
        leading_zeros=reader.boolean("id-patterns.component.leading_zeros", True),
        component=reader.text("id-patterns.component.pattern", ""),
        aliases=tuple(
            _template(reader.text(f"id-patterns.aliases.{alias}", "")) for alias in reader.table("id-patterns.aliases")
        ),
        has_underscores="_" in reader.texts("id-patterns.separators"),
        label_style=reader.text("id-patterns.assertions.label_style", "uppercase"),
        separator=reader.sign("id-patterns.assertions.separator", "-"),
        # Behind a word `-` could be a part of it, so such projects write `/` even if they do not say so.
        has_slashes=reader.text("id-patterns.component.style", "numeric") != "numeric"
        and not reader.has("id-patterns.assertions.separator"),
        joiner=reader.sign("id-patterns.assertions.multi_separator", "+"),
        spec=_selection(reader, "spec", ("spec",), ("*.md",)),
        journeys=_selection(reader, "journey", (), ("*.md",)) if reader.has("scanning.journey.directories") else None,
        code=_code_selection(reader),
        tests=_selection(reader, "test", ("tests",)),
        # The format's own default is false, but who has tests and does not set it expects to see them.
        reads_tests=reader.boolean("scanning.test.enabled", True),
        result_patterns=tuple(_result_patterns(reader)),
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


def _code_selection(reader: Reader) -> Selection:
    """Code is read from its directories; its patterns, which are paths below the project, add files to them."""
    selection = _selection(reader, "code", ("src", "apps", "packages"))
    return replace(selection, patterns=(), added=selection.patterns)


def _result_patterns(reader: Reader) -> Iterator[tuple[str, ...]]:
    """The alternative patterns of each place where a target writes results.

    Up to version 4 the place is below the project or below the folder that the target runs in; from version 5 on it is
    below the output of the target. Without a version it may be any of these.
    """
    output = reader.text("scanning.test.output_root", ".results")
    version = reader.values.get("version")
    for values in reader.tables("scanning.test.targets"):
        target = Reader(values, "")
        folder, name = target.text("cwd", "").strip("/"), target.text("name", "*")
        for pattern in target.texts("results"):
            older = (pattern, f"{folder}/{pattern}") if folder not in ("", ".") else (pattern,)
            newest = (f"{output}/{name}/{pattern}",)
            yield (newest + older) if version is None else older if version in (1, 2, 3, 4) else newest


def _expectations(reader: Reader) -> Iterator[tuple[str, bool]]:
    """Each status in lower case that says whether it expects an implementation, and what it says."""
    for status in reader.table("statuses"):
        key = f"statuses.{status}.expects_implementation"
        if reader.has(key):
            yield status.casefold(), reader.boolean(key, True)


def _newer_levels(reader: Reader) -> tuple[Level, ...]:
    levels = []
    for key in reader.table("levels"):
        at = f"levels.{key}"
        letter, name = reader.text(f"{at}.letter", key[:1]), reader.text(f"{at}.display_name", key)
        rank = reader.number(f"{at}.rank", 1, MAX_RANK)
        levels.append(Level(key, rank, letter, name, reader.texts(f"{at}.implements")))
    return _by_rank(levels)


def _older_levels(reader: Reader) -> tuple[Level, ...]:
    levels = []
    for key in reader.table("patterns.types"):
        at = f"patterns.types.{key}"
        letter, name = reader.text(f"{at}.id", key[:1]), reader.text(f"{at}.name", key)
        levels.append(Level(key, reader.number(f"{at}.level", 1, MAX_RANK), letter, name, ()))
    keys = {level.key.casefold() for level in levels}
    with_rule = [key for key in reader.table("rules.hierarchy") if key.casefold() in keys]
    rules = {"dev": ("ops", "prd"), "ops": ("prd",), "prd": ()}
    rules |= {key.casefold(): reader.texts(f"rules.hierarchy.{key}") for key in with_rule}
    # A level without a rule may implement levels of its own rank or a higher one.
    allowed = {level.key: tuple(other.key for other in levels if other.rank <= level.rank) for level in levels}
    return _by_rank(
        [level._replace(implements=rules.get(level.key.casefold(), allowed[level.key])) for level in levels]
    )


def _by_rank(levels: list[Level]) -> tuple[Level, ...]:
    """Levels from the top. The keys that they implement are spelt like the keys of the levels."""
    keys = {level.key.casefold(): level.key for level in levels}
    spelt = [
        level._replace(implements=tuple(keys.get(key.casefold(), key) for key in level.implements)) for level in levels
    ]
    return tuple(sorted(spelt, key=lambda level: level.rank))


def _template(written: str) -> str:
    """A template of ids with the fields renamed to those of `Configuration.template`."""
    words = {"prefix": "namespace", "level.letter": "level", "type.letter": "level", "type": "level", "id": "component"}
    for theirs, ours in words.items():
        written = written.replace(f"{{{theirs}}}", f"{{{ours}}}")
    return written
