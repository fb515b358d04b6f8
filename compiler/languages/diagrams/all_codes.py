"""Every code of the diagrams language: those of sessions, of what precedes a grammar, and of each grammar."""

from importlib import import_module

from compiler.model.diagnostics import Code

MODULES = (
    "codes",
    "flowchart.codes",
    "sequence.codes",
    "state.codes",
    "classes.codes",
    "er.codes",
    "requirement.codes",
    "codes_sessions",
)


def _codes(module: str) -> list[Code]:
    return [
        one for one in vars(import_module(f"compiler.languages.diagrams.{module}")).values() if isinstance(one, Code)
    ]


CODES: tuple[Code, ...] = tuple(one for module in MODULES for one in _codes(module))
