"""An embedder that needs nothing installed: words of one group are synonyms, and a text is the sum of its words."""

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
    """Records in `texts` each text that it makes a vector of."""

    name = "stand-in"

    def __init__(self, version: str = "1") -> None:
        self.version = version
        self.fingerprint = f"{self.name} {version}"
        self.texts: list[str] = []

    def vector(self, text: str) -> bytes | None:
        self.texts.append(text)
        total = [0] * NUMBERS
        for word in text.lower().split():
            for at, number in enumerate(_direction(word.strip(".,?!"))):
                total[at] += number
        largest = max(map(abs, total))
        return bytes(round(number * 127 / largest) & 0xFF for number in total) if largest else None


def _direction(word: str) -> list[int]:
    """The direction of a word: up to eight of its numbers are 1 or -1."""
    group = next((min(one) for one in GROUPS if word in one), word)
    digest = sha256(group.encode()).digest()
    found = [0] * NUMBERS
    for at, sign in zip(digest[:8], digest[8:16], strict=True):
        found[at] += 1 if sign & 1 else -1
    return found


def use_embedder(monkeypatch: pytest.MonkeyPatch, installed: Embedder | None) -> None:
    """Compile and query with this embedder until the test ends; None for no embedder."""
    monkeypatch.setattr(embedder, "installed", lambda: installed)


@pytest.fixture
def standin(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    """The stand-in, installed."""
    stand_in = StandIn()
    use_embedder(monkeypatch, stand_in)
    yield stand_in


def write_facts(folder: Path, *texts: str, name: str = "memory.jsonl") -> Path:
    """Write a memory with a fact for each text, and return its folder."""
    folder.mkdir(exist_ok=True)
    lines = [json.dumps({"type": "fact", "id": f"f-{at}", "text": text}) for at, text in enumerate(texts)]
    (folder / name).write_text("\n".join(lines))
    return folder
