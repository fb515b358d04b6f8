"""Retrieval over pages: how often the section that answers a question is among the first five hits.

python -m harness.benchmarks.page_retrieval opentelemetry-specification=PATH mkdocs-material=PATH rfcs=PATH

Each source is a clone of a public repository, named by the last part of its name; questions of sources that are not
given are left out. `search` has found an answer when a hit is its section, or one inside of it; a page that is a
decision too is found as the decision, so that `search` is also asked for sections alone, and for files. Beside it stand
a grep that ranks files by how many of the words they have, then by how often, and `search_fulltext`, which searches
knowledge:
both have found an answer already when they name its file.
"""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from compiler import compile_source
from compiler.store.snapshot import Snapshot
from harness.benchmarks.page_questions import KEPT_BACK, QUESTIONS
from queries import answer
from queries.search.query_language import is_stop_word

SHOWN = 5
PAGES = ["document", "document_section"]
WAYS = ("search", "search of sections", "search, file only", "grep", "search_fulltext")
SUFFIXES = (".md", ".mdx", ".markdown", ".qmd", ".rst")

Search = Callable[[str], Sequence[str]]  # a question -> paths or refs without space, best first


def measure(folder: Path, questions: Iterable[tuple[str, str]]) -> dict[str, list[bool]]:
    """Return for each way whether it found the answer to each question."""
    with compile_source(folder) as snapshot:
        grep = _grep(folder)
        found: dict[str, list[bool]] = {one: [] for one in WAYS}
        for question, answers in questions:
            wanted = answers.split()
            for way, kinds in (("search", None), ("search of sections", PAGES)):
                refs = [row["ref"].removeprefix("f:") for row in _hits(snapshot, "search", question, kinds)]
                found[way].append(any(_is_inside(snapshot, ref, one) for ref in refs for one in wanted))
            found["search, file only"].append(_names_file(_files(snapshot, "search", question), wanted))
            found["grep"].append(_names_file(grep(question), wanted))
            found["search_fulltext"].append(_names_file(_files(snapshot, "search_fulltext", question), wanted))
        return found


def _hits(snapshot: Snapshot, tool: str, question: str, kinds: list[str] | None = None) -> list[dict[str, str]]:
    arguments = {"query": question, "limit": SHOWN} | ({"kinds": kinds} if kinds else {})
    found: list[dict[str, str]] = answer(snapshot, tool, arguments).get("results", [])
    return found


def _files(snapshot: Snapshot, tool: str, question: str) -> list[str]:
    return [row["source"].rpartition(":")[0] for row in _hits(snapshot, tool, question)]


def _names_file(found: Iterable[str], wanted: Iterable[str]) -> bool:
    files = {one.partition("#")[0] for one in wanted}
    return any(one.partition("#")[0] in files for one in found)


def _is_inside(snapshot: Snapshot, ref: str, wanted: str) -> bool:
    """Whether a hit is the section that is wanted, or one inside of it; of a page, any of its sections."""
    if "#" not in wanted:
        return ref.partition("#")[0] == wanted
    sql = """
    SELECT 1 FROM document_section AS hit JOIN document_section AS whole ON whole.file = hit.file
      AND hit.line BETWEEN whole.line AND whole.end_line WHERE hit.ref = ? AND whole.ref = ?
    """
    return bool(snapshot.rows(sql, (f"f:{ref}", f"f:{wanted}")))


def _grep(folder: Path) -> Search:
    """Files by the number of different words that they have, then by the number of lines with one."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf-8", "replace").casefold() for path in paths}

    def search(question: str) -> list[str]:
        words = [one for one in re.findall(r"\w+", question.casefold()) if not is_stop_word(one)]
        ranked = sorted(
            texts,
            key=lambda path: (
                -sum(word in texts[path] for word in words),
                -sum(texts[path].count(word) for word in words),
                path,
            ),
        )
        return ranked[:SHOWN]

    return search


def main(arguments: Sequence[str]) -> None:
    """Print the share of answers found in the first five hits, by source and way."""
    total: dict[str, list[bool]] = {}
    for argument in arguments:
        name, _, path = argument.partition("=")
        repository = next(question for question in QUESTIONS if question.endswith(f"/{name}"))
        found = measure(Path(path), QUESTIONS[repository])
        print(f"{repository}: " + _shares(found))
        print(f"  questions kept back: {_shares(measure(Path(path), KEPT_BACK[repository]))}")
        missed = [
            question for (question, _), hit in zip(QUESTIONS[repository], found["search"], strict=True) if not hit
        ]
        print("\n".join(f"  missed by search: {one}" for one in missed))
        for way, hits in found.items():
            total.setdefault(way, []).extend(hits)
    print("all: " + _shares(total))


def _shares(found: dict[str, list[bool]]) -> str:
    return ", ".join(f"{way} {sum(hits)} of {len(hits)}" for way, hits in found.items())


if __name__ == "__main__":
    main(sys.argv[1:])
