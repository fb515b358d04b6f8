"""Which decisions supersede which by what people write: directions, parts, denials, and what is not yet so."""

import pytest

from tests.compiler.languages.querying import Rows, ask

RECORD = (
    "{front}# {title}\n\n{lines}\n\n## Status\n\n{status}\n\n## Context\n\nIt is so.\n\n## Decision\n\nYes.\n\n{rest}\n"
)
PLAIN = {"front": "", "lines": "", "status": "Accepted", "rest": ""}
# By the place of the text, in decision 1 (old) or 2: the text, and each pair as newer>older.
PHRASES = {
    "old": [
        ("Superseded by ADR-0002", "2>1"),
        ("Superseded by [ADR-0002](0002-buoys.md)", "2>1"),
        ("Superseded by [2. Buoys](./0002-buoys.md) on 2024-01-05", "2>1"),
        ("Superseded by #2", "2>1"),
        ("Superseded by 0002-buoys.md", "2>1"),
        ("Superseded by `0002-buoys.md`", "2>1"),
        ('Superseded by "Buoys"', "2>1"),
        ("Superseded by Buoys", "2>1"),
        ("Superseded by ADR 2 (Buoys)", "2>1"),
        ("Superseded by ADR-2 and ADR-3", "2>1 3>1"),
        ("Superseded by ADR-2, which was itself superseded by ADR-3", "2>1"),
        ("❌ Superseded by [ADR-2](0002-buoys.md)", "2>1"),
        ("~~Accepted~~ Superseded by [ADR-2](0002-buoys.md)", "2>1"),
        ("**Superseded** by [ADR-2](0002-buoys.md)", "2>1"),
        ("Accepted\n\n~~Superseded by ADR-2~~", ""),
        ("Will be superseded by ADR-0002", ""),
        ("Accepted; will be superseded by ADR-0002 once that is accepted", ""),
        ("Accepted, to be superseded by ADR-0002", ""),
        ("Proposed to be superseded by ADR-2", ""),
        ("Accepted. May be replaced by ADR-2 later.", ""),
        ("Accepted. If ADR-2 is accepted, it supersedes this one.", ""),
        ("Accepted (not superseded by ADR-2, which covers another case)", ""),
        ("Accepted. ADR-2 does not replace this.", ""),
        ("Accepted. Partially superseded by ADR-2", ""),
        ("Accepted, section 3 superseded by ADR-2", ""),
        ("Accepted (the retry rule is superseded by ADR-2)", ""),
        ("Superseded in part by [ADR-2](0002-buoys.md)", ""),
        ("Superseded by ADR-2 for new ships only", ""),
        ("Superseded by ADR-2 (except section 4)", ""),
        ("Deprecated by ADR-2", "2>1"),
        ("Superseded by\n[ADR-2](0002-buoys.md)", "2>1"),
        ("Superseded by:\n\n- [ADR-2](0002-buoys.md)", "2>1"),
        ("Superseded ➡️ ADR-2", "2>1"),
        ('Superseded by <a href="0002-buoys.md">ADR-2</a>', "2>1"),
        ("Obsoleted by ADR-2", "2>1"),
        ("Replaced with ADR-2", "2>1"),
        ("Superseded-by: ADR-2", "2>1"),
        ("Superseded => ADR-2", "2>1"),
        ("Supplanted by ADR-2", "2>1"),
        ("Overridden by ADR-2", "2>1"),
        ("Deprecated in favour of ADR-2", "2>1"),
        ("Rejected in favour of ADR-2", ""),
        ("Deprecated, see ADR-2", ""),
        ("Accepted, amended by ADR-2", ""),
    ],
    "new": [
        ("Accepted, supersedes ADR-1", "2>1"),
        ("Accepted\n\nSupersedes [1. Ropes](0001-ropes.md)\n\nAmends [3. Tides](0003-tides.md)", "2>1"),
        ("Accepted (supersedes #1)", "2>1"),
        ("Accepted. Supersedes ADR-1 and ADR-3.", "2>1 2>3"),
        ("Accepted. Supersedes ADR-1; complements ADR-3.", "2>1"),
        ("Proposed. Would supersede ADR-1 if accepted.", ""),
        ("Proposed. If accepted, supersedes ADR-1.", ""),
        ("Proposed; supersedes ADR-1 when accepted", ""),
        ("Accepted. Does not supersede ADR-1.", ""),
        ("Accepted. Supersedes nothing; see ADR-1.", ""),
        ("Accepted. Supersedes: none. Related: ADR-1", ""),
        ("Accepted. Supersedes the naming part of ADR-1.", ""),
        ("Accepted. Supersedes section 4 of ADR-1.", ""),
        ("Accepted. Supersedes earlier drafts of ADR-1.", ""),
        ("Accepted. Supersedes ADR-1's naming rule.", ""),
        ("Rejected. Would have superseded ADR-1.", ""),
        ("Rejected\n\nSupersedes ADR-1", ""),
        ("Accepted\n\nRemplace [ADR-1](0001-ropes.md)", "2>1"),
        ("Accepted (Sustituye a ADR-1)", "2>1"),
        ("Ersetzt ADR-1", ""),  # or is replaced by it
        ("已接受\n\n取代 ADR-1，见 ADR-3", "2>1"),
        ("Accepted. ADR-1 was superseded by ADR-3.", ""),
        ("Supersedes ADR-1, superseded by ADR-3", "2>1 3>2"),
        ("Superseded by ADR-3; supersedes ADR-1", "2>1 3>2"),
    ],
    "front": [
        ("supersedes: ADR-1", "2>1"),
        ("supersedes: [1, 3]", "2>1 2>3"),
        ("supersedes:\n  - 0001-ropes.md", "2>1"),
        ("supersedes: []", ""),
        ("supersedes: none", ""),
        ("supersedes: ~\nrelates_to: [ADR-1]", ""),
        ('supersedes: "[[0001-ropes]]"', "2>1"),
        ("partially_supersedes: ADR-1", ""),
        ("links:\n  - supersedes: ADR-1", "2>1"),
        ("related:\n  - type: superseded-by\n    target: ADR-3\n  - type: amends\n    target: ADR-1", "3>2"),
        ("supersedes:\n  - id: ADR-1\n    title: Ropes of ADR-3", "2>1"),
    ],
    "lines": [
        ("| Supersedes | [ADR-1](0001-ropes.md) |\n|---|---|\n| Superseded by | – |", "2>1"),
        ("| Date | Supersedes |\n|---|---|\n| 2024-01-05 | ADR-1 |", ""),
        ("**Supersedes:** ADR-1 | **Superseded by:** N/A", "2>1"),
        ("- Supersedes: [ADR-1](0001-ropes.md)\n- Superseded by: -", "2>1"),
        ("- Supersedes: ADR-1 (partially)", ""),
        ("- Supersedes: ADR-1, ADR-3 (in part)", "2>1"),
        ("- Superseded by: ADR-XXX", ""),
        ("> ⚠️ This ADR supersedes [ADR-1](0001-ropes.md).", "2>1"),
        ("> This ADR has been superseded by [ADR-3](0003-tides.md).", "3>2"),
        ("> **Note**: this ADR is superseded by ADR-3", "3>2"),
        ("> ⚠️ **Superseded** — see [ADR-3](0003-tides.md)", "3>2"),
        ("**Vervangt:** ADR-1\n**Löst ab:** ADR-3", "2>1 2>3"),
        ("**Ersetzt:** Teile von ADR-1", ""),
        ("**Sustituye parcialmente a:** ADR-1", ""),
        ("**Amends:** ADR-1<br>**Supersedes:** ADR-3", "2>3"),
    ],
    "rest": [
        ("## Links\n\n- Supersedes [ADR-1](0001-ropes.md)\n- Related to [ADR-3](0003-tides.md)", "2>1"),
        ("## Links\n\n- [ADR-1](0001-ropes.md) (superseded)", ""),
        ("## Links\n\n- [ADR-1](0001-ropes.md) - superseded by this ADR", "2>1"),
        ("## Supersedes\n\n- [ADR-1](0001-ropes.md)", "2>1"),
        ("## Superseded by\n\nADR-3", "3>2"),
        ("## Supersedes\n\nNothing. It builds on ADR-1.", ""),
        ("ADR-1 is superseded by this decision.", "2>1"),
        ("We considered whether this supersedes ADR-1, but it does not.", ""),
        ("This decision does not supersede ADR-1.", ""),
        ("This ADR replaces the cron job of ADR-1.", ""),
        ("Once accepted, this ADR supersedes ADR-1.", "2>1"),
        ("ADR-1 was superseded by ADR-3.", ""),
    ],
}


def _files(place: str, text: str) -> dict[str, str]:
    field = {"old": "status", "new": "status"}.get(place, place)
    said = PLAIN | {field: f"---\n{text}\n---\n" if place == "front" else text}
    one, two = (said, PLAIN) if place == "old" else (PLAIN, said)
    return {
        "doc/adr/0001-ropes.md": RECORD.format(title="1. Ropes", **one),
        "doc/adr/0002-buoys.md": RECORD.format(title="2. Buoys", **two),
        "doc/adr/0003-tides.md": RECORD.format(title="3. Tides", **PLAIN),
    }


def _pairs(rows: Rows) -> str:
    return " ".join(sorted(f"{newer[-1]}>{older[-1]}" for newer, older in rows))


@pytest.mark.parametrize(
    ("place", "text", "pairs"), [(place, *phrase) for place, phrases in PHRASES.items() for phrase in phrases]
)
def test_supersession_by_its_words(place: str, text: str, pairs: str) -> None:
    files = _files(place, text)
    assert _pairs(ask(files, "SELECT source, target FROM link WHERE kind = 'supersedes'")) == pairs
    status = ask(files, "SELECT status FROM decision WHERE id = 'ADR-0001'")
    assert place != "old" or (status == [("superseded",)]) == (">1" in pairs)


@pytest.mark.parametrize(
    ("place", "text", "pairs"),
    [
        (place, text, pairs)
        for place in ("old", "new")
        for text, pairs in PHRASES[place]
        if "\n" not in text and any(map(str.isdigit, text))
    ],
)
def test_supersession_by_the_status_of_a_proposal(place: str, text: str, pairs: str) -> None:
    said = text.replace("ADR", "RFC")
    statuses = {
        "0001-ropes": said if place == "old" else "Accepted",
        "0002-buoys": "Accepted",
        "0003-tides": "Accepted",
    }
    statuses |= {} if place == "old" else {"0002-buoys": said}
    files = {
        f"rfcs/{name}.md": f"# {name}\n\n- Start Date: 2026-01-02\n- Status: {status}\n\n## Summary\n\nIt is so.\n"
        for name, status in statuses.items()
    }
    assert _pairs(ask(files, "SELECT source, target FROM link WHERE kind = 'supersedes'")) == pairs


def test_chain_leads_from_each_decision_to_the_next() -> None:
    files = _files("old", "Superseded by ADR-2")
    files["doc/adr/0002-buoys.md"] = RECORD.format(title="2. Buoys", **PLAIN | {"status": "Superseded by ADR-3"})
    files["doc/adr/0003-tides.md"] = RECORD.format(title="3. Tides", **PLAIN | {"status": "Accepted, supersedes ADR-2"})
    assert _pairs(ask(files, "SELECT source, target FROM link WHERE kind = 'supersedes'")) == "2>1 3>2"


def test_number_of_a_successor_is_read_to_its_end() -> None:
    files = _files("old", "Superseded by ADR-12")
    files["doc/adr/0012-sails.md"] = RECORD.format(title="12. Sails", **PLAIN)
    assert ask(files, "SELECT source FROM link WHERE kind = 'supersedes'") == [("k:decision/ADR-0012",)]


def test_title_of_a_note_is_no_successor() -> None:
    files = _files("old", "Superseded by Kickoff")
    files |= {"notes/kickoff.md": "---\ntype: note\n---\n# Kickoff\n\nA note.\n", ".obsidian/app.json": "{}"}
    assert ask(files, "SELECT source FROM link WHERE kind = 'supersedes'") == []
    assert ask(files, "SELECT code FROM diagnostic") == []
