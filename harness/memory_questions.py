"""The six questions about agent memory, of the sample `worlds/ferry-memory`. See `harness.questions`."""

from harness import memory_verifiers as verifiers
from harness.questions import Call, Question

FERRY = "ferry-memory"
OMAR = "agent/late-boats/omar"

MEMORY_QUESTIONS = (
    Question(
        "crossing-then",
        FERRY,
        "How long did a crossing take by what was known on 5 April 2026, and which fact has superseded that since? "
        "Give its id and what it says.",
        verifiers.superseded_by_the_tide,
        (
            Call("memory_time_travel", {"timestamp": "2026-04-05", "query": "how long does a crossing take?"}),
            Call("memory_search", {"query": "crossing", "branch": "agent/late-boats/ines"}),
        ),
        ("A crossing takes 35 minutes", '"id":"f-tide"', "Against the ebb a crossing takes 48 minutes"),
    ),
    Question(
        "omars-gate",
        FERRY,
        f"May the branch {OMAR} be merged? If not, which fact stands in the way, and why?",
        verifiers.fog_stands_in_the_way,
        (Call("verify_merge_gate", {"source_branch": OMAR}),),
        ('"can_merge":false', '"id":"f-fog"', "two foggy days a year"),
    ),
    Question(
        "lost-on-the-way",
        FERRY,
        "Omar took over with the handoff h-omar. One fact of that packet is not in the memory any more. Which one, and "
        "what did it say?",
        verifiers.anchor_in_the_shed,
        (
            Call("memory_handoff_get", {"handoff_id": "h-omar"}),
            Call("memory_time_travel", {"timestamp": "2026-04-08", "query": "anchor"}),
        ),
        ('"missing_fact_ids":["f-anchor"]', "The spare anchor lies in shed 4"),
    ),
    Question(
        "another-way",
        FERRY,
        "The conversation c-buffer left another one. After which message did it leave it (give the id), and what came "
        "out of it instead of moving the boat?",
        verifiers.left_after_the_fourth,
        (
            Call("memory_list_conversations", {"branch": OMAR, "own_only": True}),
            Call("memory_search_messages", {"query": "allow for the ebb", "conversation_id": "c-buffer"}),
        ),
        ('"fork_point_message_id":"m-4"', "Fifteen minutes on ebb days"),
    ),
    Question(
        "what-waits",
        FERRY,
        "Which objective of the task late-boats is blocked, who is on it, and what does it wait for?",
        verifiers.gangway_waits_for_the_tide,
        (Call("memory_task_status", {"task_id": "late-boats"}),),
        ("Measure the gangway", '"status":"blocked"', "waits for spring tide"),
    ),
    Question(
        "which-quay",
        FERRY,
        "At which quay did the evening boat moor on 5 April 2026, and at which does it moor now?",
        verifiers.from_north_to_south,
        (
            Call("memory_graph_query", {"entity": "EveningBoat", "relation_type": "moors_at", "as_of": "2026-04-05"}),
            Call("memory_graph_query", {"entity": "EveningBoat", "relation_type": "moors_at"}),
        ),
        ('"target":"NorthQuay"', '"target":"SouthQuay"'),
    ),
)
