"""A check of what requirements the files of a case state."""

from tests.compiler.languages.querying import ask
from tests.compiler.languages.written_cases import Case


def check_stated(case: Case) -> None:
    """Check which requirements are stated, which of them are tested, and which files are doubted: `states REQ-1 REQ-2`,
    `tested REQ-1`, `gone REQ-2` (no longer in force), `doubted docs/trace.md`; and of some cases those
    whose citations are, `cites tests/lamp.py`."""
    asked = {
        "states": "SELECT id FROM requirement",
        "tested": "SELECT DISTINCT requirement FROM test_reference",
        "gone": "SELECT id FROM requirement WHERE NOT is_active",
        "doubted": "SELECT DISTINCT file FROM unread WHERE looks_like = 'requirement'",
        "cites": "SELECT DISTINCT file FROM unread WHERE reason LIKE 'a word that is written like the ids%'",
    }
    said = {word: keys.split() for word, _, keys in (line.partition(" ") for line in (case.head, *case.expected))}
    if "cites" not in said:
        del asked["cites"]
    found = {word: sorted(key for (key,) in ask(case.files, sql)) for word, sql in asked.items()}
    assert found == {word: said.get(word, []) for word in asked}
