"""Verify answers about worlds: each verifier takes an agent's answer and says whether it states the facts.

Verifiers search for patterns, since two right answers never have the same words. Where a wrong answer could have the
same words, they check which words are near each other.
"""

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

Verifier = Callable[[str], bool]

OTHER_DASHES = str.maketrans(dict.fromkeys("−–—‐‑", "-"))
MARKUP = re.compile(r"[*`\"“”‘’']")

# --- the locked garden ------------------------------------------------------------------------------------------------


def gate_must_be_unlocked(answer: str) -> bool:
    """`@garden_gate.locked` must be false, as an expression or in words, and not true."""
    text = plain(answer)
    if re.search(r"locked\W{0,6}(?:==?|is|be|equals?|to|:)?\s*(?:set to\s+)?true", text):
        return False
    expression = re.search(r"\blocked\b[^.;\n]{0,40}\bfalse\b", text)
    words = re.search(r"\bunlocked\b|\bnot (?:be )?locked\b|\bno longer locked\b", text)
    return bool(expression or (words and "gate" in text))


def characters_are_warden_and_ghost(answer: str) -> bool:
    """Both ids, and no other entity of the world."""
    text = plain(answer)
    others = ("garden_gate", "garden gate", "journal", "rose")
    return "warden" in text and "ghost" in text and not any(other in text for other in others)


def trust_changes_by_choice(answer: str) -> bool:
    """The three choices, each with its own amount."""
    amounts = {"state your purpose": gain(1), "offer the journal": gain(5), "force the gate": loss(2)}
    return each_beside_its_own(plain(answer), amounts)


def journal_effects(answer: str) -> bool:
    """Trust plus 5, and the mood becomes friendly."""
    text = plain(answer)
    return "trust" in text and bool(re.search(gain(5), text)) and bool(re.search(r"mood\b[^.;\n]{0,40}friendly", text))


def gate_opens_by_asking(answer: str) -> bool:
    """The threshold of trust, and the choice or the value that opens the gate."""
    text = plain(answer)
    threshold = re.search(r"trust\b[^.;\n]{0,40}\b(?:3|three)\b|\b(?:3|three)\b[^.;\n]{0,25}trust", text)
    opened = re.search(r"\blocked\b[^.;\n]{0,30}\bfalse\b|ask(?:ing|s)? (?:\S+ ){0,2}about the garden", text)
    return bool(threshold and opened)


# --- the other worlds -------------------------------------------------------------------------------------------------


def gallery_guards(answer: str) -> bool:
    """Three pages at least, and somebody under suspicion."""
    text = plain(answer)
    pages = re.search(r"pages?\b[^.;\n]{0,40}\b(?:3|three)\b|\b(?:3|three)\b[^.;\n]{0,25}pages?\b", text)
    suspicion = re.search(
        r"suspicion\b[^.;\n]{0,40}(?:!=|≠|\bnot\b|other than|anything but)\W*(?:\w+ ){0,3}nobody", text
    )
    return bool(pages and suspicion)


def beyond_the_breakwater(answer: str) -> bool:
    """The three places on the sea side, and none of the town."""
    text = plain(answer).replace("-", " ")
    town = ("quay", "net loft", "customs house", "bonded cellar", "chapel", "landing stage", "ferry")
    wanted = ("lighthouse", "gallery", "halcyon rocks")
    return all(place in text for place in wanted) and not any(place in text for place in town)


def rules_of_the_spring(answer: str) -> bool:
    """Both rules, each with what it does."""
    return each_beside_its_own(plain(answer), {"night water": gain(1), "the mountain gives": r"breaking"})


def way_to_the_spring(answer: str) -> bool:
    """One of the two shortest ways, in order."""
    text = plain(answer).replace("-", " ")
    begin, finish = ("salt road", "outer gate", "weighing court"), ("spring chamber",)
    quarries, stair = ("upper quarry", "lower quarry"), ("guildhall", "smugglers stair")
    return in_order(text, (*begin, *quarries, *finish)) or in_order(text, (*begin, *stair, *finish))


def tab_and_missing_import(answer: str) -> bool:
    """The file with the tab, its line, and the import that finds nothing."""
    text = plain(answer)
    return (
        bool(re.search(r"tunnels\.urd\.md\D{0,30}\b67\b|\b67\b\D{0,30}tunnels\.urd\.md", text))
        and "mine.urd.md" in text
    )


# --- patterns ---------------------------------------------------------------------------------------------------------


def plain(answer: str) -> str:
    """Return the answer in lower case, without markup and quotes, with hyphens for dashes and single spaces."""
    text = MARKUP.sub("", answer.translate(OTHER_DASHES)).lower()
    return re.sub(r"[ \t]+", " ", text)


def gain(amount: int) -> str:
    """The pattern of an increase: `+5`, `+= 5`, `increases by 5`."""
    words = "increas|rais|add|gain|grow|earn|plus|up by"
    return rf"\+\s*=?\s*{amount}\b|(?:{words})\w*\b[^.;\n]{{0,30}}\b{amount}\b"


def loss(amount: int) -> str:
    """The pattern of a decrease: `-2`, `-= 2`, `lowers it by 2`."""
    words = "decreas|lower|reduc|subtract|los|drop|cost|minus|down by"
    return rf"-\s*=?\s*{amount}\b|(?:{words})\w*\b[^.;\n]{{0,30}}\b{amount}\b"


def each_beside_its_own(text: str, facts: Mapping[str, str]) -> bool:
    """Whether each name is next to the pattern of its own fact: all names before their facts, or all behind.

    `{"night water": r"\\+ ?1"}` is true of "night water: level + 1" and in "level + 1 (night water)".
    """
    places = sorted(
        (match.start(), match.end(), name) for name in facts for match in re.finditer(re.escape(name), text)
    )
    ends = [0, *(end for _, end, _ in places)]
    starts = [*(start for start, _, _ in places), len(text)]
    before = [(name, text[ends[index] : start]) for index, (start, _, name) in enumerate(places)]
    after = [(name, text[end : starts[index + 1]]) for index, (_, end, name) in enumerate(places)]
    return any(
        all(any(one == name and re.search(pattern, part) for one, part in parts) for name, pattern in facts.items())
        for parts in (before, after)
    )


def in_order(text: str, names: tuple[str, ...]) -> bool:
    """Whether the names follow one another somewhere in the text."""
    gaps = "|".join(re.escape(name) for name in names)
    pattern = rf"(?:(?!{gaps}).)*?".join(re.escape(name) for name in names)
    return all(one != other for one, other in pairwise(names)) and bool(re.search(pattern, text, re.DOTALL))
