"""Suggests requirements for tests that cite none: `suggest_links`."""

from typing import Any, NamedTuple

from compiler.languages.requirements.facts import Test
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.examples import example_files
from queries.requirements.evidence import Evidence, evidence_of, reasons_for
from queries.requirements.nodes import nodes_of, project_of
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.schemas import integer, number, objects, string, strings
from queries.tools.tool import tool

MAX_PER_TEST = 5  # suggestions
HIGH, MEDIUM = 0.8, 0.5


class Suggestion(NamedTuple):
    """A requirement that a test may verify, and the reasons, strongest first."""

    test: Test
    requirement: str
    confidence: float
    reasons: list[str]


@tool(
    title="Link suggestions",
    pack="requirements",
    parameters=(
        Parameter(
            "file_path",
            "string",
            "Only tests in this file or below this folder: its path or a part of it.",
            aliases=("file", "path"),
        ),
        limit_of(50),
        CURSOR,
    ),
    result={
        "suggestions": objects(
            "The suggestions, highest confidence first.",
            test_id=string("The id of a test that cites no requirement."),
            test_label=string("The name of the test."),
            test_file=string("The file of the test."),
            requirement_id=string("The id of the requirement that it may verify."),
            requirement_title=string("The title of the requirement."),
            confidence=number("From 0 to 1, to three decimals."),
            confidence_band=string("high from 0.8, medium from 0.5, else low."),
            reasons=strings("The reasons, strongest first."),
            comment=string("The comment to write, without the sign that begins a comment."),
            source=string("Where the test stands: write the comment above. path:line."),
        ),
        "unlinked_tests": integer("How many tests of the whole project cite no requirement."),
    },
)
def suggest_links(snapshot: Snapshot, *, file_path: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Suggests requirements for tests that cite none, with reasons. Check each before use.

    A suggestion has a confidence; the reasons are what the test imports, which function it is named after, which file
    it belongs to, and rare words that it shares with a requirement. Use it to close gaps in traceability. At most 5 per
    test, 50 per page.
    """
    project = project_of(snapshot)
    found = snapshot.memoize("queries.requirements.suggestions", _suggestions)
    if file_path is not None:
        _check_path(snapshot, file_path)
        found = [
            suggestion for suggestion in found if file_path in suggestion.test.path or suggestion.test.path in file_path
        ]
    answer: dict[str, Any] = {"suggestions": found, "unlinked_tests": project.unlinked_tests}
    if not found:
        answer["hint"] = _no_suggestion(project.unlinked_tests)
    return page(
        answer,
        "suggestions",
        limit=limit,
        cursor=cursor,
        rows={"suggestions": lambda suggestion: _row(snapshot, suggestion)},
    )


def _suggestions(snapshot: Snapshot) -> list[Suggestion]:
    """All suggestions by confidence, then in the order of the tests, then by number of reasons."""
    evidence, nodes = evidence_of(snapshot), nodes_of(snapshot)
    examples = example_files(snapshot, "test")
    unlinked = [test for test in snapshot.facts(Test) if not test.requirements and test.path not in examples]
    found = [
        suggestion
        for test in unlinked
        for suggestion in _for_test(test, evidence)
        if not nodes[suggestion.requirement].is_example
    ]
    return sorted(found, key=lambda suggestion: -suggestion.confidence)


def _for_test(test: Test, evidence: Evidence) -> list[Suggestion]:
    """The best suggestions for a test. The strongest reason gives the confidence."""
    found: dict[str, list[tuple[float, str]]] = {}
    for reason in reasons_for(test, evidence):
        found.setdefault(reason.requirement, []).append((-reason.confidence, reason.text))
    ranked = []
    for requirement, reasons in found.items():
        reasons.sort()
        texts = list(dict.fromkeys(text for _, text in reasons))
        ranked.append((reasons[0][0], -len(texts), requirement, texts))
    ranked.sort()  # of equal confidence, more reasons come first
    return [Suggestion(test, requirement, -best, texts) for best, _, requirement, texts in ranked[:MAX_PER_TEST]]


def _check_path(snapshot: Snapshot, file_path: str) -> None:
    """Raise QueryError if no file with tests has this path, or contains it in its path."""
    paths = [path for (path,) in snapshot.rows("SELECT DISTINCT path FROM fact_test")]
    if not any(file_path in path or path in file_path for path in paths):
        raise QueryError(
            "not_found",
            "No test file has this path",
            file_path=echoed(file_path),
            did_you_mean=nearest(file_path, paths),
            hint="Paths are relative to the source; a part of one is enough. Leave it out for all tests.",
        )


def _no_suggestion(unlinked: int) -> str:
    if not unlinked:
        return "Every test cites a requirement."
    return f"Nothing speaks for a requirement here. {unlinked} tests cite none: list_objects of kind test shows them."


def _row(snapshot: Snapshot, suggestion: Suggestion) -> dict[str, Any]:
    band = "high" if suggestion.confidence >= HIGH else "medium" if suggestion.confidence >= MEDIUM else "low"
    return {
        "test_id": suggestion.test.id,
        "test_label": suggestion.test.title,
        "test_file": suggestion.test.path,
        "requirement_id": suggestion.requirement,
        "requirement_title": nodes_of(snapshot)[suggestion.requirement].title,
        "confidence": round(suggestion.confidence, 3),
        "confidence_band": band,
        "reasons": list(suggestion.reasons),
        "comment": f"Verifies: {suggestion.requirement}",
        "source": str(suggestion.test.span),
    }
