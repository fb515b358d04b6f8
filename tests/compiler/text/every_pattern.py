"""Prints every regular expression that the product compiles, as JSON: `python -m tests.compiler.text.every_pattern`.

It wraps the compiler of `re` before any module of the product is imported, so it needs a process of its own. Then it
imports all modules and compiles `worlds`, which builds the patterns that are built on first use. The terminals of all
grammars are added.
"""

import importlib
import json
import pkgutil
import sys
from typing import Any

from tests.paths import ROOT

ROOMS = ("compiler", "queries", "server")


def record_compiled_patterns() -> dict[tuple[str, int], str]:
    """Return a dictionary that fills as `re` compiles: (pattern, flags) -> the module that compiled it."""
    found: dict[tuple[str, int], str] = {}
    compiler: Any = importlib.import_module("re._compiler")
    compile_pattern = compiler.compile

    def compile_and_record(pattern: Any, flags: int = 0) -> Any:
        frame = sys._getframe(1)
        while frame.f_back and frame.f_globals["__name__"] == "re":
            frame = frame.f_back
        module = frame.f_globals["__name__"]
        if isinstance(pattern, str | bytes) and module.partition(".")[0] not in sys.stdlib_module_names:
            text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
            found.setdefault((text, int(flags)), module)
        return compile_pattern(pattern, flags)

    compiler.compile = compile_and_record
    return found


def import_all() -> None:
    for room in ROOMS:
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            if not module.name.endswith(".__main__"):
                importlib.import_module(module.name)


def add_grammar_terminals(found: dict[tuple[str, int], str]) -> None:
    load_grammar: Any = importlib.import_module("lark.load_grammar").load_grammar
    for path in sorted(ROOT.glob("compiler/**/*.lark")):
        grammar, _ = load_grammar(path.read_text("utf-8"), path.name, [str(path.parent)], False)
        terminals, *_ = grammar.compile([str(grammar.rule_defs[0][0])], "*")
        for terminal in terminals:
            place = f"{path.relative_to(ROOT).as_posix()}: {terminal.name}"
            found.setdefault((terminal.pattern.to_regexp(), 0), place)


def compile_worlds() -> None:
    from compiler import compile_source
    from compiler.languages.diagrams.syntax.flowchart.lexer import token_match
    from compiler.languages.diagrams.syntax.shared.modes import ModeLexer

    token_match(accessible=True)
    for lexer in ModeLexer.__subclasses__():
        for name in lexer.modes.names:
            assert lexer.modes[name]
    compile_source(ROOT / "worlds", jobs=1)


if __name__ == "__main__":
    patterns = record_compiled_patterns()
    import_all()
    add_grammar_terminals(patterns)
    compile_worlds()
    json.dump([[place, pattern, flags] for (pattern, flags), place in patterns.items()], sys.stdout)
