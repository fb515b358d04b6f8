"""Compare the grammars of diagrams with real Mermaid: which texts are accepted, and what is read of them.

    python -m harness.oracles.mermaid FOLDER [PATH…] [--mutants N] [--seed N] [--kind KIND] [--show N] [--out FILE]

FOLDER is one in which `npm install mermaid dompurify` ran, so that a new version is compared by an install. The texts
are those of the PATHs (folders and files of diagrams, of markdown, and `.jsonl.gz` with a field `text`), by default the
samples and docs of the project; then N mutants of them. The table counts by kind; below it stand the commonest
differences, each with a text. The exit status is 1 if less than 99.5 % of the texts of a kind agree.
"""

import argparse
import gzip
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from compiler.languages.diagrams.records import DiagramText, TextLocation
from compiler.languages.diagrams.syntax.files.markdown import mermaid_blocks
from compiler.languages.diagrams.syntax.parse import parse_diagram, span_of_file
from compiler.languages.diagrams.syntax.shared.text import decode
from compiler.model.diagnostics import Diagnostic
from tests.paths import ROOT

Json = Any
SCRIPT = Path(__file__).with_name("mermaid_facts.mjs")
SAMPLES = (ROOT / "worlds", ROOT / "docs", ROOT / "tests")
ENOUGH = 99.5  # percent of the texts of a kind
UNREAD = ("other", "unknown")  # kinds of which no grammar reads the text
CRASH = re.compile(r"(?:Type|Range|Reference)Error|Maximum call stack")  # either verdict is right
LIMIT = 10_000  # characters of a text; Mermaid's time grows with the square of it
EDITED = 1_500  # characters of a text that is edited
ENTITY = re.compile("\ufb02°(°?)([^¶]*)¶ß")  # what Mermaid writes for `#quot;` and `#35;` while it reads


class Difference(NamedTuple):
    """Where a text is read otherwise: `accepted` and `rejected` are our verdicts, else the place in the tree."""

    kind: str
    what: str
    text: str
    theirs: str
    ours: str


class Tally:
    """How many texts of a kind were compared, and how many agree in verdict and in facts."""

    def __init__(self) -> None:
        self.texts = self.accepted = self.verdicts = self.facts = 0

    @property
    def percent(self) -> float:
        return 100 * self.facts / self.texts if self.texts else 100.0


def main(arguments: Sequence[str]) -> int:
    """Compare, print the table, and return the exit status."""
    options = read_options(arguments)
    texts = [text for text in dict.fromkeys(corpus(options.paths or SAMPLES)) if len(text) < LIMIT]
    texts += mutants(texts, options.mutants, random.Random(options.seed))
    version, answers = real_mermaid(options.folder, texts)
    tallies: dict[str, Tally] = defaultdict(Tally)
    differences = list(compare_all(texts, answers, tallies, options.kind))
    print(f"Mermaid {version}")
    print(f"{'kind':<14}{'texts':>8}{'accepted':>10}{'verdict':>9}{'facts':>9}")
    for kind, tally in sorted(tallies.items()):
        verdicts = 100 * tally.verdicts / tally.texts
        print(f"{kind:<14}{tally.texts:>8}{tally.accepted:>10}{verdicts:>9.2f}{tally.percent:>9.2f}")
    groups = Counter((found.kind, found.what) for found in differences)
    for (kind, what), count in groups.most_common(options.show):
        first = min((found for found in differences if (found.kind, found.what) == (kind, what)), key=text_size)
        print(f"\n{count} × {kind}: {what}\n  Mermaid: {first.theirs}\n  here: {first.ours}")
        print("".join(f"  | {line}\n" for line in first.text[:600].splitlines()), end="")
    if options.out:
        options.out.write_text("".join(f"{json.dumps(found._asdict())}\n" for found in differences))
    return int(any(tally.percent < ENOUGH for tally in tallies.values()))


def read_options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m harness.oracles.mermaid")
    parser.add_argument("folder", type=Path, help="where node_modules holds mermaid and dompurify")
    parser.add_argument("paths", type=Path, nargs="*")
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind")
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--out", type=Path, help="write the differences here, one a line")
    return parser.parse_args(arguments)


def text_size(difference: Difference) -> int:
    return len(difference.text)


def corpus(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the texts of diagrams in files and folders."""
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.name.endswith(".jsonl.gz"):
                with gzip.open(file, "rt", encoding="utf-8") as lines:
                    yield from (json.loads(line)["text"] for line in lines)
            elif file.suffix in (".mmd", ".mermaid"):
                yield file.read_text("utf-8", "replace")
            elif file.suffix in (".md", ".mdx"):
                yield from (block.text for block in mermaid_blocks("", file.read_text("utf-8", "replace")))


def mutants(texts: Sequence[str], count: int, choice: random.Random) -> Iterator[str]:
    """Yield texts with one or two edits each, of all kinds equally often."""
    by_header: dict[str, list[str]] = defaultdict(list)
    texts = texts if count else ()
    for text in texts:
        kind = ours_of(text)[0].kind
        if kind not in UNREAD and len(text) < EDITED:
            by_header[kind].append(text)
    kinds = sorted(by_header)
    for number in range(count if kinds else 0):
        pool = by_header[kinds[number % len(kinds)]]
        text = choice.choice(pool)
        for _ in range(choice.choice((1, 1, 2))):
            text = choice.choice(EDITS)(text, choice, choice.choice(pool))
        yield text


def edit_character(text: str, choice: random.Random, _other: str) -> str:
    """Delete, double, swap or insert a character."""
    at = choice.randrange(len(text) + 1)
    new = choice.choice(("", text[at : at + 1] * 2, text[at : at + 2][::-1], choice.choice(SIGNS) + text[at : at + 1]))
    return text[:at] + new + text[at + (2 if len(new) == 2 and new == text[at : at + 2][::-1] else 1) :]


def edit_line(text: str, choice: random.Random, other: str) -> str:
    """Delete, double, swap or insert a line, or cut the text off."""
    lines, others = text.splitlines(keepends=True) or [""], other.splitlines(keepends=True) or [""]
    at = choice.randrange(len(lines))
    match choice.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines[at : at + 2] = lines[at : at + 2][::-1]
        case 3:
            lines.insert(at, choice.choice(others))
        case _:
            return text[: choice.randrange(len(text) + 1)]
    return "".join(lines)


def edit_token(text: str, choice: random.Random, other: str) -> str:
    """Put a word or sign of another text in place of one, or beside it."""
    found, others = list(TOKEN.finditer(text)), TOKEN.findall(other)
    if not found or not others:
        return text
    place = choice.choice(found)
    start, end = place.span() if choice.random() < 0.6 else (place.end(), place.end())
    new: str = choice.choice(others)
    return text[:start] + new + text[end:]


def edit_ends(text: str, choice: random.Random, _other: str) -> str:
    """Use other line ends: of Windows, or `;`."""
    return text.replace("\n", choice.choice(("\r\n", ";\n", ";", " \n")))


TOKEN = re.compile(r"\w+|[^\w\s]+|[ \t]+")
SIGNS = " \n\t;:,.-=~<>|\"`'()[]{}@#%&/\\*+!?_x1é"
EDITS: tuple[Callable[[str, random.Random, str], str], ...] = (
    *(edit_character,) * 4,
    *(edit_token,) * 3,
    *(edit_line,) * 3,
    edit_ends,
)


def real_mermaid(folder: Path, texts: Sequence[str]) -> tuple[str, list[Json]]:
    """Return the version of the Mermaid in a folder, and what it says of each text."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as lines:
        lines.writelines(f"{json.dumps(text)}\n" for text in texts)
        lines.seek(0)
        command = ["node", "--input-type=module", "--eval", SCRIPT.read_text("utf-8")]
        answer = subprocess.run(command, cwd=folder, stdin=lines, capture_output=True, check=True)
    first, *answers = map(json.loads, answer.stdout.splitlines())
    if len(answers) != len(texts):
        raise SystemExit(f"Mermaid answered {len(answers)} of {len(texts)} texts")
    return first["version"], answers


def compare_all(
    texts: Sequence[str], answers: Sequence[Json], tallies: dict[str, Tally] | None = None, kind: str | None = None
) -> Iterator[Difference]:
    """Yield where texts (of one kind) are read otherwise; `tallies` are filled."""
    tallies = defaultdict(Tally) if tallies is None else tallies
    for text, theirs in zip(texts, answers, strict=True):
        ours, errors = ours_of(text)
        name = theirs.get("kind", ours.kind)
        if name in UNREAD or (kind and name != kind) or CRASH.search(theirs.get("error", "")):
            continue
        tally = tallies[name]
        tally.texts += 1
        tally.accepted += "error" not in theirs
        found = difference_of(theirs, ours, errors)
        if found is None or found[0] not in ("accepted", "rejected"):
            tally.verdicts += 1
        if found is None:
            tally.facts += 1
        else:
            yield Difference(name, found[0], text, found[1], found[2])


def ours_of(text: str) -> tuple[DiagramText, list[Diagnostic]]:
    """Return the diagram as it is read here, and its errors."""
    diagnostics: list[Diagnostic] = []
    diagram, _ = parse_diagram(TextLocation(""), span_of_file("", text), 0, text, diagnostics)
    return diagram, [found for found in diagnostics if found.severity == "error"]


def difference_of(theirs: Json, ours: DiagramText, errors: Sequence[Diagnostic]) -> tuple[str, str, str] | None:
    """Return what differs first, and both sides of it; None if nothing does."""
    if "error" in theirs:
        return None if errors else ("accepted", theirs["error"], "no error")
    if errors:
        return "rejected", "accepted", f"{errors[0].code}: line {errors[0].span.start_line}: {errors[0].message}"
    if ours.kind != theirs["kind"]:
        return "kind", theirs["kind"], ours.kind
    if theirs["facts"] is None:
        return "unreadable", theirs.get("unreadable", ""), ""
    return differing(plain(theirs["facts"]), facts_of(ours.kind, ours.ast), "")


def facts_of(kind: str, ast: Json) -> Json:
    """The syntax tree in the shape of the facts that the script gives."""
    if kind == "sequence":
        return {**ast, "stream": list(stream(ast))}
    if kind == "gitgraph":
        order = [commit["id"] for commit in ast["commits"]]
        commits = [
            {
                **commit,
                "id": "" if commit.get("automatic") else commit["id"],
                "parents": [order.index(parent) if parent in order else -1 for parent in commit.get("parents", ())],
            }
            for commit in ast["commits"]
        ]
        return {**ast, "commits": commits, "branches": sorted(branch["name"] for branch in ast["branches"])}
    if kind == "block":
        nodes = [{**node, "id": "" if node["id"].startswith("block@") else node["id"]} for node in ast["nodes"]]
        return {**ast, "nodes": nodes}
    if kind == "mindmap":
        ids = {node.get("name", node["id"]): node["id"] for node in ast["nodes"]}
        return {**ast, "nodes": [{**node, "parent": ids.get(node.get("parent", ""), "")} for node in ast["nodes"]]}
    return ast


def stream(ast: Json) -> Iterator[list[Json]]:
    """Yield the events of a sequence diagram as Mermaid's messages."""
    blocks = {block["id"]: block for block in ast.get("blocks", ())}
    section = dict.fromkeys(blocks, 0)
    activations = iter(ast.get("activations", ()))
    for kind, number in ast.get("events", ()):
        match kind:
            case "message":
                message = ast["messages"][number]
                ends = [message["from"], message["to"], message["text"], message["arrow"]]
                yield ["message", *ends, message.get("wrap", False), message.get("central", "")]
            case "note":
                note = ast["notes"][number]
                actors = (note["actors"] * 2)[:2] if len(note["actors"]) == 1 else note["actors"]
                yield ["note", note["placement"], *actors, note["text"], note.get("wrap", False)]
            case "activate" | "deactivate":
                yield ["ACTIVE_START" if kind == "activate" else "ACTIVE_END", next(activations)["actor"]]
            case "autonumber":
                yield ["AUTONUMBER"]
            case "block":
                yield [f"{blocks[number]['kind'].upper()}_START", blocks[number]["sections"][0]["label"]]
            case "section":
                section[number] += 1
                found = blocks[number]["sections"][section[number]]
                first = blocks[number]["kind"].upper().removesuffix("_OVER")
                yield [f"{first}_{found['keyword'].upper()}", found["label"]]
            case _:
                yield [f"{blocks[number]['kind'].upper().removesuffix('_OVER')}_END", ""]


def plain(value: Json) -> Json:
    """The facts with texts as a reader sees them."""
    if isinstance(value, str):
        return decode(ENTITY.sub(lambda code: f"&{'#' if code[1] else ''}{code[2]};", value))
    if isinstance(value, list):
        return [plain(part) for part in value]
    return {plain(key): plain(part) for key, part in value.items()} if isinstance(value, dict) else value


def differing(theirs: Json, ours: Json, place: str) -> tuple[str, str, str] | None:
    """Return where our value lacks what Mermaid's has; a key that Mermaid leaves empty must be empty or absent."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key, value in theirs.items():
            found = differing(value, ours.get(key), f"{place}.{key}")
            if found:
                return found
        return None
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for one, other in zip(theirs, ours, strict=True):
            found = differing(one, other, f"{place}[]")
            if found:
                return found
        return None
    return None if theirs == ours or (not theirs and not ours) else (place, f"{theirs!r}"[:300], f"{ours!r}"[:300])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
