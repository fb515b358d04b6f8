"""The ids of assertions: an id that another object of the language has gets a number, `spec/lamp/glow#2`.

The id of an assertion is that of its requirement with its label, and nothing keeps a requirement from having that id as
its own: `REQ-wing-1`, beside the assertion 1 of `REQ-wing`. Citations of the id mean the requirement.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from compiler.languages.requirements import codes
from compiler.languages.requirements.facts import ref_of
from compiler.languages.requirements.formats.format import Format
from compiler.languages.requirements.formats.stated import StatedItem
from compiler.languages.requirements.linking.spec_item import SpecItem
from compiler.languages.requirements.linking.stating import assertion_id
from compiler.model.diagnostics import Diagnostic
from compiler.text.free_names import FreeNames


def free_assertions(requirements: Mapping[str, SpecItem], journeys: Mapping[str, SpecItem]) -> Iterator[Diagnostic]:
    """Change the ids of assertions that a requirement, a journey or another assertion has, in their items. Yield a
    finding on each."""
    taken = dict.fromkeys([*requirements, *journeys])
    free = FreeNames(taken)
    for item in requirements.values():
        for position, assertion in enumerate(item.assertions):
            own = _free(free, taken, assertion.assertion)
            if own == assertion.assertion:
                continue
            renamed = replace(assertion, assertion=own, ref=ref_of(own))
            yield codes.SHARED_ID.at(
                assertion.span, label=assertion.label, requirement=item.id, id=assertion.assertion, own=own
            )
            item.assertions[position] = renamed
            if item.by_label[assertion.label] is assertion:
                item.by_label[assertion.label] = renamed


class AssertionIds:
    """The ids of the needs and criteria of all formats, by their items and labels."""

    def __init__(self, taken: Iterable[str]) -> None:
        """`taken` are the ids that other objects have: those of all items among them."""
        self._taken = dict.fromkeys(taken)
        self._free = FreeNames(self._taken)
        self._others: dict[tuple[str, str], str] = {}  # the ids that are not made of item and label alone

    def add(self, format_: Format, item: StatedItem) -> Iterator[Diagnostic]:
        """Give the needs of an item their ids. Yield a finding on each whose id another object has."""
        for need in item.item.needs:
            usual = assertion_id(format_, item.id, need.label)
            own = _free(self._free, self._taken, usual)
            if own != usual:
                span = need.place.span(item.path)
                self._others[item.id, need.label] = own
                yield codes.SHARED_ID.at(span, label=need.label, requirement=item.id, id=usual, own=own)

    def of(self, format_: Format, item: str, label: str) -> str:
        """The id of a need or criterion of an item, also of one that does not exist."""
        return self._others.get((item, label)) or assertion_id(format_, item, label)


def _free(free: FreeNames[str], taken: dict[str, None], native_id: str) -> str:
    """Take an id, or the first number of it that is free, and return it."""
    own = free.numbered(native_id, lambda number: f"{native_id}#{number}") if native_id in taken else native_id
    taken[own] = None
    return own
