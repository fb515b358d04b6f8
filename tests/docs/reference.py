"""Write the reference page of the tools from their declarations.

python -m tests.docs.reference      # writes docs/tools.md
"""

from collections.abc import Iterator

from queries import TOOLS, Tool
from queries.tools.packs import PACKS
from queries.tools.parameters import Parameter
from tests.paths import ROOT

PAGE = ROOT / "docs" / "tools.md"

HEAD = """# The tools

`python -m tests.docs.reference` writes this page from the declarations of the tools.

Every answer begins with `schema_version`. An answer with `error` and `code` says why the question could not be answered
and what would be right. The server also accepts names with dots (`get.exit.graph`). To name an object, use its native
id (`@warden`) or its ref (`w:locked-garden/entity/@warden`).

An argument has one name in all tools: `ref` for any object, `id` for an object of the tool's language, `from` and `to`,
`direction`, `limit`, `cursor`, … Other names for it are accepted where the table of a tool says "also", and words such
as `incoming` and `forward` for a `direction`. A wrong name or value is answered with the right one.

Every tool that answers with lists of objects takes `fields` and `format`:

- `fields: ["id", "properties.priority"]`, or `id,properties.priority`, keeps only these fields of each row, in this
  order. A name with a dot is a field of a nested object. A field that no row has is an error that lists those there
  are; a row that has no such field goes without it. In a tool about one object (`get_requirement`, `entity_get`) these
  are the fields of the answer, and `parents.title` one of the rows in `parents`.
- `format: "table"` answers `{"columns": ["id", "title"], "rows": [["a", "A"]]}` in place of each list of objects, under
  the same name, with null where a row has no such field. Lists of texts stay as they are.

Both apply to the rows of a page, which holds more rows when they are shorter. They may change from page to page.

Every tool takes `"proof": true`: the answer then says what it rests on ([proofs.md](proofs.md)).
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
            yield f"| `{one.name}` | {kind['type']}{choices}, {needed}{bounds} | {one.description}{_aliases(one)} |"
        yield ""
    yield "Answers:\n"
    for name, field in tool.result.items():
        yield f"- `{name}` ({field.get('type', 'any')}): {field.get('description', '')}"
    yield ""


def _aliases(parameter: Parameter) -> str:
    return f" Also {', '.join(f'`{one}`' for one in parameter.aliases)}." if parameter.aliases else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
