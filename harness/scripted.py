"""The scripted client: it makes the planned calls of each question over stdio, as an agent would, without a model.

Its answer to a question are the facts that it found in what the server answered.
"""

import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from harness.agents import server_command
from harness.questions import Question
from harness.transcript import Exchange, Outcome


def scripted_run(questions: Sequence[Question]) -> Iterator[Outcome]:
    """Make the planned calls of all questions, with one server for consecutive questions about the same source."""
    import anyio

    for path, asked in groupby(questions, key=lambda question: question.path):
        yield from anyio.run(_ask_server, path, list(asked))


async def _ask_server(source: Path, questions: Sequence[Question]) -> list[Outcome]:
    from mcp import Client, StdioServerParameters

    async with Client(StdioServerParameters(**server_command(source))) as client:
        return [await _outcome(client, question) for question in questions]


async def _outcome(client: Any, question: Question) -> Outcome:
    started = time.monotonic()
    exchanges = []
    for call in question.plan:
        result = await client.call_tool(call.tool, call.arguments)
        text = "\n".join(block.text for block in result.content if block.type == "text")
        exchanges.append(Exchange(call.tool, call.arguments, text))
    passed, answer = judged(question, "\n".join(exchange.answer for exchange in exchanges))
    return Outcome(question.id, passed, time.monotonic() - started, answer, tuple(exchanges))


def judged(question: Question, answers: str) -> tuple[bool, str]:
    """Whether the answers of a plan hold all facts of the question, and which they hold or lack."""
    missing = [fact for fact in question.facts if fact not in answers]
    return not missing, "\n".join(
        [f"missing: {fact}" for fact in missing] or [f"found: {fact}" for fact in question.facts]
    )
