"""The ids of a project: which words are ids, how they are spelt in full, and which labels they may bear."""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

from compiler.languages.requirements.configuration import MOST_DIGITS, Configuration

_STYLES = {
    "camelCase": "[a-z][A-Za-z0-9]*",
    "PascalCase": "[A-Z][A-Za-z0-9]*",
    "snake_case": "[a-z][a-z0-9_]*",
    "kebab-case": "[a-z][a-z0-9]*(?:-[a-z0-9]+)*",
}
_NAMED = "[A-Za-z0-9_]+"
_LABELS = {
    "uppercase": "[A-Z]",
    "runs": "[A-Z]+|[0-9]+",
    "numeric": "[0-9]+",
    "numeric_1based": "0*[1-9][0-9]*",
}
_LABEL = "(?:[A-Za-z0-9]{1,3}|[0-9]{4,6})"
_ANY_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*[-_].*[0-9].*|[A-Z]{2,}-.+")
_PLACES = re.compile(r"(\{(?:level|component|associated)\})")
JOURNEY = re.compile(r"(JNY-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)(?:/([0-9]+))?", re.IGNORECASE)

NOTHING = frozenset({"-", "null", "none", "x", "n/a", ""})  # in lower case: such a list holds no reference


class Cited(NamedTuple):
    """What a reference names, spelt in full: a requirement and labels of it, none for the whole. `joiners` are the
    characters between the labels."""

    requirement: str
    labels: tuple[str, ...] = ()
    joiners: str = ""


class Ids:
    """The ids of one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._letters = {one.letter.casefold(): one.letter for one in configuration.levels}
        compiled = _compiler(configuration)
        # The longest letter first: `int-d` must not be read as `i`.
        letter = "|".join(re.escape(one) for one in sorted(self._letters.values(), key=len, reverse=True))
        if configuration.layout == "none":
            letter = "[a-z]"
        self._header = compiled(f"(?:{self._pattern(configuration.template, letter)})")
        joint = re.escape(configuration.separator)
        joiners = rf"\+|-|\.\.|{joint}" + (f"|{re.escape(configuration.joiner)}" if configuration.joiner else "")
        tail = rf"(?:{joint}(?P<labels>{_LABEL}(?:(?:{joiners}){_LABEL})*))?"
        # The shorthand leaves the namespace out.
        templates = (configuration.template, *configuration.aliases)
        written = [self._pattern(one, letter, is_namespace_free=at == 0) for at, one in enumerate(templates)]
        self._references = [compiled(f"(?i)(?:{one}){tail}") for one in written]
        self._label = re.compile(_LABELS.get(configuration.label_style, "[A-Za-z0-9]{1,3}|[0-9]{4,6}"))
        self._shape = _PLACES.split(configuration.template.replace("{namespace}", configuration.namespace))
        # Each id is met again and again.
        self.reference = cache(self._read)
        self.header = cache(self._read_header)
        self.is_label = cache(self._reads_as_label)
        self._completed = cache(self._complete)
        self._labels = cache(self._listed)

    @property
    def pattern(self) -> str:
        """An id of the project, for people: `REQ-p00001`."""
        configuration = self._configuration
        number = "1".rjust(configuration.digits, "0") if configuration.leading_zeros else "1"
        component = number if configuration.style == "numeric" else "name"
        letter = configuration.levels[0].letter
        return self._filled(letter, component)

    @property
    def separator(self) -> str:
        """What stands between an id and a label."""
        return self._configuration.separator

    def resembles_own(self, written: str) -> bool:
        """Whether a word is meant as an id of this project."""
        return written.casefold().startswith(f"{self._configuration.namespace.casefold()}-")

    def resembles_id(self, written: str) -> bool:
        """Whether a word has the shape of some project's id."""
        return self.resembles_own(written) or bool(_ANY_ID.fullmatch(written))

    def _read_header(self, written: str) -> str | None:
        """The id that a header defines, in full; None when it is none of this project."""
        found = self._header.fullmatch(written)
        return self._full(found) if found else None

    def _reads_as_label(self, label: str) -> bool:
        """Whether an assertion may have this label."""
        return bool(self._label.fullmatch(label))

    def _read(self, written: str) -> Cited | None:
        """What a reference names, spelt in full; None when it is no id of this project."""
        found = self._matched(written)
        if found is None and "_" in written and self._configuration.has_underscores:
            found = self._matched(written.replace("_", "-"))
        if found is None:
            return None
        listed = found.group("labels")
        if not listed:
            return Cited(self._full(found))
        return Cited(self._full(found), *self._labels(listed))

    def _matched(self, written: str) -> Any:
        return next((found for one in self._references if (found := one.fullmatch(written))), None)

    def _listed(self, listed: str) -> tuple[tuple[str, ...], str]:
        """The labels of a list such as `A+C..E`, and its joiners."""
        return tuple(self._expanded(listed)), "".join(dict.fromkeys(re.sub(r"[A-Za-z0-9]|\.\.", "", listed)))

    def _expanded(self, listed: str) -> list[str]:
        labels: list[str] = []
        parts = re.split(r"(\.\.|[^A-Za-z0-9]+)", listed.upper())
        for at in range(0, len(parts), 2):
            if at and parts[at - 1] == ".." and len(parts[at]) == len(labels[-1]) == 1:
                labels += [chr(code) for code in range(ord(labels[-1]) + 1, ord(parts[at]) + 1)]
            else:
                labels.append(parts[at])
        return list(dict.fromkeys(labels))

    def _full(self, found: Any) -> str:
        parts = found.groupdict()
        return self._completed(parts.get("level") or "", parts["component"], parts.get("associated") or "")

    def _complete(self, letter: str, component: str, associated: str) -> str:
        if self._configuration.style == "numeric":
            component = component.lstrip("0") or "0"
            if self._configuration.leading_zeros:
                component = component.rjust(self._configuration.digits, "0")
        letter = self._letters.get(letter.casefold(), letter.lower())
        return self._filled(letter, component, associated)

    def _filled(self, letter: str, component: str, associated: str = "") -> str:
        values = {"{level}": letter, "{component}": component, "{associated}": associated}
        return "".join([values.get(one, one) for one in self._shape])

    def _pattern(self, template: str, letter: str, *, is_namespace_free: bool = False) -> str:
        pattern = re.escape(template)
        namespace = re.escape(self._configuration.namespace)
        if is_namespace_free:
            pattern = pattern.replace(r"\{namespace\}\-", rf"(?:{namespace}\-)?", 1)
        pattern = pattern.replace(r"\{namespace\}", namespace).replace(r"\{level\}", f"(?P<level>{letter})", 1)
        pattern = pattern.replace(r"\{associated\}", "(?P<associated>(?:[A-Z]{2,4}-)?)", 1)
        return pattern.replace(r"\{component\}", f"(?P<component>{self._component()})", 1)

    def _component(self) -> str:
        configuration = self._configuration
        if configuration.style == "numeric":
            return f"0*[0-9]{{1,{configuration.digits or MOST_DIGITS}}}"
        return configuration.component or _STYLES.get(configuration.style, _NAMED)


def _compiler(configuration: Configuration) -> Callable[[str], Any]:
    """What compiles the patterns. One that comes from a source runs where no pattern takes long."""
    if configuration.style == "numeric" or not configuration.component:
        return re.compile
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    return partial(re2.compile, options=options)
