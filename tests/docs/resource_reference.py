"""The page of resources and prompts, made from their declarations.

python -m tests.docs.resource_reference      # writes docs/resources.md anew
"""

from collections.abc import Iterator

from queries.packs import PACKS
from queries.parameters import Parameter
from queries.reading import declared
from queries.resource import Resource
from server.protocol.prompts import PROMPTS, Prompt
from tests.paths import ROOT

PAGE = ROOT / "docs" / "resources.md"

HEAD = """# Resources and prompts

Made from the declarations: `python -m tests.docs.resource_reference` writes this page.

A resource is an answer at an address: a client can list it, link to it, let a person pick it, and keep it. Whatever a
resource holds a tool answers too, so an agent that reads no resources misses nothing; only a source file that is
longer than the 12,000 characters that `object_get` shows of it is to be had whole by its resource alone. Like tools
they are offered by packs: the core always, a pack when the source has something for it, or what `--toolsets` chose.

- `resources/list` holds the resources without variables, every source file and every world, 100 a page.
  `resources/templates/list` holds the families, and what may stand behind `?`. All lists keep their order and stay as
  they are for the life of the server.
- Values are percent-encoded: `frieze://object/w%3Alocked-garden%2Fentity%2F%40warden`. The last variable of a URI may
  also be written as it is: `frieze://object/w:locked-garden/entity/@warden`.
- Nothing reads as more than 40,000 characters. A JSON answer that goes on has `next_uri`; the last line of a text
  that goes on says the URI to read next: `… [goes on: frieze://source/notes.md?line=813]`. A number beyond its bounds
  is taken as the bound.
- A source file reads as it was when the snapshot was made, never from the disk, with hidden characters shown as
  escapes.
- What is not there is error -32602 with `data`: the `uri`, the `code`, and under `did_you_mean` what is near. So is a
  wrong query, a cursor that is none, an unknown prompt and a missing argument.
- Variables, and the arguments of prompts, are completed by their beginning, at most 100 values a reply.
- Answers may be kept: on standard input and output for as long as the server lives, over HTTP for a minute, and by
  nobody but the client that asked.
- There is nothing to subscribe to, because a snapshot does not change. Where clients expect `resources/subscribe` all
  the same (the knowledge pack, in the handshake era) it is accepted for resources that there are, and never fires.
"""

PROMPTS_HEAD = """## Prompts

Questions that a person picks from a menu. Each names the tools that answer it, in order, and says that what they
answer is data. Of the source nothing enters a prompt but the names given as arguments, once they are known to name
something. A prompt is offered when its pack is served.
"""


def page() -> str:
    """The whole page as markdown."""
    parts = [HEAD]
    for pack in PACKS:
        if resources := declared(pack):
            parts.append(f"## {pack.capitalize()}\n")
            parts += ["\n".join(_resource(one)) for one in resources]
    parts.append(PROMPTS_HEAD)
    parts += ["\n".join(_prompt(one)) for one in PROMPTS]
    return "\n".join(parts)


def _resource(resource: Resource) -> Iterator[str]:
    yield f"### `{resource.uri}`: {resource.title}\n"
    yield f"{resource.description}\n"
    told = [f"`{resource.mime_type}`" if resource.mime_type else "`text/markdown` or `text/plain`"]
    told += [f"tool: {_tools(resource)}"] if resource.tools else []
    told += [f"also read as {', '.join(f'`{one.text}`' for one in resource.aliases)}"] if resource.aliases else []
    yield f"{'; '.join(told)}.\n"
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
    yield f"{prompt.description} Pack: {prompt.pack}.\n"
    yield "| argument | |"
    yield "|---|---|"
    for one in prompt.arguments:
        yield f"| `{one.name}` | {'required' if one.required else 'optional'}. {one.description} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
