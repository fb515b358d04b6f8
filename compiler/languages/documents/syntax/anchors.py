"""Anchors of headings, exactly as GitHub makes them.

The text of a heading in small letters, without what is neither letter, mark, decimal digit, connector, hyphen nor
blank; blanks become hyphens. The second heading of an anchor gets `-1`, the next `-2`.
"""

import re
import unicodedata

_DROPPED = re.compile(r"[^\w -]", re.ASCII)
_STROKED = re.compile(r"LATIN SMALL LETTER ([A-Z]) WITH [A-Z ]+")
_WORD_CATEGORIES = frozenset(("Nd", "Nl", "Pc"))


def slug(text: str) -> str:
    """Return the anchor of a heading's text, before it is made unique."""
    lower = text.lower()
    if lower.isascii():
        return _DROPPED.sub("", lower).replace(" ", "-")
    return "".join(character for character in lower if _is_kept(character)).replace(" ", "-")


def _is_kept(sign: str) -> bool:
    if sign in " -":
        return True
    category = unicodedata.category(sign)
    return category[0] in "LM" or category in _WORD_CATEGORIES


def squashed(anchor: str) -> str:
    """Return the letters and digits of an anchor, without accents: what all site generators keep of a heading."""
    folded = anchor.casefold()
    plain = folded if folded.isascii() else "".join(map(_plain, unicodedata.normalize("NFKD", folded)))
    return "".join(filter(str.isalnum, plain))


def _plain(sign: str) -> str:
    """The letter without its stroke, such as `d` for `đ`, which has no decomposition."""
    found = None if sign.isascii() else _STROKED.fullmatch(unicodedata.name(sign, ""))
    return found[1].lower() if found else sign


class AnchorNames:
    """Makes the anchors of one page unique."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def unique(self, anchor: str) -> str:
        """Return the anchor, or the first of `anchor-1`, `anchor-2`, … that the page does not have yet."""
        found = anchor
        while found in self._counts:
            self._counts[anchor] += 1
            found = f"{anchor}-{self._counts[anchor]}"
        self._counts[found] = 0
        return found
