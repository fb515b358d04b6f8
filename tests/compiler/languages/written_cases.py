"""Cases of tests as plain texts: what is expected, and the files of a small source.

`@@ words` begins a case, `@> words` are what is expected of it, `@- path` begins a file. What stands before the first
file of a case is of no file.
"""

from typing import NamedTuple


class Case(NamedTuple):
    """A case: the words behind `@@`, those behind each `@>`, and its files."""

    head: str
    expected: list[str]
    files: dict[str, str]


def written_cases(text: str) -> list[Case]:
    """Return the cases of a text."""
    cases: list[Case] = []
    path = ""
    for line in text.strip("\n").split("\n"):
        sign, _, words = line.partition(" ")
        if sign == "@@":
            cases.append(Case(words, [], {}))
            path = ""
        elif sign == "@>":
            cases[-1].expected.append(words)
        elif sign == "@-":
            path = words
            cases[-1].files[path] = ""
        else:
            cases[-1].files[path] += f"{line}\n"
    return cases
