"""Draws a chart from its text: `render_chart`.

The package `merman`, the extra `frieze[drawing]`, draws it. It is native code and never imported here: each chart is
drawn by a process of its own (`merman_program`), so that no text can end or hold up the server. What it writes is
cleaned before it is shown.
"""

import re
import subprocess
import sys
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from compiler.model.reasons import system_reason, words_of
from queries.diagrams.chart_rendering import ChartError, NoRendererError
from queries.drawing.svg_image import Painted
from server.charts.allowlist import UncleanError
from server.charts.cleaning import cleaned_svg
from server.charts.merman_program import REFUSED, SECONDS

PROGRAM = Path(__file__).with_name("merman_program.py")
KEPT = 32  # charts: who looks at a page often asks for it again
_TIMEOUT = 2 * SECONDS  # by the clock, for a machine that has no limits on processor time
_SIGXCPU = -24
_TOO_LONG = f"drawing it takes longer than {SECONDS} seconds"
_ENDED = "the process that draws it ended early"
# The version 0.9.2 draws no task of a journey that stands before the first section, and says nothing of it.
_JOURNEY = re.compile(r"^[ \t]*+journey(?![\w-]|[ \t]*+:)", re.MULTILINE)
_SECTION = re.compile(r"^[ \t]*+section\b", re.MULTILINE)
_TASK = re.compile(r"^[^:\n#%]++:[ \t]*+[^\s:]", re.MULTILINE)
_WITHOUT_SECTION = "the renderer leaves out tasks that stand in no section"


def render_chart(kind: str, text: str) -> Painted:
    """Return the drawing of a chart of a type of Mermaid. Raises ChartError where it cannot be drawn, and
    NoRendererError, which is one, without the extra."""
    folder = installed_in()
    if not folder:
        raise NoRendererError
    if kind == "journey" and _has_task_without_section(text):
        raise ChartError(_WITHOUT_SECTION)
    return _drawn(text, folder)


@cache
def installed_in() -> str:
    """Return the folder in which the package `merman` is installed, "" when it is not."""
    found = find_spec("merman")  # a mere folder of that name has no origin
    return str(Path(found.origin).parents[1]) if found and found.origin else ""


@lru_cache(maxsize=KEPT)
def _drawn(text: str, folder: str) -> Painted:
    """Return the drawing of a chart. Raises ChartError, and then the next one tries again: the machine may be busy."""
    try:
        return cleaned_svg(svg_of(text, folder))
    except UncleanError as error:
        raise ChartError(str(error)) from None


def svg_of(text: str, folder: str, program: Path = PROGRAM, seconds: float = _TIMEOUT) -> str:
    """Return what the program draws, not yet cleaned. Raises ChartError."""
    command = [sys.executable, "-I", "-S", str(program), folder]
    content = text.encode("utf-8", "replace")
    try:
        done = subprocess.run(
            command,
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ChartError(_TOO_LONG) from None
    except (OSError, ValueError) as error:
        raise ChartError(f"the process that draws it cannot be run ({system_reason(error)})") from error
    written = done.stdout.decode("utf-8", "replace")
    if done.returncode == REFUSED:
        raise ChartError(f"the renderer says '{words_of(written)}'")
    if done.returncode == _SIGXCPU:
        raise ChartError(_TOO_LONG)
    if done.returncode:
        raise ChartError(_ENDED)
    return written


def _has_task_without_section(text: str) -> bool:
    header = _JOURNEY.search(text)
    if header is None:
        return False
    section = _SECTION.search(text, header.end())
    between = text[header.end() : section.start() if section else len(text)]
    return any(not task[0].lstrip().startswith(("acc", "title")) for task in _TASK.finditer(between))
