"""`make demo` runs to its end, and says how to go on."""

import subprocess
import sys

import pytest

from harness.demo import AGENTS, PEOPLE
from tests.paths import ROOT
from tests.server.processes import environment


@pytest.mark.long("starts a server for each question; `.ci/run` runs `make demo`")
def test_demo_asks_every_question() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "harness.demo"],
        capture_output=True,
        env=environment(),
        cwd=ROOT,
        timeout=100,
        check=False,
    )
    shown = done.stdout.decode()
    assert (done.returncode, done.stderr.decode()) == (0, "")
    questions = [question for question, _ in PEOPLE] + [one.question for _, asked in AGENTS for one in asked]
    places = [shown.index(f"\n{question}\n") for question in questions]
    assert places == sorted(places)
    assert '"error"' not in shown
    assert "check PATH" in shown.rpartition("Now with your project")[2]
