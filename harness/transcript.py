"""Transcripts: what was asked, which tools were called, what they answered, and what came of it.

A transcript holds no time and no path of the machine, so that the same run gives the same bytes.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from harness.questions import Question


@dataclass(frozen=True, slots=True)
class Exchange:
    """One tool call and the text that the server answered."""

    tool: str
    arguments: dict[str, Any]
    answer: str


@dataclass(frozen=True, slots=True)
class Reply:
    """An agent's answer, and the calls before it as far as they are known."""

    answer: str
    exchanges: tuple[Exchange, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one question. `answer` is the agent's, or says why there is none. `arm`: what the agent had."""

    question: str
    passed: bool
    seconds: float
    answer: str
    exchanges: tuple[Exchange, ...] = ()
    arm: str = "frieze"


def transcript(agent: str, questions: Sequence[Question], outcomes: Sequence[Outcome]) -> str:
    """Return the transcript of a run as markdown. `agent` names who was asked. Outcomes follow the questions' order."""
    passed = sum(outcome.passed for outcome in outcomes)
    lines = [f"# Transcript: {agent}", "", f"{passed} of {len(outcomes)} questions passed.", ""]
    for question, outcome in zip(questions, outcomes, strict=True):
        lines += _question(question, outcome)
    return "\n".join(lines)


def _question(question: Question, outcome: Outcome) -> Iterator[str]:
    yield from (f"## {question.id}: {'pass' if outcome.passed else 'FAIL'}", "")
    source = question.source if question.written else f"`worlds/{question.source}`"
    yield from (f"Source: {source}. {question.prompt}", "")
    for exchange in outcome.exchanges:
        arguments = json.dumps(exchange.arguments, ensure_ascii=False)
        yield from (f"`{exchange.tool}` with `{arguments}` answered:", "")
        yield from ("```json", exchange.answer, "```", "")
    yield from ("Answer:", "", *(f"> {line}".rstrip() for line in outcome.answer.strip().splitlines()), "")
