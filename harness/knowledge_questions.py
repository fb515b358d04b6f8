"""The six questions about decisions, tasks and notes, of the sample `worlds/cider-mill`. See `harness.questions`."""

from harness import knowledge_verifiers as verifiers
from harness.questions import Call, Question

MILL = "cider-mill"

KNOWLEDGE_QUESTIONS = (
    Question(
        "bookings-now",
        MILL,
        "The mill once decided to keep bookings in the paper ledger. Which decision holds today instead, and which one "
        "stood in between? Give their ids, and name only those.",
        verifiers.bookings_by_service,
        (
            Call("search_fulltext", {"query": "paper ledger", "type": "decision"}),
            Call("entity_get", {"id": "ADR-0002"}),
        ),
        ('"id":"ADR-0002"', '"superseded_by":["ADR-0003"]', '"current":["ADR-0005"]'),
    ),
    Question(
        "before-the-bottles",
        MILL,
        "The bottles (MILL-5) cannot be ordered yet. Which tasks, that wait for nothing themselves, have to be worked "
        "on first so that it can be done in the end? Give the ids of only those.",
        verifiers.cloths_and_gate,
        (Call("task_blocked", {"id": "MILL-5", "explain": True}),),
        ('"task_id":"MILL-5"', '"start_with":[{"id":"MILL-4"', '{"id":"MILL-2","type":"task"'),
    ),
    Question(
        "late-pears",
        MILL,
        "The task 'Press the late pears' is open. Why is it not offered as work that can be done now?",
        verifiers.put_off_until_november,
        (
            Call("search_fulltext", {"query": "late pears", "type": "task"}),
            Call("task_blocked", {"id": "cell-d4"}),
        ),
        ('"id":"cell-d4"', '"is_blocked":false', '"hidden_until":"2025-11-01T00:00:00Z"'),
    ),
    Question(
        "waiting-in-a-circle",
        MILL,
        "Some tasks wait for one another, so that none of them can ever begin. Which ones? Give the ids of only those.",
        verifiers.yeast_in_a_circle,
        (Call("task_blocked", {"explain": True}),),
        ('"id":"cell-f6"', '"id":"cell-f7"', '"in_circle":true'),
    ),
    Question(
        "status-behind",
        MILL,
        "One decision still says that it is accepted although another one has replaced it. Which one, and by which was "
        "it replaced? Give both ids.",
        verifiers.sizes_still_accepted,
        (Call("get_diagnostics", {"severity": "warning"}), Call("entity_get", {"id": "ADR-0006"})),
        ('"superseded_by":["ADR-0007"]', '"status":"accepted"', "ADR-0006 is superseded by ADR-0007"),
    ),
    Question(
        "note-to-decision",
        MILL,
        "How does the note about the press cloths hang together with the decision to write a booking service? Name "
        "what lies on the shortest way between them, in order, both ends included.",
        verifiers.over_press_day_and_scale,
        (
            Call("search_fulltext", {"query": "cloths", "type": "note"}),
            Call("graph_path", {"from_id": "notes/cloths", "to_id": "ADR-0005"}),
        ),
        ('"path":["notes/cloths","notes/press-day","ADR-0004","ADR-0005"]', '"length":3'),
    ),
)
