"""Asks the questions, judges the answers, prints a table. Exit status 1 when fewer than four of five pass."""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from compiler import compile_source
from harness.agents import AgentError, Ask, ask_command, ask_model, model_from_environment
from harness.diagram_questions import DIAGRAMS
from harness.knowledge_questions import KNOWLEDGE_QUESTIONS
from harness.memory_questions import MEMORY_QUESTIONS
from harness.questions import GARDEN, WORLD_QUESTIONS, Question
from harness.requirement_questions import REQUIREMENT_QUESTIONS
from queries import answer

QUESTIONS = (*WORLD_QUESTIONS, *DIAGRAMS, *REQUIREMENT_QUESTIONS, *KNOWLEDGE_QUESTIONS, *MEMORY_QUESTIONS)
SETS = {
    "garden": GARDEN,
    "worlds": WORLD_QUESTIONS,
    "diagrams": DIAGRAMS,
    "requirements": REQUIREMENT_QUESTIONS,
    "knowledge": KNOWLEDGE_QUESTIONS,
    "memory": MEMORY_QUESTIONS,
    "all": QUESTIONS,
}
API_URL = "https://api.anthropic.com/v1/messages"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question. `answer` is the agent's, or why there is none."""

    question: str
    passed: bool
    seconds: float
    answer: str


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line. Gives the exit status: 0 enough passed, 1 too few, 2 wrong usage."""
    options = parser().parse_args(arguments)
    questions = chosen(options)
    if not questions:
        print("No question has that id.", file=sys.stderr)
        return 2
    try:
        outcomes = list(dry_run(questions) if options.dry else interview(questions, asker(options)))
    except AgentError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(table(outcomes)))
    if options.record:
        options.record.write_text(json.dumps([asdict(one) for one in outcomes], indent=2) + "\n", "utf-8")
    return 0 if enough(outcomes) else 1


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    made = argparse.ArgumentParser("python -m harness", description=__doc__)
    how = made.add_mutually_exclusive_group(required=True)
    how.add_argument("--agent", metavar="COMMAND", help="an agent's command line, with {prompt} and {config}")
    how.add_argument("--model", metavar="NAME", help="a model behind the API; the key is taken from ANTHROPIC_API_KEY")
    how.add_argument("--dry", action="store_true", help="no agent: make the planned calls and look for the facts")
    made.add_argument("--url", default=API_URL, help="the address of the API (default: %(default)s)")
    made.add_argument("--set", choices=SETS, default="all", help="which questions (default: %(default)s)")
    made.add_argument("--only", metavar="ID", action="append", help="only this question; may be repeated")
    made.add_argument(
        "--seconds", type=float, default=180, help="limit for one question or request (default: %(default)s)"
    )
    made.add_argument("--record", type=Path, metavar="FILE", help="write the answers to a JSON file")
    return made


def chosen(options: argparse.Namespace) -> list[Question]:
    return [one for one in SETS[options.set] if not options.only or one.id in options.only]


def asker(options: argparse.Namespace) -> Ask:
    """The agent that the options name."""
    if options.agent:
        return partial(ask_command, options.agent, options.seconds)
    return partial(ask_model, model_from_environment(options.url, options.model), options.seconds)


def interview(questions: Sequence[Question], ask: Ask) -> Iterator[Outcome]:
    """Asks each question on its own, with a server of its own. An agent that fails has not passed."""
    for question in questions:
        begun = time.monotonic()
        try:
            said = ask(question.prompt, question.path)
            passed = question.verifier(said)
        except AgentError as error:
            said, passed = f"(no answer: {error})", False
        yield Outcome(question.id, passed, time.monotonic() - begun, said)


def dry_run(questions: Sequence[Question]) -> Iterator[Outcome]:
    """Makes the planned calls in this process: a question passes when its facts stand in the answers."""
    for question in questions:
        begun = time.monotonic()
        answers = planned_answers(question)
        missing = [fact for fact in question.facts if fact not in answers]
        said = f"missing: {', '.join(missing)}" if missing else f"{len(question.facts)} facts found"
        yield Outcome(question.id, not missing, time.monotonic() - begun, said)


def planned_answers(question: Question) -> str:
    """The answers of a question's plan, as compact JSON, one a line."""
    snapshot = compiled(question.path)
    answers = (answer(snapshot, call.tool, call.arguments) for call in question.plan)
    return "\n".join(json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in answers)


@cache
def compiled(path: Path) -> Any:
    return compile_source(path)


def enough(outcomes: Sequence[Outcome]) -> bool:
    """Whether four of five passed."""
    return 5 * sum(one.passed for one in outcomes) >= 4 * len(outcomes)


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """A line a question, and the count."""
    width = max(len(one.question) for one in outcomes)
    for one in outcomes:
        shown = " ".join(one.answer.split())
        yield f"{'pass' if one.passed else 'FAIL'}  {one.question:{width}}  {one.seconds:6.1f} s  {shown[:100]}"
    yield f"{sum(one.passed for one in outcomes)} of {len(outcomes)} passed"
