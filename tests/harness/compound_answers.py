"""Answers to the compound questions, made of the ids that are right."""

from collections.abc import Iterator

from harness.compound_questions import COMPOUND
from harness.questions import Question
from harness.verifiers import Verifier


def _ids(question: Question) -> list[str]:
    """The right ids, in the order of their rows: those that the verifier asks for."""
    rows, others = question.verifier.args  # type: ignore[attr-defined]
    assert others
    return [str(value) for row in sorted(rows, key=str) for value in row]


def _good() -> Iterator[tuple[Verifier, str]]:
    for question in COMPOUND:
        yield question.verifier, f"They are: {', '.join(_ids(question))}."
        yield question.verifier, "\n".join(f"- `{id.lower()}`" for id in reversed(_ids(question)))


def _bad() -> Iterator[tuple[Verifier, str]]:
    for question in COMPOUND:
        ids = _ids(question)
        other = min(question.verifier.args[1] - {*ids})  # type: ignore[attr-defined]
        yield question.verifier, ", ".join(ids[1:] if ids[0] not in ids[1:] else [id for id in ids if id != ids[0]])
        yield question.verifier, ", ".join([*ids, other])
        yield question.verifier, ", ".join(f"{id}9" for id in ids)


GOOD = tuple(_good())
BAD = tuple(_bad())
