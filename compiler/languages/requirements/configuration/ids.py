"""The ids of a project: which words are ids, how an id is spelt in full, and which labels its assertions may have."""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

from compiler.languages.requirements.configuration.configuration import Configuration
from compiler.text.patterns import compile_re2

MAX_DIGITS = 32  # of an id, also where the configuration allows any number
# An id without a sign in it, `p00001` or `00001`: that of a header only if the settings say so.
BARE_ID = r"[A-Za-z]{0,12}[0-9]{2,12}"

_STYLES = {
    "camelCase": "[a-z][A-Za-z0-9]*",
    "PascalCase": "[A-Z][A-Za-z0-9]*",
    "snake_case": "[a-z][a-z0-9_]*",
    "kebab-case": "[a-z][a-z0-9]*(?:-[a-z0-9]+)*",
}
_ANY_STYLE = "[A-Za-z0-9_]+"
_LABELS = {
    "uppercase": "[A-Z]",
    "runs": "[A-Z]+|[0-9]+",
    "numeric": "[0-9]+",
    "numeric_1based": "0*[1-9][0-9]*",
}
_LABEL = "(?:[A-Za-z0-9]{1,3}|[0-9]{4,6})"
_LISTED = r"(?:[A-Z]{1,2}|[0-9]{1,3})(?:[ \t]*[,;+&][ \t]*(?:[A-Z]{1,2}|[0-9]{1,3}))*"  # labels in brackets
_ANY_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*[-_].*[0-9].*|[A-Z]{2,}-[A-Z].+")  # but not `EU-only`
_TEMPLATE_FIELDS = re.compile(r"(\{(?:level|component|associated)\})")
_OF_ASSOCIATE = re.compile(r"([A-Z]{2,4})-.")
JOURNEY = re.compile(r"(JNY-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)(?:/([0-9]+))?", re.IGNORECASE)

MAX_KEPT_WORDS = 65_536  # of which is kept what they mean: a server that compiles again meets the same ones
MAX_KEPT_IDS = 16  # configurations whose ids are kept

EMPTY_LISTS = frozenset({"-", "null", "none", "x", "n/a", ""})  # in lower case: a list with only this has no reference


class IdReference(NamedTuple):
    """A parsed reference, spelt in full: a requirement, and labels unless the whole requirement is meant.

    `joiners` are the characters that stand between the labels.
    """

    requirement: str
    labels: tuple[str, ...] = ()
    joiners: str = ""


class Ids:
    """Parses the ids of one configuration. Raises `re.error` or `re2.error` if its patterns are invalid."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._letters = {level.letter.casefold(): level.letter for level in configuration.levels}
        compile_pattern = _compiler(configuration)
        # The longest letter first, so that `int-d` is not read as `i`.
        letter = "|".join(re.escape(letter) for letter in sorted(self._letters.values(), key=len, reverse=True))
        if configuration.layout == "none" and all(re.fullmatch("[a-z]", letter) for letter in self._letters.values()):
            letter = "[a-z]"
        self._header = compile_pattern(f"(?:{self._pattern(configuration.template, letter)})")
        separator = f"(?:{re.escape(configuration.separator)}{'|/' if configuration.has_slashes else ''})"
        joiners = rf"\+|-|\.\.|[ \t]*;[ \t]*|{separator}" + (
            f"|{re.escape(configuration.joiner)}" if configuration.joiner else ""
        )
        tail = rf"(?:{separator}(?P<labels>{_LABEL}(?:(?:{joiners}){_LABEL})*)|[ \t]*\((?P<listed>{_LISTED})\))?"
        # Only the template itself has a short form, which leaves the namespace out.
        templates = (configuration.template, *configuration.aliases)
        patterns = [
            self._pattern(template, letter, optional_namespace=at == 0) for at, template in enumerate(templates)
        ]
        self._references = [compile_pattern(f"(?i)(?:{pattern}){tail}") for pattern in patterns]
        self._label = re.compile(_LABELS.get(configuration.label_style, "[A-Za-z0-9]{1,3}|[0-9]{4,6}"))
        self._parts = _TEMPLATE_FIELDS.split(configuration.template.replace("{namespace}", configuration.namespace))
        # The same ids occur many times in a source.
        self.parse_reference = lru_cache(MAX_KEPT_WORDS)(self._parse_reference)
        self.parse_header = lru_cache(MAX_KEPT_WORDS)(self._parse_header)
        self.is_label = lru_cache(MAX_KEPT_WORDS)(self._is_label)
        self._full_id = lru_cache(MAX_KEPT_WORDS)(self._build_full_id)
        self._name_pattern = self._pattern_in_names(letter)
        self._labels = lru_cache(MAX_KEPT_WORDS)(self._parse_labels)

    @property
    def pattern(self) -> str:
        """An example of an id of the project: `REQ-p00001`."""
        configuration = self._configuration
        number = "1".rjust(configuration.digits, "0") if configuration.leading_zeros else "1"
        other = "001" if configuration.style == "as written" and configuration.leading_zeros else "name"
        component = number if configuration.style == "numeric" else other
        letter = configuration.levels[0].letter if configuration.levels else ""
        return self._filled(letter, component)

    @property
    def separator(self) -> str:
        """What stands between an id and a label."""
        return self._configuration.separator

    @property
    def has_settings(self) -> bool:
        """Whether a configuration states what ids look like."""
        return self._configuration.layout != "none"

    @property
    def project(self) -> str | None:
        """The project that the ids name, each with ids of its own: see `Configuration.project`."""
        return self._configuration.project

    @property
    def allows_foreign(self) -> bool:
        """Whether ids of other projects are expected that are not in the source."""
        return self._configuration.allows_foreign

    def is_of_associate(self, written: str) -> bool:
        """Whether a word is the id of an associated project: `REQ-CAL-p00001`."""
        if not self._configuration.has_associates:
            return False
        found = _OF_ASSOCIATE.match(written.removeprefix(f"{self._configuration.namespace}-"))
        return self.has_own_namespace(written) and found is not None and found[1].casefold() not in self._letters

    def has_own_namespace(self, written: str) -> bool:
        """Whether a word begins with the namespace of this project."""
        return written.casefold().startswith(f"{self._configuration.namespace.casefold()}-")

    def looks_like_id(self, written: str) -> bool:
        """Whether a word has the shape of an id of this or another project."""
        return self.has_own_namespace(written) or bool(_ANY_ID.fullmatch(written))

    def _parse_header(self, written: str) -> str | None:
        """The id in a header, spelt in full; None when it is no id of this project. Without settings the number has all
        its digits: `REQ-a02` is an id of another kind."""
        match = self._header.fullmatch(written)
        if match is None or (not self.has_settings and len(match["component"]) < self._configuration.digits):
            return None
        return self._full(match)

    def _is_label(self, label: str) -> bool:
        """Whether an assertion of this project may have this label."""
        return bool(self._label.fullmatch(label))

    def _parse_reference(self, written: str) -> IdReference | None:
        """A reference, spelt in full; None when it is no id of this project."""
        match = self._match_reference(written)
        if match is None and "_" in written and self._configuration.has_underscores:
            match = self._match_reference(written.replace("_", "-"))
        if match is None:
            return None
        labels, listed = match.group("labels"), match.group("listed")
        if listed:
            return IdReference(self._full(match), self._labels(listed)[0], "(")
        if not labels:
            return IdReference(self._full(match))
        return IdReference(self._full(match), *self._labels(labels))

    def cited_by_name(self, name: str) -> str | None:
        """The reference in the name of a test: `REQ-d00001-A` of `test_REQ_d00001_A_boils`; None without one.

        A name is no list of ids, so only ids that are spelt in full count.
        """
        found = self._name_pattern.search(name) if self._name_pattern else None
        if found is None:
            return None
        labels = (self._configuration.joiner or "+").join(found["labels"].split("_")[1:])
        return self._full(found) + (f"{self.separator}{labels}" if labels else "")

    def _pattern_in_names(self, letter: str) -> "re.Pattern[str] | None":
        """Finds an id in a name, in which `_` stands for `-`; None if ids are words, which names hold anyway."""
        configuration = self._configuration
        if configuration.style != "numeric" or "{namespace}" not in configuration.template:
            return None
        native_id = self._pattern(configuration.template, letter).replace(r"\-", "_")
        label = "[0-9]+" if configuration.label_style.startswith("numeric") else "[A-Z]"
        return re.compile(rf"(?:^|_)(?:{native_id})(?P<labels>(?:_{label})*)(?=_|$)")

    def _match_reference(self, written: str) -> Any:
        return next((match for reference in self._references if (match := reference.fullmatch(written))), None)

    def _parse_labels(self, written: str) -> tuple[tuple[str, ...], str]:
        """The labels of a list such as `A+C..E`, and its joiners."""
        return tuple(self._expanded(written)), "".join(dict.fromkeys(re.sub(r"[A-Za-z0-9 \t]|\.\.", "", written)))

    def _expanded(self, written: str) -> list[str]:
        """The labels of a list, each once, with ranges such as `C..E` spelt out."""
        labels: list[str] = []
        parts = re.split(r"(\.\.|[^A-Za-z0-9]+)", written.upper())
        for at in range(0, len(parts), 2):
            if at and parts[at - 1] == ".." and len(parts[at]) == len(labels[-1]) == 1:
                labels += [chr(code) for code in range(ord(labels[-1]) + 1, ord(parts[at]) + 1)]
            else:
                labels.append(parts[at])
        return list(dict.fromkeys(labels))

    def _full(self, match: Any) -> str:
        parts = match.groupdict()
        return self._full_id(parts.get("level") or "", parts["component"], parts.get("associated") or "")

    def _build_full_id(self, letter: str, component: str, associated: str) -> str:
        """An id with the letter, the zeros and the namespace of the configuration."""
        if self._configuration.style == "numeric":
            component = component.lstrip("0") or "0"
            if self._configuration.leading_zeros:
                component = component.rjust(self._configuration.digits, "0")
        letter = self._letters.get(letter.casefold(), letter.lower())
        return self._filled(letter, component, associated)

    def _filled(self, letter: str, component: str, associated: str = "") -> str:
        """The template with its fields filled in."""
        values = {"{level}": letter, "{component}": component, "{associated}": associated}
        return "".join([values.get(part, part) for part in self._parts])

    def _pattern(self, template: str, letter: str, *, optional_namespace: bool = False) -> str:
        """The regular expression for the ids of a template."""
        pattern = re.escape(template)
        namespace = re.escape(self._configuration.namespace)
        if optional_namespace:
            pattern = pattern.replace(r"\{namespace\}\-", rf"(?:{namespace}\-)?", 1)
        pattern = pattern.replace(r"\{namespace\}", namespace).replace(r"\{level\}", f"(?P<level>{letter})", 1)
        pattern = pattern.replace(r"\{associated\}", "(?P<associated>(?:[A-Z]{2,4}-)?)", 1)
        return pattern.replace(r"\{component\}", f"(?P<component>{self._component()})", 1)

    def _component(self) -> str:
        configuration = self._configuration
        if configuration.style == "numeric":
            return f"0*[0-9]{{1,{configuration.digits or MAX_DIGITS}}}"
        return configuration.component or _STYLES.get(configuration.style, _ANY_STYLE)


def _compiler(configuration: Configuration) -> Callable[[str], Any]:
    """`re.compile`; RE2's if the configuration brings a pattern, so that no pattern of a source takes long."""
    if configuration.style == "numeric" or not configuration.component:
        return re.compile
    return partial(compile_re2, log_errors=False)


_kept: list[tuple[Configuration, Ids]] = []


def ids_of(configuration: Configuration) -> Ids:
    """Return the ids of a configuration: those that an equal one has had, for what words mean depends on nothing else.
    Raises `re.error` or `re2.error` if its patterns are invalid."""
    found = next((ids for configured, ids in _kept if configured == configuration), None)
    if found is None:
        found = Ids(configuration)
        _kept.append((configuration, found))
        del _kept[:-MAX_KEPT_IDS]
    return found
