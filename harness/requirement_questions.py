"""The six questions about requirements, of the sample `worlds/traced-kettle`. See `harness.questions`."""

from harness import requirement_verifiers as verifiers
from harness.questions import Call, Question

KETTLE = "traced-kettle"

REQUIREMENT_QUESTIONS = (
    Question(
        "serves",
        KETTLE,
        "Which requirements does REQ-d00003 serve, directly or through others? Give the ids of all of them.",
        verifiers.serves_five,
        (Call("get_hierarchy", {"req_id": "REQ-d00003"}),),
        ('"ancestors":[{"id":"REQ-o00002"', '"id":"REQ-o00003"', '"id":"REQ-p00002"'),
    ),
    Question(
        "failing-assertions",
        KETTLE,
        "Which assertions of the requirement about the steam sensor have a test that fails?",
        verifiers.second_and_third_fail,
        (
            Call("search", {"query": "steam sensor", "kinds": ["requirement"]}),
            Call("get_test_coverage", {"req_id": "REQ-d00002"}),
        ),
        ('"id":"REQ-d00002","title":"Steam sensor"', '"failing_assertions":["REQ-d00002-B","REQ-d00002-C"]'),
    ),
    Question(
        "stale-hash",
        KETTLE,
        "One requirement's text has changed since its hash was written. Which one is it, and what is the right hash?",
        verifiers.stale_hash,
        (Call("get_changed_requirements", {}),),
        ('"id":"REQ-d00015"', '"content_hash":"609932b4"'),
    ),
    Question(
        "most-specific",
        KETTLE,
        "A ticket names REQ-p00002, REQ-o00003, REQ-o00004 and REQ-d00004. Which of them are the most specific, so "
        "that the others, being above them, need not be named? Name only those.",
        verifiers.lid_and_cut_off,
        (Call("minimize_requirement_set", {"req_ids": ["REQ-p00002", "REQ-o00003", "REQ-o00004", "REQ-d00004"]}),),
        ('"minimal_set":[{"id":"REQ-o00004"', '"superseded_by":["REQ-d00004"]', '"minimal_count":2'),
    ),
    Question(
        "cited-in-vain",
        KETTLE,
        "Which assertions are cited although their requirement has no such assertion, or has retired it? Name the ids.",
        verifiers.cited_in_vain,
        (Call("get_broken_references", {}),),
        (
            '"target_id":"REQ-o00001-Q","edge_kind":"implements","reason":"unknown_assertion"',
            '"target_id":"REQ-p00002-C","edge_kind":"implements","reason":"retired_assertion"',
            '"target_id":"REQ-d00004-C"',
        ),
    ),
    Question(
        "implemented-not-tested",
        KETTLE,
        "Which assertion of the heater driver has no test, and in which file and line is that requirement implemented?",
        verifiers.implemented_not_tested,
        (
            Call("get_uncovered_assertions", {"req_id": "REQ-d00001"}),
            Call("get_requirement", {"req_id": "REQ-d00001"}),
        ),
        ('"assertions":[{"id":"REQ-d00001-B"', '"id":"firmware/heater.c:7","kind":"code"'),
    ),
)
