"""The operations on the verification of facts. They record verdicts; who judges is the caller."""

from collections.abc import Sequence
from typing import Any

from compiler.languages.memory.facts import MemoryFact
from queries.memory.gate import VERDICTS, verdict_of
from queries.memory.selection import record_named
from queries.operations.arguments import invalid, optional, text_argument
from queries.operations.memory.arguments import ID, LONG, branch_of, own_records, word
from queries.operations.memory.log_lines import Lines, appending
from queries.operations.operation import Given
from queries.tools.parameters import Parameter

Json = Any

VERDICT = Parameter("verdict", "string", "What was found; no model judges here.", required=True, choices=VERDICTS)
REASON = optional("reason", "Why.", most=LONG)
SCORER = optional("scorer", "Who judged.")


@appending(
    text_argument("fact_id", "The fact, or its ref, such as m:fact/f-1@dev.", most=1_000),
    VERDICT,
    REASON,
    Parameter("dimensions", "strings", "What was judged, such as accuracy; each gets a record."),
    Parameter("scores", "object", "The score of each dimension, from 0 to 1."),
    optional("context", "What else was known to who judged.", most=LONG),
    SCORER,
    ID,
    applies_to="Facts of memory, also those of notes, if it has a file of records.",
)
def verify_fact(lines: Lines, given: Given) -> None:
    """Records a verdict on a fact. An invalidated one stays active, and closes the merge gate.

    The verdict is on the version that is named, and counts for all branches that see it.
    """
    fact = record_named(lines.snapshot, MemoryFact, given.fact_id, "fact_id")
    values = _scores(given.dimensions or (), given.scores or {})
    for at_place, (dimension, value) in enumerate(values.items() or [(None, None)]):
        body = {
            **_verdict(fact, given.verdict, given.reason, given.scorer),
            "dimension": dimension,
            "value": value,
            "metadata": {"context": given.context} if given.context else None,
        }
        lines.put("verification", fact.branch, body, id=given.id if at_place == 0 else None)


@appending(
    Parameter(
        "branch_name", "string", "The branch; the default branch by default.", max_length=500, aliases=("branch",)
    ),
    VERDICT,
    REASON,
    Parameter("limit", "integer", "The most facts.", default=50, minimum=1, maximum=1_000),
    Parameter("only_unverified", "boolean", "Only facts without a verdict.", default=True),
    SCORER,
)
def verify_batch(lines: Lines, given: Given) -> None:
    """Records one verdict on all active facts that a branch wrote itself and that have none yet."""
    branch = branch_of(lines.snapshot, given.branch_name, "branch_name")
    facts = own_records(lines.snapshot, branch, MemoryFact, is_active=1)
    chosen = [fact for fact in facts if verdict_of(fact) == "unverified" or not given.only_unverified][: given.limit]
    if not chosen:
        problem = f"The branch has no {'unverified ' if given.only_unverified else ''}facts of its own"
        raise invalid(problem, branch_name=branch)
    for one in chosen:
        lines.put("verification", branch, _verdict(one, given.verdict, given.reason, given.scorer))


def _verdict(fact: MemoryFact, verdict: str, reason: str | None, scorer: str | None) -> dict[str, Json]:
    return {
        "target_type": "fact",
        "target_id": fact.record_id,
        "verdict": verdict,
        "scorer": word("scorer", scorer),
        "explanation": reason,
    }


def _scores(dimensions: Sequence[str], scores: dict[str, Json]) -> dict[str, float | None]:
    """Return the score of each dimension, None if it has none. Raises QueryError for what is no score."""
    for name, value in scores.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise invalid("A score is a number from 0 to 1", dimension=name)
    return {name: scores.get(name) for name in dict.fromkeys((*dimensions, *scores))}
