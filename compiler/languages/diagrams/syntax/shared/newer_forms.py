"""Forms that Mermaid reads only since a newer version than what some hosts draw with."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.model.diagnostics import Diagnostic

FOLLOWED = "12.3.0"  # the version of Mermaid that the grammars follow


class NewerForm(NamedTuple):
    """A form as a message names it, and the first version that reads it."""

    form: str
    since: str


# What 11.17 refuses; a form that older hosts refuse too is not listed.
FORMS: Mapping[str, NewerForm] = {
    "at sign": NewerForm("an `@` in a text without quotes", "12.3"),
    "bpmn": NewerForm("shapes of BPMN", "12.3"),
    "blanks": NewerForm("more than one blank between the words of a statement", "12.0"),
    "menu word": NewerForm("a participant with the name of a menu", "12.1"),
    "settings": NewerForm("settings behind a blank, or behind an id with a dash or `=`", "12.1"),
}


def newer_form(prepared: Prepared, name: str, start: int, end: int) -> Diagnostic:
    """Return the finding of a form in code[start:end]."""
    form, since = FORMS[name]
    return codes.NEWER_FORM.at(prepared.span(start, end), form=form, since=since)


def without_repeats(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the diagnostics of a diagram, but each newer form only where it stands first."""
    told: set[str] = set()
    for found in diagnostics:
        if found.code != codes.NEWER_FORM.code or found.message not in told:
            yield found
        told.add(found.message)
