"""Ranks tools by the words of a question.

A word counts where it stands: in the questions that a tool is the first answer to most, then in its name and title, in
other words for these questions, its description, and what is said of its arguments. A word that few tools have counts
more than one that many have. The best place of each word counts once, so that a long text wins nothing by repeating
itself.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import log

from queries.gateway.questions import QUESTIONS
from queries.search.query_language import is_stop_word
from queries.search.stems import stem
from queries.tools.tool import Tool

# Of the name, the title, the description, and the details with the arguments.
NAME, TITLE, DESCRIPTION, DETAILS = 4.0, 3.0, 2.0, 1.0
QUESTION, OTHERWISE = 5.0, 3.0  # of a question and its other words for the tool that is named first,
LATER = 0.6  # and this part of it for the others
MAX_WORDS = 40  # of a question
MAX_TOOLS = 400

_WORD = re.compile(r"[a-z0-9]+")


def ranked(question: str, tools: Sequence[Tool]) -> list[Tool]:
    """Return the tools that have a word of the question, the best first; equal ones in the order given."""
    wanted = list(_stems(question))[:MAX_WORDS]
    weights = [{word: weights[word] for word in wanted if word in weights} for weights in map(_weights, tools)]
    having = {word: sum(word in found for found in weights) for word in wanted}
    rarity = {word: log(1 + len(tools) / count) for word, count in having.items() if count}
    scores = [sum(weight * rarity[word] for word, weight in found.items()) for found in weights]
    order = sorted(range(len(tools)), key=lambda at: -scores[at])
    return [tools[at] for at in order if scores[at]]


@lru_cache(MAX_TOOLS)
def _weights(tool: Tool) -> dict[str, float]:
    """Return the weight of each word of a tool: that of its best place."""
    weights: dict[str, float] = {}
    for weight, text in _places(tool):
        for word in _stems(text):
            weights[word] = max(weight, weights.get(word, 0))
    return weights


def _places(tool: Tool) -> Iterator[tuple[float, str]]:
    """Yield the texts of a tool, each with the weight of its words."""
    for asked in QUESTIONS:
        if tool.name in asked.tools:
            part = 1 if tool.name == asked.tools[0] else LATER
            yield QUESTION * part, asked.question
            yield OTHERWISE * part, asked.otherwise
    arguments = " ".join(f"{parameter.name} {parameter.description}" for parameter in tool.parameters)
    yield from ((NAME, tool.name), (TITLE, tool.title), (DESCRIPTION, tool.description))
    yield DETAILS, f"{tool.details} {arguments}"


def _stems(text: str) -> dict[str, None]:
    """Return the stems of the words of a text that say something, each once."""
    words = _WORD.findall(text.lower().replace("_", " "))
    return dict.fromkeys(stem(word) for word in words if not is_stop_word(word))
