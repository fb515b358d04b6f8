"""Run the programs of all formats beside Frieze: `python -m harness.oracles [FORMAT=]FOLDER…`, without arguments on the
samples.

The programs are installed into `.oracles` where they can be had; what cannot is skipped, and said. The exit status is 1
if less than 98 % of the items of a source agree.
"""

import sys
import tempfile
from importlib import import_module
from pathlib import Path

from compiler.languages.requirements.format_registry import FORMATS
from tests.paths import ROOT

ORACLES = {declared.name: declared.oracle for declared in FORMATS if declared.oracle}  # the module of each
SAMPLES = {declared.name: ROOT / "worlds" / declared.sample for declared in FORMATS if declared.oracle}
INSTALLED = ROOT / ".oracles"
ENOUGH = 98.0  # percent of the items
SHOWN = 20  # differences


def main(arguments: list[str]) -> int:
    """Compare each source that is named, or the samples; return the exit status."""
    asked = [argument.partition("=")[::2] for argument in arguments] or [
        (name, str(path)) for name, path in SAMPLES.items()
    ]
    INSTALLED.mkdir(exist_ok=True)
    worst = 100.0
    for name, folder in asked:
        oracle = import_module(ORACLES[name])
        command = oracle.program(INSTALLED)
        if command is None:
            print(f"{name}: skipped, its program cannot be installed here")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            found = oracle.compare(command, Path(folder), Path(scratch))
        worst = min(worst, found.percent)
        print(f"{name} {Path(folder).name}: {found.items} items, {found.percent:.2f} % agree")
        for line in found.differences[:SHOWN]:
            print(f"  {line}")
    return int(worst < ENOUGH)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
