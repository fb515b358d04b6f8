"""What a page is that was recognised as a proposal."""

from typing import NamedTuple

from compiler.languages.knowledge.decision_names import yearly_number
from compiler.text.numbers import whole_number


class Recognised(NamedTuple):
    """The format of a page with the reason, the prefix of its ids, and its number as written; "" if it has none yet.
    `ticket` also names it, and numbers issues of a tracker, most of which are no proposals."""

    format: str
    prefix: str
    number: str
    reason: str
    ticket: str = ""

    @property
    def id(self) -> str:
        """The id, such as `PEP-8`, `RFC-0401`; "" without a number."""
        return f"{self.prefix}-{self.digits(self.number)}" if self.number else ""

    def digits(self, number: str) -> str:
        """A number as ids of the format have it: of RFCs with as many digits as the names of files have, else four."""
        plain = number.lstrip("0") or "0"
        width = len(self.number) if len(self.number) > 2 else 4
        return plain.zfill(width) if self.format in ("rfc", "otep") else plain

    def with_year_of(self, name: str) -> "Recognised":
        """The same, with the year of a number that begins anew each year: `2024-007` of `RFC-2024-007-gates.md`."""
        yearly = yearly_number(name)
        return self._replace(number=yearly) if yearly.partition("-")[0] == self.number else self

    @property
    def place(self) -> int | None:
        """The number as one, None of a page without a number and of one that counts anew each year."""
        return None if yearly_number(self.id) else whole_number(self.number.partition("-")[0])
