"""The layers of the product, held: imports point one way only, and there is no cycle of files, folders or rooms.

The picture in docs/architecture.md is drawn from the imports as well (`python -m tests.test_layers` prints it), so that
it cannot show another structure than the code has.
"""

import ast
from collections.abc import Iterator

from tests.import_graph import Arrow, arrows, arrows_of, cycles, modules
from tests.paths import ROOT

# From the bottom up. A folder may import itself and the folders above its line; folders of one line know nothing of
# each other.
LAYERS = (
    ("compiler.model",),
    ("compiler.disk",),
    ("compiler.text", "compiler.graphs"),
    ("compiler.languages",),
    ("compiler.mentions",),
    ("compiler.unread",),
    ("compiler.store",),
    ("compiler.pipeline",),
    ("compiler.workspace",),
    ("compiler.cluster",),
    ("compiler",),
    ("queries",),
    ("server",),
)
LEVELS = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}
PAGE = ROOT / "docs" / "architecture.md"


def layer(module: str) -> str:
    """The folder of the layers that a module belongs to. `compiler/__init__.py` is a layer of its own, at the top."""
    inside = ".".join(module.split(".")[:2])
    return inside if inside in LEVELS else module.partition(".")[0]


def language(module: str) -> str:
    """The language of a module, "" for a module of none."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["compiler", "languages"] and len(parts) > 3 else ""


def upward(found: tuple[Arrow, ...]) -> Iterator[Arrow]:
    """The imports that point up, or sideways."""
    for arrow in found:
        above, below = layer(arrow.importer), layer(arrow.imported)
        if above != below and LEVELS[below] >= LEVELS[above]:
            yield arrow


def folder(module: str) -> str:
    """The folder that a module stands in; a package stands in itself."""
    return module if (ROOT / module.replace(".", "/")).is_dir() else module.rpartition(".")[0]


def picture() -> str:
    """A table of the layers from the top down. A row has a mark under each layer that it imports."""
    names = [name for level in reversed(LAYERS) for name in level]
    used = {(layer(one.importer), layer(one.imported)) for one in arrows()} - {(name, name) for name in names}
    short = [name.removeprefix("compiler.") for name in names]
    width = max(map(len, names))
    lines = ["imports ".rjust(width + 2) + " ".join(short)]
    for name in names:
        columns = zip(names, short, strict=True)
        marks = [("x" if (name, other) in used else "").center(len(title)) for other, title in columns]
        lines.append(f"{name.ljust(width)}  {' '.join(marks)}".rstrip())
    return "\n".join(lines)


def test_imports_point_down() -> None:
    assert [str(arrow) for arrow in upward(arrows())] == []


# A page of agent memory is no note of the project: only the language of memory knows which pages are its own.
ALLOWED_BETWEEN_LANGUAGES = {("knowledge", "memory")}


def test_languages_do_not_import_each_other() -> None:
    between = [one for one in arrows() if language(one.importer) and language(one.imported)]
    found = [one for one in between if language(one.importer) != language(one.imported)]
    assert {(language(one.importer), language(one.imported)) for one in found} <= ALLOWED_BETWEEN_LANGUAGES


def test_no_cycle_of_files() -> None:
    assert cycles((one.importer, one.imported) for one in arrows()) == []


def test_no_cycle_of_folders() -> None:
    """Import strings are left out: with them a language's declaration, beside its records, registers its parser."""
    assert cycles((folder(one.importer), folder(one.imported)) for one in arrows() if not one.is_string) == []


def room(module: str) -> str:
    """The room that a module belongs to: a language, or the first folder of `compiler`, `queries` or `server`."""
    return ".".join(module.split(".")[: 3 if module.startswith("compiler.languages.") else 2])


def test_no_cycle_of_rooms() -> None:
    """A folder below a room may make a cycle of rooms that no cycle of folders shows."""
    found = cycles((room(arrow.importer), room(arrow.imported)) for arrow in arrows() if not arrow.is_string)
    assert found == []


def test_every_module_of_the_compiler_stands_in_a_layer() -> None:
    loose = [name for name in modules() if layer(name) == "compiler" and name != "compiler"]
    assert loose == []


def test_picture_in_the_docs_is_drawn_from_the_imports() -> None:
    assert picture() in PAGE.read_text(encoding="utf-8")


def test_lazy_typing_and_string_imports_count() -> None:
    """The graph would be worth little if an import could hide in a function, a type check or a string."""
    text = (
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from compiler.store.snapshot import Snapshot\n"
        "def late():\n    import compiler.pipeline.build\n"
        'TARGET = imported("compiler.languages.world.syntax.parse:parse")\n'
    )
    found = list(arrows_of("compiler.model.example", ast.parse(text), modules()))
    assert [one.imported for one in found] == [
        "compiler.store.snapshot",
        "compiler.pipeline.build",
        "compiler.languages.world.syntax.parse",
    ]
    assert next(str(one) for one in upward(tuple(found))) == "compiler.model.example:3 imports compiler.store.snapshot"


if __name__ == "__main__":
    print(picture())
