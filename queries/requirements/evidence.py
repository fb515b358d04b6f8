"""Reasons for a link between a test and a requirement: imports, names, files and shared words.

Reasons are looked up in indexes that are built once, so the time for all tests grows with the size of the source and
not with tests times requirements. Names and words that lead to many requirements are no evidence and are left out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from compiler.languages.requirements.facts import CodeReference, Test
from compiler.store.snapshot import Snapshot
from queries.requirements.nodes import Nodes, nodes_of
from queries.search.query_language import STOP_WORDS

# The confidence of each kind of reason. That of a name falls with each word of the test's name that is left out.
IMPORT, NAME, NAME_STEP, NAME_MINIMUM, SAME_FILE_NAME, WORDS = 0.9, 0.85, 0.05, 0.4, 0.6, 0.5
MAX_REQUIREMENTS = 50  # that a word, name or module may lead to and still be evidence

# Where a word begins inside a name: `boilsWater`, `HTTPServer`.
_WORD_STARTS = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+")
# Words of every test or every requirement, which tell nothing.
_TEST_WORDS = frozenset(["test", "tests", "spec", "should", "shall", "must", "system"])


class Reason(NamedTuple):
    """A reason to link a requirement, with a confidence from 0 to 1."""

    requirement: str
    confidence: float
    text: str


class Evidence(NamedTuple):
    """Indexes of what requirements are known by.

    `modules`, `functions` and `stems` (of file names) map a name in code to the requirements that the code cites, each
    with the id of a code reference. `words` maps a word to the requirements that have it; `word_counts` has the number
    of words of each requirement.
    """

    modules: Mapping[str, Mapping[str, str]]
    functions: Mapping[str, Mapping[str, str]]
    stems: Mapping[str, Mapping[str, str]]
    words: Mapping[str, list[str]]
    word_counts: Mapping[str, int]


def evidence_of(snapshot: Snapshot) -> Evidence:
    """The indexes of a snapshot, without retired requirements."""
    nodes = {name: node for name, node in nodes_of(snapshot).items() if node.role != "retired"}
    modules: dict[str, dict[str, str]] = {}
    functions: dict[str, dict[str, str]] = {}
    stems: dict[str, dict[str, str]] = {}
    for code in snapshot.facts(CodeReference):
        shown = dict.fromkeys((requirement for requirement in code.requirements if requirement in nodes), code.id)
        for module in _modules(code.path):
            _add(modules, module, shown)
        _add(stems, _stem(code.path), shown)
        if code.function:
            _add(functions, "_".join(_words(code.function)), shown)
    return Evidence(modules, functions, stems, *_by_word(snapshot, nodes))


def _add(table: dict[str, dict[str, str]], name: str, shown: Mapping[str, str]) -> None:
    entry = table.setdefault(name, {})
    for requirement, code in shown.items():
        entry.setdefault(requirement, code)


def _modules(path: str) -> Iterator[str]:
    """The names that a file can be imported by: `src.tea.kettle`, `tea.kettle`, `kettle`."""
    parts = path.rsplit(".", 1)[0].removesuffix("/__init__").split("/")
    yield from (".".join(parts[start:]) for start in range(len(parts)))


def _by_word(snapshot: Snapshot, nodes: Nodes) -> tuple[dict[str, list[str]], dict[str, int]]:
    """The requirements by the rarer words of title and assertions, and how many words each has."""
    texts = {name: [node.title] for name, node in nodes.items()}
    for requirement, text in snapshot.rows("SELECT requirement, text FROM fact_assertion WHERE is_retired = 0"):
        if requirement in texts:
            texts[requirement].append(text)
    postings: dict[str, list[str]] = {}
    counts = {}
    for requirement, said in texts.items():
        words = {word for text in said for word in _distinctive(_words(text))}
        counts[requirement] = len(words)
        for word in words:
            postings.setdefault(word, []).append(requirement)
    return {word: found for word, found in postings.items() if len(found) <= MAX_REQUIREMENTS}, counts


def _words(text: str) -> list[str]:
    """The words of a text, or of a name in any style, in lower case."""
    return [word.casefold() for word in _WORD.findall(_WORD_STARTS.sub(" ", text))]


def _distinctive(words: Iterable[str]) -> dict[str, None]:
    """The words that tell something, each once."""
    return dict.fromkeys(word for word in words if len(word) > 2 and word not in STOP_WORDS and word not in _TEST_WORDS)


def _stem(path: str) -> str:
    """The name of a file without extension and without words such as `test`."""
    parts = _words(path.rsplit("/", 1)[-1].split(".", 1)[0])
    return "_".join(part for part in parts if part not in _TEST_WORDS)


def reasons_for(test: Test, evidence: Evidence) -> Iterator[Reason]:
    """All reasons to link a test to requirements."""
    yield from _imported(test, evidence)
    yield from _named_alike(test, evidence)
    alike = evidence.stems.get(_stem(test.path), {})
    for requirement, code in _few(alike):
        yield Reason(requirement, SAME_FILE_NAME, f"its file is named as that of code which cites it: {code}")
    yield from _worded_alike(test, evidence)


def _few(found: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """The requirements and code references that a name leads to; none if they are too many to be evidence."""
    return found.items() if len(found) <= MAX_REQUIREMENTS else ()


def _imported(test: Test, evidence: Evidence) -> Iterator[Reason]:
    for module in test.imports:
        name = module.replace("/", ".").strip(".")
        # The last part may be an extension (`../src/kettle.js`), or a name in the module.
        found = evidence.modules.get(name) or evidence.modules.get(name.rpartition(".")[0], {})
        for requirement, code in _few(found):
            yield Reason(requirement, IMPORT, f"it imports {module}, which cites it: {code}")


def _named_alike(test: Test, evidence: Evidence) -> Iterator[Reason]:
    """The function that the test, or its class, is named after cites the requirement."""
    words = _words(test.function)
    parts = words[1:] if words[:1] == ["test"] else words
    # `test_boil_dry_twice` may test boil_dry_twice, boil_dry or boil, with falling confidence.
    for dropped in range(len(parts)):
        confidence = max(NAME - NAME_STEP * dropped, NAME_MINIMUM)
        yield from _function(evidence, "_".join(parts[: len(parts) - dropped]), confidence)
    tested = [word for word in _words(test.class_name) if word not in _TEST_WORDS]
    if tested:
        yield from _function(evidence, "_".join(tested), max(NAME - NAME_STEP * len(parts), NAME_MINIMUM))


def _function(evidence: Evidence, name: str, confidence: float) -> Iterator[Reason]:
    for requirement, code in _few(evidence.functions.get(name, {})):
        yield Reason(requirement, confidence, f"it is named after the function {name}, which cites it: {code}")


def _worded_alike(test: Test, evidence: Evidence) -> Iterator[Reason]:
    """The test shares rare words with the requirement, in its name or that of its file."""
    words_of_test = _distinctive([*_words(test.function), *_words(test.class_name), *_stem(test.path).split("_")])
    shared: dict[str, list[str]] = {}
    for word in words_of_test:
        for requirement in evidence.words.get(word, ()):
            shared.setdefault(requirement, []).append(word)
    for requirement, words in shared.items():
        ratio = len(words) / min(len(words_of_test), evidence.word_counts[requirement])
        if len(words) >= 2 or ratio >= 0.5:
            yield Reason(requirement, WORDS * ratio, f"it shares words with it: {', '.join(words)}")
