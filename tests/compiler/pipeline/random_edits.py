"""Random edits of a folder of sources."""

import random
import shutil
from pathlib import Path


def files(source: Path) -> list[Path]:
    return sorted(path for path in source.rglob("*") if path.is_file())


def edit(source: Path, choice: random.Random) -> None:
    """Make one random edit: add, drop, double, tear or swap lines; copy or drop a file."""
    path = choice.choice(files(source))
    lines = path.read_text().splitlines(keepends=True)
    at = choice.randrange(len(lines)) if lines else 0
    match choice.choice(["add", "drop", "double", "tear", "swap", "copy file", "drop file"]):
        case "add":
            lines.insert(at, choice.choice(["\n", "words of no meaning\n", "  indented: [1\n", "# A Heading\n"]))
        case "drop":
            lines[at : at + 1] = []
        case "double":
            lines[at:at] = lines[at : at + 2]
        case "tear":
            lines[at : at + 1] = [line[: len(line) // 2] + "\n" for line in lines[at : at + 1]]
        case "swap":
            lines[at : at + 2] = reversed(lines[at : at + 2])
        case "copy file":
            shutil.copy(path, path.with_name(f"{choice.randrange(1000)}{path.name}"))
            return
        case "drop file":
            path.unlink()
            return
    path.write_text("".join(lines))
