"""Write the page of resources and prompts from their declarations.

python -m tests.docs.resource_reference      # writes docs/resources.md
"""

from collections.abc import Iterator

from queries.resources.catalogue import resources_of
from queries.resources.resource import Resource
from queries.tools.packs import PACKS
from queries.tools.parameters import Parameter
from server.protocol.prompts import PROMPTS, Prompt
from tests.paths import ROOT

PAGE = ROOT / "docs" / "resources.md"

HEAD = """# Resources and prompts

`python -m tests.docs.resource_reference` writes this page from the declarations of the resources and prompts.

A resource is an answer at an address. A client can list it, link to it, let a person pick it, and keep it. A tool gives
the content of every resource too, so an agent that reads no resources misses almost nothing. The one exception is a
long source file: `object_get` shows its first 12,000 characters, and only its resource gives the whole file. Resources
belong to toolsets, as tools do. The core is always served. Another toolset is served when the source has objects of its
kind, unless `--toolsets` leaves it out. The schemas of a tool are the resource `frieze://schema/{tool}`.

- `resources/list` lists the resources without variables, every source file and every world, 100 a page.
  `resources/templates/list` lists the resources with variables, and the parameters that may follow the `?`. A list
  changes only with the snapshot ([refresh.md](refresh.md#who-is-told)), and its order is always the same.
- Values are percent-encoded: `frieze://object/w%3Alocked-garden%2Fentity%2F%40warden`. The last variable of a URI may
  also be written without encoding: `frieze://object/w:locked-garden/entity/@warden`.
- A resource returns at most 40,000 characters at a time. A JSON answer that continues has `next_uri`. The last line of
  a text that continues gives the URI to read next: `… [goes on: frieze://source/notes.md?line=813]`. A number outside
  its bounds is read as the nearest bound.
- A source file has its content from the time of the snapshot. It is never read from the disk. Hidden characters in it
  are shown as escapes.
- A resource that does not exist is an error with `data`: the `uri`, the `code`, similar names in `did_you_mean`, and
  `error_type` with `error_code` ([the numbers](serving.md#errors)). So is a wrong query. An invalid cursor of a list,
  an unknown prompt and a missing argument give -32602.
- Variables and the arguments of prompts are completed from their beginning, with at most 100 values a reply.
- A client may cache answers for a minute. The cache must not be shared with other clients.
- A client may subscribe to any resource that exists. It is told when a refresh changes its contents
  ([refresh.md](refresh.md#who-is-told)).
"""

PROMPTS_HEAD = """## Prompts

A prompt is a question that a person picks from a menu. Each prompt names the tools that answer it, in order, and says
that their answers are data. The only source text in a prompt is the names given as arguments, and only after they were
found in the snapshot. A prompt is listed when its toolset is served.
"""


def page() -> str:
    """The whole page as markdown."""
    parts = [HEAD]
    for pack in PACKS:
        if resources := resources_of(pack):
            parts.append(f"## {pack.capitalize()}\n")
            parts += ["\n".join(_resource(one)) for one in resources]
    parts.append(PROMPTS_HEAD)
    parts += ["\n".join(_prompt(one)) for one in PROMPTS]
    return "\n".join(parts)


def _resource(resource: Resource) -> Iterator[str]:
    yield f"### `{resource.uri}`: {resource.title}\n"
    yield f"{resource.description}\n"
    facts = [f"`{resource.mime_type}`" if resource.mime_type else "`text/markdown` or `text/plain`"]
    facts += [f"tool: {_tools(resource)}"] if resource.tools else []
    facts += [f"also read as {', '.join(f'`{one.text}`' for one in resource.aliases)}"] if resource.aliases else []
    yield f"{'; '.join(facts)}.\n"
    if resource.query:
        yield "| query | type | |"
        yield "|---|---|---|"
        yield from map(_row, resource.query)
        yield ""


def _tools(resource: Resource) -> str:
    return " and ".join(f"`{one}`" for one in resource.tools)


def _row(one: Parameter) -> str:
    choices = f": {', '.join(one.choices)}" if one.choices else ""
    default = f"default {one.default}" if one.default is not None else "optional"
    bounds = f", {one.minimum} to {one.maximum}" if one.minimum is not None and one.maximum is not None else ""
    return f"| `{one.name}` | {one.type}{choices}, {default}{bounds} | {one.description} |"


def _prompt(prompt: Prompt) -> Iterator[str]:
    yield f"### `{prompt.name}`: {prompt.title}\n"
    yield f"{prompt.description} Toolset: {prompt.pack}.\n"
    yield "| argument | |"
    yield "|---|---|"
    for one in prompt.arguments:
        yield f"| `{one.name}` | {'required' if one.required else 'optional'}. {one.description} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
