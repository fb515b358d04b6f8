"""Prints every regular expression that the product compiles, as JSON: `python -m tests.compiler.text.every_pattern`.

A process of its own, for it must be there first: it listens to `re` while all modules are imported and all of `worlds`
is compiled, which builds what is built when it is first needed. The terminals of all grammars are added to that.
"""

import importlib
import json
import pkgutil
import sys
from typing import Any

from tests.paths import ROOT

ROOMS = ("compiler", "queries", "server")


def listen() -> dict[tuple[str, int], str]:
    """What `re` compiles from now on: the pattern and its flags, and the module that asks for it."""
    found: dict[tuple[str, int], str] = {}
    compiler: Any = importlib.import_module("re._compiler")
    compile_pattern = compiler.compile

    def compile_and_note(pattern: Any, flags: int = 0) -> Any:
        frame = sys._getframe(1)
        while frame.f_back and frame.f_globals["__name__"] == "re":
            frame = frame.f_back
        module = frame.f_globals["__name__"]
        if isinstance(pattern, str | bytes) and module.partition(".")[0] not in sys.stdlib_module_names:
            text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
            found.setdefault((text, int(flags)), module)
        return compile_pattern(pattern, flags)

    compiler.compile = compile_and_note
    return found


def import_all() -> None:
    for room in ROOMS:
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            if not module.name.endswith(".__main__"):
                importlib.import_module(module.name)


def read_terminals(found: dict[tuple[str, int], str]) -> None:
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
    heard = listen()
    import_all()
    read_terminals(heard)
    compile_worlds()
    json.dump([[place, pattern, flags] for (pattern, flags), place in heard.items()], sys.stdout)
