"""An embedder that needs nothing installed: words of one group mean the same, and a text is the sum of its words."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from compiler.store.vectors import Embedder
from compiler.workspace.embeddings import embedder

GROUPS = (
    {"boat", "boats", "ferry", "ship", "vessel"},
    {"cost", "price", "fare", "expensive"},
    {"fog", "mist", "haze"},
)
NUMBERS = 256


class StandIn:
    """Counts the vectors that it has made."""

    name = "stand-in"

    def __init__(self, version: str = "1") -> None:
        self.version = version
        self.fingerprint = f"{self.name} {version}"
        self.made: list[str] = []

    def vector(self, text: str) -> bytes | None:
        self.made.append(text)
        total = [0] * NUMBERS
        for word in text.lower().split():
            for at, number in enumerate(_direction(word.strip(".,?!"))):
                total[at] += number
        largest = max(map(abs, total))
        return bytes(round(number * 127 / largest) & 0xFF for number in total) if largest else None


def _direction(word: str) -> list[int]:
    """What a word points at: few numbers of many, plus or minus."""
    group = next((min(one) for one in GROUPS if word in one), word)
    digest = sha256(group.encode()).digest()
    found = [0] * NUMBERS
    for at, sign in zip(digest[:8], digest[8:16], strict=True):
        found[at] += 1 if sign & 1 else -1
    return found


def using(monkeypatch: pytest.MonkeyPatch, one: Embedder | None) -> None:
    """Compiles and asks with an embedder from here on, or with none."""
    monkeypatch.setattr(embedder, "installed", lambda: one)


@pytest.fixture
def standin(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    """The stand-in, installed."""
    one = StandIn()
    using(monkeypatch, one)
    yield one


def write_facts(folder: Path, *texts: str, name: str = "memory.jsonl") -> Path:
    """Write a memory with a fact for each text, and return its folder."""
    folder.mkdir(exist_ok=True)
    lines = [json.dumps({"type": "fact", "id": f"f-{at}", "text": text}) for at, text in enumerate(texts)]
    (folder / name).write_text("\n".join(lines))
    return folder
