"""The fuzzer of calls tells an answer from a failure, and a short round of it has none."""

from email.message import Message
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest

from harness.fuzz.calls import Round, problem_of
from server.protocol.calls import INTERNAL_FAILURE
from tests.paths import ROOT
from tests.server.web import Answer


class Response:
    """What an answer is read of."""

    def __init__(self, status: int, body: bytes, media: str) -> None:
        self.status = status
        self.headers = Message()
        self.headers["Content-Type"] = media
        self.read = BytesIO(body).read

    def getheaders(self) -> list[tuple[str, str]]:
        return self.headers.items()


@pytest.mark.parametrize(
    ("status", "body", "media", "problem"),
    [
        (200, b'{"result": {}}', "application/json", ""),
        (404, b"There is no such page", "text/html", ""),
        (202, b"", "application/json", ""),
        (503, b"busy", "text/plain", ""),
        (500, b"", "text/html", "status 500"),
        (200, b"{", "application/json", "no JSON"),
        (200, INTERNAL_FAILURE.encode(), "text/event-stream", "an internal failure"),
        (400, b"Traceback (most recent call last)", "text/plain", "an internal failure"),
    ],
)
def test_answer_is_told_from_a_failure(status: int, body: bytes, media: str, problem: str) -> None:
    assert problem_of(Answer(cast(Any, Response(status, body, media)))) == problem


@pytest.mark.long("asks a server for some seconds")
def test_short_round_has_no_failure() -> None:
    made = Round(Path(ROOT / "worlds" / "cider-mill"), "test")
    made.run(600)
    assert made.failures == []
    assert len(made.kinds) == 4
