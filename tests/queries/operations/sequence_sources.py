"""Sequence diagrams in every place where one may stand, for the tests of operations on them."""

from pathlib import Path
from typing import NamedTuple

from compiler.languages.diagrams.facts import Message
from compiler.store.snapshot import Snapshot
from tests.queries.operations.diagram_sources import PAY, write_session
from tests.queries.operations.proposing import LINE_ENDS

FENCED = "# Page\n\n* A list\n\n  > ```mermaid\n{}  > ```\n\nBehind, with Shop and Bank.\n"

FORMS = [(form, end) for form in ("file", "markdown", "session") for end in LINE_ENDS]


class Place(NamedTuple):
    """A folder with the sequence diagram `PAY`, and the id of the diagram."""

    root: Path
    diagram: str


def write_place(root: Path, form: str, text: str = PAY, end: str = "\n") -> Place:
    """Write a diagram in a form: a file, a block of markdown in a list and a quote, or a session."""
    root.mkdir(parents=True, exist_ok=True)
    if form == "session":
        write_session(root, "rows", end)
        (root / "diagrams/pay.mmd").write_bytes(text.replace("\n", end).encode())
        return Place(root, "pay")
    if form == "markdown":
        quoted = "".join(f"  > {line}\n" for line in text.splitlines())
        (root / "page.md").write_bytes(FENCED.format(quoted).replace("\n", end).encode())
        return Place(root, "page-1")
    (root / "pay.mmd").write_bytes(text.replace("\n", end).encode())
    return Place(root, "pay")


def texts(snapshot: Snapshot, diagram: str) -> list[str]:
    """Return the messages as `A->>B: text`, with the number of sections around them."""
    return [
        f"{one.from_name}{one.arrow}{one.to_name}: {one.text} {len(one.sections)}"
        for one in snapshot.facts(Message, diagram=diagram)
    ]


BEFORE = [
    "Shop->>Bank: Authorise 0",
    "Bank-->>Shop: ok 0",
    "Bank->>Shop: No 1",
    "Shop->>Ledger: Book 1",
    "Ledger-->>Shop: ok 1",
]
RICH = """---
title: Bank and Ledger
---
%%{init: {"theme": "dark"}}%%
sequenceDiagram
\taccTitle: Bank
\tautonumber 10 5
\tbox Aqua Shop side
\t\tparticipant S as Shop; S
\t\tactor Bank@{ "type": "database" }
\tend
\tlink Bank: Site @ https://bank.example
\tlinks S: {"Wiki": "https://S.example"}
\tS ->> Bank : hello Bank
\tactivate Bank
\tloop every Bank
\t\tBank -->> S : S
\t\topt
\t\t\tNote right of Bank: Bank
\t\tend
\tend
\tdeactivate Bank
\tcreate participant C as Bank clerk
\tBank->>C: come
\tdestroy C
\tC-xBank: go
\tNote over S,Bank: over
"""
