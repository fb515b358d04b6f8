"""The content hash of a requirement: eight hexadecimal digits over its assertions, by either of two algorithms.

`file-order` hashes the assertions as one text in the order of the file, each by its first line. `sorted` hashes
each whole assertion by itself, sorts the digests and hashes them, so that the order of the file does not matter.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

SORTED = "sorted"
FILE_ORDER = "file-order"
LENGTH = 8

_BLANKS = re.compile(" {2,}")
_FENCE = re.compile(r"^[ \t]*```[^\n]*\n(?:(?![ \t]*```)[^\n]*\n)*(?:[ \t]*```[^\n]*(?:\n|\Z))?", re.MULTILINE)
_PLACEHOLDER = re.compile(r"0{8}|[Xx]{8}|todo|tbd|-+", re.IGNORECASE)


class Hashes(NamedTuple):
    """The hashes of one requirement by each algorithm.

    `whole_file_order` is `file-order` over whole assertions, which some tools write.
    """

    sorted: str
    file_order: str
    whole_file_order: str

    def algorithm(self, written: str) -> str:
        """The algorithm by which a hash is right, "" for none."""
        if written == self.sorted:
            return SORTED
        return FILE_ORDER if written in (self.file_order, self.whole_file_order) else ""

    def right(self, algorithm: str) -> str:
        """The hash by an algorithm."""
        return self.sorted if algorithm == SORTED else self.file_order


def hashes(assertions: Sequence[tuple[str, str]]) -> Hashes | None:
    """The hashes of assertions, given as pairs of label and text; None without assertions."""
    if not assertions:
        return None
    lines = [_line(label, text) for label, text in assertions]
    # The digests are sorted as text, so the order of the assertions does not matter.
    digests = sorted([_digest(line) for line in lines])
    whole = first = _digest("\n".join(lines))
    if any("\n" in text for _, text in assertions):
        first = _digest("\n".join(_line(label, text.split("\n", 1)[0]) for label, text in assertions))
    return Hashes(_digest("\n".join(digests))[:LENGTH], first[:LENGTH], whole[:LENGTH])


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def is_placeholder(written: str) -> bool:
    """Whether a word stands in the place of a hash that is not computed yet."""
    return bool(_PLACEHOLDER.fullmatch(written))


def _line(label: str, text: str) -> str:
    """An assertion as it is hashed: one line without runs of blanks."""
    if "```" in text:
        text = _FENCE.sub(_fenced, text + "\n")
    if "\n" in text or "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", " ")
    return f"{label}. {_BLANKS.sub(' ', text) if '  ' in text else text}".strip()


def _fenced(found: "re.Match[str]") -> str:
    """A fenced block as it is hashed: each of its lines that is not blank becomes a fixed text."""
    return "".join("<!-- fenced -->\n" if line.strip() else "\n" for line in found.group().split("\n")[:-1])
