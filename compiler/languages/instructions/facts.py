"""What is known of instructions: the texts, the places at which programs read them, what they apply to and name."""

from typing import ClassVar

from compiler.languages.instructions.formats import CHOSEN, TOOLS
from compiler.model.facts import Fact, LinkKind, Object, fact

__all__ = ["CHOSEN", "TOOLS", "Instruction", "InstructionPath", "InstructionPattern", "InstructionPlace"]


@fact
class Instruction(Object):
    """A text of instructions: `i:.cursor/rules/style.mdc`.

    `format` names what it is written for (`claude_rule`), `mode` says when it is read: always, glob, description,
    request, unstated, import or never. `folder` is what it is for, "" for the root; `patterns` narrow that. `tools` are
    the programs that read it, at any of its names; `also_at` are symbolic links that lead to it. `checksum` is that of
    `text`. Example:
    `format="cursor_rule"`, `mode="glob"`, `patterns=("src/**/*.ts",)`, `tools=("cursor",)`.
    """

    table: ClassVar[str] = "instruction"
    id_field: ClassVar[str] = "path"
    title_fields: ClassVar[tuple[str, ...]] = ("name",)
    body_fields: ClassVar[tuple[str, ...]] = ("text",)
    context_fields: ClassVar[tuple[str, ...]] = ("description",)
    only_searched: ClassVar[tuple[str, ...]] = ("text",)

    path: str
    name: str
    description: str
    format: str
    mode: str
    folder: str
    patterns: tuple[str, ...]
    tools: tuple[str, ...]
    also_at: tuple[str, ...]
    checksum: int
    text: str


@fact
class InstructionPlace(Fact):
    """A name at which programs read a text: that of its file, or of a symbolic link to it.

    `rank` orders the places of one folder: what weighs more comes later. Example: `path="AGENTS.md"`,
    `instruction="i:CLAUDE.md"`, `format="agents"`, `tools=("codex", "cursor")`.
    """

    table: ClassVar[str] = "instruction_place"
    indexed: ClassVar[tuple[str, ...]] = ("instruction",)

    instruction: str
    path: str
    format: str
    mode: str
    folder: str
    tools: tuple[str, ...]
    rank: int


@fact
class InstructionPattern(Fact):
    """A pattern of paths that says for which files a text is.

    `paths` are files that were read and that it matches, at most 100. `is_dead`: it matches no file of the source. With
    `names_anywhere` a pattern without a slash is the name of a file in any folder.
    Example: `pattern="src/**/*.ts"`, `paths=("src/a.ts",)`.
    """

    table: ClassVar[str] = "instruction_pattern"
    indexed: ClassVar[tuple[str, ...]] = ("instruction",)

    instruction: str
    pattern: str
    paths: tuple[str, ...]
    is_dead: bool
    names_anywhere: bool


@fact
class InstructionPath(Fact):
    """A file that exists, and that a text names or imports: `path="docs/style.md"`, `is_import=True`."""

    table: ClassVar[str] = "instruction_path"
    indexed: ClassVar[tuple[str, ...]] = ("instruction",)

    instruction: str
    path: str
    is_import: bool


LINK_KINDS = (LinkKind("names_page", "the instructions name the page", dependent="source"),)
FACT_CLASSES: tuple[type[Fact], ...] = (Instruction, InstructionPlace, InstructionPattern, InstructionPath)
