"""Ask the questions, verify the answers, print a table. Exit status 1 when fewer than four of five pass."""

import argparse
import json
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

import queries
from compiler import open_workspace
from harness.agents import AgentError, Ask, ask_command, ask_model, model_from_environment
from harness.compound_questions import COMPOUND
from harness.diagram_questions import DIAGRAMS
from harness.knowledge_questions import KNOWLEDGE_QUESTIONS
from harness.memory_questions import MEMORY_QUESTIONS
from harness.playthrough_questions import PLAYTHROUGH_QUESTIONS
from harness.questions import GARDEN, WORLD_QUESTIONS, Question
from harness.requirement_questions import REQUIREMENT_QUESTIONS
from harness.scripted import judged, scripted_run
from harness.transcript import Outcome, Reply, transcript

QUESTIONS = (
    *WORLD_QUESTIONS,
    *DIAGRAMS,
    *REQUIREMENT_QUESTIONS,
    *KNOWLEDGE_QUESTIONS,
    *MEMORY_QUESTIONS,
    *PLAYTHROUGH_QUESTIONS,
    *COMPOUND,
)
SETS = {
    "garden": GARDEN,
    "worlds": WORLD_QUESTIONS,
    "diagrams": DIAGRAMS,
    "requirements": REQUIREMENT_QUESTIONS,
    "knowledge": KNOWLEDGE_QUESTIONS,
    "memory": MEMORY_QUESTIONS,
    "playthroughs": PLAYTHROUGH_QUESTIONS,
    "compound": COMPOUND,
    "all": QUESTIONS,
}
ARMS = {"frieze": ("frieze",), "files": ("files",), "both": ("frieze", "files")}
API_URL = "https://api.anthropic.com/v1/messages"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0 if enough questions passed, 1 if too few, 2 for wrong usage."""
    command = parser()
    options = command.parse_args(arguments)
    if options.arm != "frieze" and not (options.agent or options.model):
        command.error("--arm needs --agent or --model: nobody has planned how to read the files")
    questions = chosen_questions(options)
    if not questions:
        print("No question has that id.", file=sys.stderr)
        return 2
    try:
        outcomes = list(asked(questions, options))
    except AgentError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(table(outcomes)))
    if options.record:
        options.record.write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=2) + "\n", "utf-8")
    if options.transcript:
        options.transcript.write_text(transcript(name_of_agent(options), questions, outcomes), "utf-8")
    return 0 if enough(outcomes) else 1


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    command = argparse.ArgumentParser("python -m harness", description=__doc__)
    how = command.add_mutually_exclusive_group(required=True)
    how.add_argument("--agent", metavar="COMMAND", help="an agent's command line, with {prompt} and {config}")
    how.add_argument("--model", metavar="NAME", help="a model behind the API; the key is taken from ANTHROPIC_API_KEY")
    how.add_argument("--dry", action="store_true", help="no agent: make the planned calls and look for the facts")
    how.add_argument("--scripted", action="store_true", help="no agent: make the planned calls over stdio")
    command.add_argument("--url", default=API_URL, help="the address of the API (default: %(default)s)")
    command.add_argument(
        "--arm", choices=ARMS, default="frieze", help="what the agent has: the server, a shell on the files, or each"
    )
    command.add_argument("--set", choices=SETS, default="all", help="which questions (default: %(default)s)")
    command.add_argument("--only", metavar="ID", action="append", help="only this question; may be repeated")
    command.add_argument(
        "--seconds", type=float, default=180, help="limit for one question or request (default: %(default)s)"
    )
    command.add_argument("--record", type=Path, metavar="FILE", help="write the answers to a JSON file")
    command.add_argument("--transcript", type=Path, metavar="FILE", help="write prompts, calls and answers as markdown")
    return command


def chosen_questions(options: argparse.Namespace) -> list[Question]:
    return [question for question in SETS[options.set] if not options.only or question.id in options.only]


def asked(questions: Sequence[Question], options: argparse.Namespace) -> Iterator[Outcome]:
    """Ask the questions in the way that the options name. Raises AgentError."""
    if options.dry:
        return dry_run(questions)
    if options.scripted:
        return scripted_run(questions)
    agents = {arm: agent(options, by_files=arm == "files") for arm in ARMS[options.arm]}
    return (outcome for question in questions for arm in agents for outcome in interview([question], agents[arm], arm))


def name_of_agent(options: argparse.Namespace) -> str:
    """The name of who was asked. Of a command it is the program without its folder."""
    if options.agent:
        return Path(shlex.split(options.agent)[0]).name
    return options.model or ("scripted client" if options.scripted else "dry run")


def agent(options: argparse.Namespace, *, by_files: bool) -> Ask:
    """Return the agent that the options name. Raises AgentError."""
    if options.agent:
        return partial(ask_command, options.agent, options.seconds, by_files=by_files)
    model = model_from_environment(options.url, options.model)
    return partial(ask_model, model, options.seconds, by_files=by_files)


def interview(questions: Sequence[Question], ask: Ask, arm: str = "frieze") -> Iterator[Outcome]:
    """Ask each question with a server of its own. A question has not passed if the agent fails."""
    for question in questions:
        started = time.monotonic()
        try:
            reply = ask(question.prompt, question.path)
            passed = question.verifier(reply.answer)
        except AgentError as error:
            reply, passed = Reply(f"(no answer: {error})"), False
        yield Outcome(question.id, passed, time.monotonic() - started, reply.answer, reply.exchanges, arm)


def dry_run(questions: Sequence[Question]) -> Iterator[Outcome]:
    """Make the planned calls in this process. A question passes if its facts are in the answers."""
    for question in questions:
        started = time.monotonic()
        passed, answer = judged(question, planned_answers(question))
        yield Outcome(question.id, passed, time.monotonic() - started, answer)


def planned_answers(question: Question) -> str:
    """Return the answers of a question's plan as compact JSON, one a line."""
    with open_workspace(question.path, keep=True) as workspace:
        answers = [queries.answer(workspace, call.tool, call.arguments) for call in question.plan]
    return "\n".join(json.dumps(answer, separators=(",", ":"), ensure_ascii=False) for answer in answers)


def enough(outcomes: Sequence[Outcome]) -> bool:
    """Whether at least four of five passed."""
    return 5 * sum(outcome.passed for outcome in outcomes) >= 4 * len(outcomes)


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Return a line for each question and arm, with the calls and the bytes of their answers as far as they are known,
    and for each arm a last line with the count."""
    width = max(len(outcome.question) for outcome in outcomes)
    arms = list(dict.fromkeys(outcome.arm for outcome in outcomes))
    for outcome in outcomes:
        verdict = "pass" if outcome.passed else "FAIL"
        answer = " ".join(outcome.answer.split())
        arm = f"{outcome.arm:6}  " if len(arms) > 1 else ""
        yield f"{verdict}  {arm}{outcome.question:{width}}  {outcome.seconds:6.1f} s  {_cost(outcome)}  {answer[:100]}"
    for arm in arms:
        of_arm = [outcome for outcome in outcomes if outcome.arm == arm]
        passed = f"{sum(outcome.passed for outcome in of_arm)} of {len(of_arm)} passed"
        yield f"{passed} with {arm}" if len(arms) > 1 else passed


def _cost(outcome: Outcome) -> str:
    """Return the calls and the bytes of their answers, as wide for every outcome."""
    calls = len(outcome.exchanges)
    made = f"{calls} call" if calls == 1 else f"{calls} calls"
    size = sum(len(exchange.answer.encode()) for exchange in outcome.exchanges)
    return f"{made:>8} {f'{size:,} bytes':>13}" if calls else " " * 22
