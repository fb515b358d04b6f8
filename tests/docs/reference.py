"""Write the reference page of the tools from their declarations.

python -m tests.docs.reference      # writes docs/tools.md
"""

from collections.abc import Iterator

from queries import TOOLS, Tool
from queries.packs import PACKS
from tests.paths import ROOT

PAGE = ROOT / "docs" / "tools.md"

HEAD = """# The tools

`python -m tests.docs.reference` writes this page from the declarations of the tools.

Every answer begins with `schema_version`. An answer with `error` and `code` says why the question could not be answered
and what would be right. The server also accepts names with dots (`get.exit.graph`). To name an object, use its native
id (`@warden`) or its ref (`w:locked-garden/entity/@warden`).
"""


def page() -> str:
    """The whole page as markdown."""
    parts = [HEAD]
    for pack in PACKS:
        parts.append(f"## {pack.capitalize()}\n")
        parts += ["\n".join(_section(one)) for one in TOOLS.values() if one.pack == pack]
    return "\n".join(parts)


def _section(tool: Tool) -> Iterator[str]:
    yield f"### `{tool.name}`: {tool.title}\n"
    yield f"{tool.reference}\n"
    if tool.parameters:
        schema = tool.input_schema()
        yield "| argument | type | |"
        yield "|---|---|---|"
        for one in tool.parameters:
            kind = schema["properties"][one.name]
            needed = "required" if one.required else f"default {one.default}" if one.default is not None else "optional"
            bounds = f", {one.minimum} to {one.maximum}" if one.minimum is not None and one.maximum is not None else ""
            choices = f": {', '.join(one.choices)}" if one.choices else ""
            yield f"| `{one.name}` | {kind['type']}{choices}, {needed}{bounds} | {one.description} |"
        yield ""
    yield "Answers:\n"
    for name, field in tool.result.items():
        yield f"- `{name}` ({field.get('type', 'any')}): {field.get('description', '')}"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
