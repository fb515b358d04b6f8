"""What the error of a library or of the system says reaches nobody unexamined: it may quote a file or name a path.

The first test finds each handler of an error that is not Frieze's own, and each use of the error in it. The others
raise errors with a secret text where libraries would, and look for the secret in what is answered.
"""

import ast
import sqlite3
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.sax import SAXParseException
from xml.sax.xmlreader import Locator

import orjson
import pytest
import yaml

import queries
from compiler import SourceError
from compiler.disk import folder_tree
from compiler.languages.requirements.syntax import results
from compiler.model.reasons import MAX_WORDS, system_reason, words_of
from compiler.store.frozen import frozen_file
from compiler.store.frozen.frozen_file import open_frozen, write_frozen
from compiler.store.vectors import EmbedderError
from compiler.workspace import inputs
from compiler.workspace.embeddings import wordllama
from server.reports import baseline
from tests.closing import compile_source
from tests.import_graph import trees

# These say nothing of a path or a text.
HARMLESS = {"strerror", "errno", "pos", "lineno", "colno", "position", "problem_mark", "context_mark", "code"}
EXAMINE = {"system_reason", "words_of", "type", "isinstance"}
# Handlers that hand the error on, and why that is no text for anybody.
ALLOWED = {
    ("server.commands.client_files", "error.line"): "asks for a place",
    ("server.commands.watch", "error.format_message"): "words of Frieze's own options and sources",
    ("server.commands.watch", "str(error)"): "a RefreshError, whose words are Frieze's own",
    ("compiler.languages.diagrams.syntax.shared.recovery", "self.note(end, error)"): "lark's tokens; no text is taken",
    ("compiler.languages.diagrams.syntax.shared.recovery", "self.recover(token, error)"): "as above",
    ("compiler.languages.knowledge.syntax.medulla.loro_program", "str(error)"): "a program of its own, bounded here; "
    "`loro.lines_of` examines it",
    ("compiler.languages.memory.syntax.json_lines", "_ends_early(line, failure)"): "asks for a place",
    ("compiler.languages.memory.syntax.json_lines", "str(failure)"): "looks for a word",
    ("compiler.languages.requirements.formats.reqif.elements", "error.getLineNumber"): "asks for a place",
    ("compiler.pipeline.failures", "FailedError(error, allowed)"): "keeps it; the finding names its type",
    ("compiler.languages.knowledge.trackers.cut_lists", "_is_at_end(text, error)"): "looks for a word and a place",
    ("compiler.languages.knowledge.trackers.json_elements", "_is_of_cut(error, len(window))"): "as above",
    ("compiler.store.parquet.writer", "str(error)"): "looks for a word",
    ("compiler.store.select.guarded_select", "self._failure(error, sql, run)"): "`sql_error` examines it",
    ("compiler.store.select.guarded_select", "run.stopped = error"): "it is Frieze's own, raised by a bound",
    ("compiler.store.select.check", "str(error)"): "looks for a word",
    ("compiler.store.select.check", "self._error(error, sql)"): "`sql_error` examines it",
    ("compiler.store.select.functions", "self._error = self._error or error"): "raised again as it was",
    ("compiler.store.cache.unit_cache", "self._give_up(error)"): "looks at its type",
    ("compiler.text.patterns", "_words(error)"): "examined there",
    ("server.charts.merman_program", "_words(error)"): "a program of its own; `render_chart.svg_of` examines it",
    ("server.deferred", "self._on_failure(error)"): "ends the process: for who runs it",
    ("server.people.system_errors", "error.filename"): "for who runs the command: the path at which it ended",
    ("server.people.system_errors", "error.reason"): "compared, and not told",
    ("server.people.system_errors", "str(error)"): "compared, and not told",
    ("server.prebuild", "self.future.set_exception(error)"): "raised again as it was",
    ("server.protocol.stoppable_threads", "failure = failure or error"): "raised again as it was",
    ("server.transport.stdio", "end.partial"): "what a client sent",
    ("server.transport.stdio", "overrun.consumed"): "a number",
}


def own_errors() -> set[str]:
    """The classes of the product."""
    return {node.name for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def uses(tree: ast.Module, own: set[str]) -> Iterator[str]:
    """How handlers of foreign errors use them, except in ways that say nothing."""
    for handler in ast.walk(tree):
        if isinstance(handler, ast.ExceptHandler) and handler.name and not set(_caught(handler)) <= own:
            parents = {child: node for node in ast.walk(handler) for child in ast.iter_child_nodes(node)}
            for node in ast.walk(handler):
                if isinstance(node, ast.Name) and node.id == handler.name and not _is_harmless(node, parents):
                    yield _shown(node, parents)


def _caught(handler: ast.ExceptHandler) -> Iterator[str]:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type] if handler.type else []
    yield from (ast.unparse(one).rpartition(".")[2] for one in kinds)


def _is_harmless(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    above = parents[node]
    if isinstance(above, ast.Attribute) and above.attr in HARMLESS:
        return True
    if isinstance(above, ast.Raise):
        return above.cause is node
    while not isinstance(above, ast.stmt):
        if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id in EXAMINE:
            return True
        above = parents[above]
    return False


def _shown(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> str:
    """The call, attribute or assignment that an error stands in."""
    above = parents[node]
    while isinstance(above, ast.expr) and not isinstance(above, ast.Call | ast.Attribute | ast.FormattedValue):
        above = parents[above]
    return ast.unparse(above)


def test_errors_of_others_are_examined_before_they_are_told() -> None:
    own = own_errors()
    found = {(name, use) for name, tree in trees().items() for use in uses(tree, own)}
    assert found - ALLOWED.keys() == set(), "take system_reason or words_of, or say here why the text is nobody's"
    assert ALLOWED.keys() - found == set(), "these are used no more"


def test_use_of_an_error_is_found_however_it_is_written() -> None:
    for use in ("f'{error}'", "str(error)", "error.args[0]", "repr(error)", "error.msg", "tell(error)"):
        foreign, own = (ast.parse(f"try: pass\nexcept {kind} as error: x = {use}") for kind in ("OSError", "OwnError"))
        assert (len([*uses(foreign, {"OwnError"})]), len([*uses(own, {"OwnError"})])) == (1, 0), use


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Invalid value (at line 1, column 5)", "Invalid value (at line 1, column 5)"),
        ("[Errno 2] No such file: '/home/ana/secret/key.pem'", "[Errno 2] No such file: '…'"),
        (r"cannot open C:\Users\ana\key.pem now", "cannot open … now"),
        ("a\nb\x00c\x1b[31m", "a b c [31m"),
        ('near "/": syntax error, 3/4 or a/b', 'near "/": syntax error, 3/4 or a/b'),
        ("x" * 5_000, "x" * MAX_WORDS + "…"),
    ],
)
def test_words_of_a_library_are_one_bounded_line_without_paths(text: str, words: str) -> None:
    assert words_of(ValueError(text)) == words


def test_reason_of_the_system_names_no_path() -> None:
    assert (
        system_reason(FileNotFoundError(2, "No such file or directory", "/secret/key")) == "No such file or directory"
    )
    assert system_reason(OSError("/secret/key is broken")) == "it cannot be read or written"
    assert system_reason(ValueError("/secret/key")) == "it cannot be read or written"


SECRET = "qzx-secret-line-of-a-file " * 40
PATH = "/home/qzx-secret/of/somebody/key.pem"


def raising(error: BaseException) -> Callable[..., Any]:
    def raise_it(*_: object, **__: object) -> Any:
        raise error

    return raise_it


def answered(source: Path) -> str:
    """All that is said of a source: its diagnostics, its facts and what cannot be read."""
    try:
        snapshot = compile_source(source)
    except SourceError as error:
        return str(error)
    told = [queries.answer(snapshot, tool, {}) for tool in ("get_diagnostics", "get_snapshot_info")]
    return orjson.dumps([told, snapshot.meta, [str(one) for one in snapshot.diagnostics()]]).decode()


LIBRARIES: dict[str, tuple[object, str, BaseException]] = {
    "tomllib": (tomllib, "loads", tomllib.TOMLDecodeError(f"Invalid value in {PATH}: {SECRET}")),
    "yaml": (yaml, "compose", yaml.MarkedYAMLError(problem=f"cannot read {PATH}: {SECRET}")),
    "sax": (results, "make_parser", SAXParseException(f"cannot read {PATH}: {SECRET}", None, Locator())),
    "orjson": (orjson, "loads", orjson.JSONDecodeError(f"cannot read {PATH}: {SECRET}", "", 0)),
    "system, opening": (folder_tree, "RegularFile", OSError(f"{PATH}: {SECRET}")),
    "system, listing": (inputs, "open_source", OSError(f"{PATH}: {SECRET}")),
}


@pytest.mark.failures_are_findings
@pytest.mark.parametrize("library", LIBRARIES)
def test_error_of_a_library_tells_no_path_and_no_long_text(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "page.md").write_text("---\na: [b\n---\n\n# Kettle\n")
    (tmp_path / "frieze.toml").write_text("a = 1\n")
    (tmp_path / ".elspais.toml").write_text("[project]\n")
    (tmp_path / "results.xml").write_text("<testsuite/>")
    (tmp_path / ".beads").mkdir()
    (tmp_path / ".beads" / "issues.jsonl").write_text('{"id": "k-1"}\n')
    module, name, error = LIBRARIES[library]
    with monkeypatch.context() as patch:
        patch.setattr(module, name, raising(error))
        try:
            told = answered(tmp_path)
        except (OSError, ValueError) as raised:  # for whoever runs it, and no answer of a server
            assert library in ("system, listing", "orjson")
            told = "" if raised is error else str(raised)
    assert "qzx-secret/of" not in told
    assert SECRET[:300] not in told


def test_error_of_a_frozen_file_tells_nothing_of_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.md").write_text("# Kettle\n")
    snapshot = compile_source(tmp_path)
    write_frozen(snapshot, tmp_path / "x.frieze")
    cases: list[tuple[str, BaseException]] = [
        ("_header", OSError(SECRET)),
        ("open_in_place", sqlite3.DatabaseError(SECRET)),
        ("open_in_place", ValueError(SECRET)),
        ("seal", OSError(SECRET)),
        ("seal", sqlite3.DatabaseError(SECRET)),
    ]
    for name, error in cases:
        with monkeypatch.context() as patch, pytest.raises(SourceError) as raised:
            patch.setattr(frozen_file, name, raising(error))
            if name == "seal":
                write_frozen(snapshot, tmp_path / "y.frieze")
            else:
                open_frozen(tmp_path / "x.frieze")
        assert "qzx" not in str(raised.value)


def test_error_of_the_embedder_tells_its_kind_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordllama, "read_regular", raising(RuntimeError(SECRET)))
    monkeypatch.setitem(sys.modules, "tokenizers", SimpleNamespace(Tokenizer=SimpleNamespace(from_str=None)))
    with pytest.raises(EmbedderError) as raised:
        wordllama.WordLlama(tmp_path).vector("kettle")
    assert "RuntimeError" in str(raised.value)
    assert "qzx" not in str(raised.value)


def test_error_of_the_baseline_tells_the_systems_reason_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baseline, "read_regular", raising(OSError(5, "Input/output error", PATH)))
    with pytest.raises(baseline.BaselineError) as raised:
        baseline.read_baseline(tmp_path / "base.json")
    assert "Input/output error" in raised.value.message
    assert "qzx" not in raised.value.message
