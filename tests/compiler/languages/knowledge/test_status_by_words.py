"""Which status a decision has by what people write: the one that holds, or none where nobody can tell."""

import pytest

from tests.compiler.languages.querying import ask

REST = "## Context\n\nIt is so.\n\n## Decision\n\nRopes.\n"
FORMS = {
    "section": f"# Ropes\n\n## Status\n\n{{}}\n\n{REST}",
    "title": f"# Ropes\n\n{{}}\n\n{REST}",
    "front": f"---\n{{}}\n---\n# Ropes\n\n{REST}",
}
# By where the text stands. "unknown": a finding says that the text is no known status. None: none is stated, which is
# a doubt, or the page is a template.
PHRASES = {
    "title": [
        ("![status: rejected](img/rejected.svg)", "deprecated"),
        ("**Status**: 🟢 Accepted", "accepted"),
        ("**Status:** 🟡 In review", "proposed"),
        ("Status: ACCEPTED!", "accepted"),
        ("Status - Accepted", None),
        ("> **Status:** Accepted → Deprecated (2024-03-01)", "deprecated"),
        ("* Status: accepted <!-- proposed | rejected | accepted -->", "accepted"),
        (
            "* Status: [proposed | rejected | accepted | deprecated | … | superseded by [ADR-0005](0005-x.md)]",
            "unknown",
        ),
        ("* Status: Aproved", "unknown"),
        ("* Status: acceptee", "accepted"),  # without the accent of `acceptée`
        ("* Status: TBD", None),
        ("* Status:", None),
        ("* Status: Accepted by default (nobody objected)", "accepted"),
        ("* Status: To be accepted on 2024-05-01", "unknown"),
        ("* Status: To be reviewed", "proposed"),
        ("* Status: Work in progress.", "proposed"),
        ("* Status: Should be accepted", "unknown"),
        ("* Status: Re-opened", "unknown"),
        ("* Status: Accepted, but not implemented", "accepted"),
        ("* Status: Not implemented", "unknown"),
        ("* Status: Implemented, not accepted yet", "unknown"),
        ("* Status: Up for discussion", "unknown"),
        ("* Status: In discussion", "proposed"),
        ("* Status: No longer accepted", "unknown"),
        ("* Status: no longer relevant", "unknown"),
        ("* Status: no longer proposed; accepted", "unknown"),
        ("* Status: Rejected (was accepted 2023-01-01)", "deprecated"),
        ("* Status: Proposed (will be accepted once the pilot is over)", "proposed"),
    ],
    "section": [
        ("Accepted or rejected by vote", "unknown"),
        ("Accepted/Implemented", "accepted"),
        ("Accepted/Rejected", "unknown"),
        ("Accepted. Rejected alternatives are below.", "accepted"),
        ("Accepted (rejected options: Redis, Kafka)", "accepted"),
        ("Proposed, to be decided on 2024-05-01", "proposed"),
        ("Deprecated, was accepted in 2023", "deprecated"),
        ("Accepted on 2024-01-05 by Ines, Piet and the ops team", "accepted"),
        ("✅ Accepted", "accepted"),
        (":white_check_mark: Accepted", "accepted"),
        ("~~Proposed~~ Accepted", "accepted"),
        ("~~Accepted~~", None),
        ("Accepted on 2024-01-05 (amended 2024-03-01)", "accepted"),
        ("Was accepted, now deprecated", "deprecated"),
        ("Previously accepted. Now superseded by nothing; rejected on review.", "unknown"),
        ("Accepted, now deprecated", "deprecated"),
        ("Accepted, deprecated by the end of the year", "accepted"),
        ("Open, decided by Friday", "proposed"),
        ("Accepted (deprecated since 2024)", "deprecated"),
        ("Pending approval", "proposed"),
        ("Awaiting approval", "proposed"),
        ("Waiting for sign-off", "proposed"),
        ("Not accepted", "unknown"),
        ("Not yet accepted", "unknown"),
        ("Not yet decided", "unknown"),
        ("Conditionally accepted", "unknown"),
        ("Accepted pending security review", "accepted"),
        ("Accepted if the pilot succeeds", "accepted"),
        ("Partly accepted", "accepted"),
        ("Partially accepted, partially rejected", "unknown"),
        ("Withdrawn by the author 2024-02-02", "deprecated"),
        ("proposed | accepted | rejected", "unknown"),
        ("Proposed / Accepted / Deprecated / Superseded", "unknown"),
        ("Proposed, Accepted, Deprecated or Superseded", "unknown"),
        ("{proposed | rejected | accepted | deprecated}", "unknown"),
        ("[Proposed | Accepted | Deprecated]", "unknown"),
        ("Proposed | **Accepted** | Deprecated", "accepted"),
        ("proposed / **rejected** / accepted", "deprecated"),
        ("~~proposed~~ | accepted | ~~rejected~~", "accepted"),
        ("- [ ] proposed\n- [x] accepted\n- [ ] deprecated", "accepted"),
        ("- [x] Proposed\n- [x] Accepted\n- [ ] Superseded", "accepted"),
        ("- [ ] Proposed\n- [ ] Accepted\n- [ ] Superseded", None),
        ("[x] accepted", "accepted"),
        ("[ ] proposed [x] accepted [ ] rejected", "accepted"),
        ("☐ Proposed ☑ Accepted ☐ Rejected", "accepted"),
        ("| Status | Accepted |\n|---|---|\n| Date | 2024-01-05 |", "accepted"),
        ("Status | Date\n--- | ---\nProposed | 2024-01-05\nAccepted | 2024-02-01", "accepted"),
        ("This decision has been accepted.", "accepted"),
        ("The ADR is **rejected**.", "deprecated"),
        ("Proposed → **Rejected**", "deprecated"),
        ("Incomplete", "proposed"),
        ("We accepted this in the meeting of 2024-01-05.", "unknown"),
        ("The status of this ADR is: accepted", "unknown"),
        ("Proposed by Ines, accepted by Piet", "accepted"),
        ("Proposed 2024-01-02, accepted 2024-01-05, deprecated 2024-03-01", "deprecated"),
        ("Review (possible states: review, accepted, rejected)", "proposed"),
        ("Proposed on 2024-01-02, accepted on 2024-01-05", "accepted"),
        ("Proposed: 2024-01-02\nAccepted: 2024-01-05", "accepted"),
        ("Proposed 2024-01-02\n\nRejected 2024-01-05", "deprecated"),
        ("2024-01-02: proposed\n2024-01-05: accepted", "accepted"),
        ("What is the status, such as proposed, accepted, rejected, deprecated, superseded, etc.?", "unknown"),
        (
            "What is the status, such as proposed, accepted, rejected, deprecated, superseded, etc.?\n\nAccepted",
            "accepted",
        ),
        ("<!-- proposed, accepted -->\n**Accepted**", "accepted"),
        ("_Accepted_ :rocket:", "accepted"),
        ("acceptd", "unknown"),
        ("Akzeptiert (seit 05.01.2024)", "accepted"),
        ("[Accepted](https://example.org/pull/3)", "accepted"),
        ("[Rejected](#why), see below", "deprecated"),
        ("已被 ADR-0900 部分取代", "accepted"),
        ("> 提议中", "proposed"),
        ("建议。", "proposed"),
        ("已确认（2026-01-05）", "accepted"),
        ("实施中", "unknown"),
        ("Déprécié", "deprecated"),
        ("列表：提议/通过/已取代\n\n2024-01-02 提议\n\n2024-01-02 完成", "accepted"),
        ("Draft — do not implement", "proposed"),
        ("Final", "accepted"),
        ("Accepted 🎉 / Implemented in v2.3", "accepted"),
        ("Accepted; implementation pending", "accepted"),
        ("Implementation in progress", "accepted"),
        ("Under review – previously rejected", "proposed"),
        ("On hold (accepted 2024-01-05)", "proposed"),
        ("Unaccepted", "unknown"),
        ("Accepted?", "unknown"),
        ("Proposed to be superseded by ADR-9", "proposed"),
    ],
    "front": [
        ("status: accepted # or proposed, rejected", "accepted"),
        ('status: "proposed | rejected | accepted | deprecated | superseded by ADR-0123"', "unknown"),
        ("status: {proposed | rejected}", None),
        ("status:\n  - proposed\n  - accepted", "unknown"),
        ("status: [accepted]", "accepted"),
        ("status: Accepted (2024-01-05)", "accepted"),
        ("status: draft -> accepted", "accepted"),
        ("status: accepted\nstate: deprecated", "accepted"),
    ],
}
FILES = {
    f"doc/adr/{number:04}-ropes.md": FORMS[form].format(text)
    for number, (form, text) in enumerate(((form, text) for form in PHRASES for text, _ in PHRASES[form]), start=101)
}


@pytest.mark.parametrize(
    ("path", "expected"),
    list(zip(FILES, [status for phrases in PHRASES.values() for _, status in phrases], strict=True)),
    ids=[text for phrases in PHRASES.values() for text, _ in phrases],
)
def test_status_by_its_words(path: str, expected: str | None) -> None:
    ((status, is_template),) = ask(FILES, "SELECT status, is_example FROM decision WHERE file = ?", path)
    unknown = ask(FILES, "SELECT 1 FROM diagnostic WHERE file = ? AND code = 'KNO201'", path)
    doubts = ask(FILES, "SELECT 1 FROM unread WHERE file = ? AND looks_like = 'status'", path)
    assert ("unknown" if unknown else status) == expected
    assert expected or doubts or is_template


PROPOSALS = {
    f"rfcs/{number:04}-ropes.md": (
        f"# RFC: Ropes\n\n- Start Date: 2026-01-02\n- Status: {text}\n- RFC PR: #3\n\n## Summary\n\nRopes.\n",
        status,
    )
    for number, (text, status) in enumerate(PHRASES["section"], start=101)
    if "\n" not in text and status
}


@pytest.mark.parametrize("path", PROPOSALS)
def test_status_of_a_proposal_by_its_words(path: str) -> None:
    files = {name: text for name, (text, _) in PROPOSALS.items()}
    ((status, is_template),) = ask(files, "SELECT status, is_example FROM decision WHERE file = ?", path)
    unknown = ask(files, "SELECT 1 FROM diagnostic WHERE file = ? AND code = 'KNO201'", path)
    assert is_template or ("unknown" if unknown else status) == PROPOSALS[path][1]
