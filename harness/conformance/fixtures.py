"""The demonstration surface that the official conformance suite asks a server for by name.

The suite calls tools, reads resources and gets prompts of these exact names, to check each kind of content. None of
them is a part of the product: `harness.conformance.overlay` adds them to the server.
"""

from collections.abc import Callable

from mcp.server.subscriptions import PromptsListChanged, ServerEvent, ToolsListChanged
from mcp_types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    Prompt,
    PromptArgument,
    PromptMessage,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
    Tool,
)

# One pixel, and a sound without samples.
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="

PROGRESS_TOOL = "test_tool_with_progress"
# Tools that act as if a refresh had changed a list.
CHANGES: dict[str, ServerEvent] = {
    "test_trigger_tool_change": ToolsListChanged(),
    "test_trigger_prompt_change": PromptsListChanged(),
}
PLAIN = {"type": "object", "additionalProperties": False}
# Every keyword of JSON Schema 2020-12 that the suite expects in the list of tools.
RICH = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
IN_HEADER = {
    "type": "object",
    "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
    "additionalProperties": False,
}


def _text(text: str) -> TextContent:
    return TextContent(type="text", text=text)


def _embedded(uri: str, media_type: str, text: str) -> EmbeddedResource:
    return EmbeddedResource(type="resource", resource=TextResourceContents(uri=uri, mime_type=media_type, text=text))


_IMAGE = ImageContent(type="image", data=PNG, mime_type="image/png")
_SOUND = AudioContent(type="audio", data=WAV, mime_type="audio/wav")

# The answer of each tool, for any arguments.
ANSWERS: dict[str, list[ContentBlock]] = {
    "test_simple_text": [_text("This is a simple text response for testing.")],
    "test_image_content": [_IMAGE],
    "test_audio_content": [_SOUND],
    "test_embedded_resource": [
        _embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ],
    "test_multiple_content_types": [
        _text("Multiple content types test:"),
        _IMAGE,
        _embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
    "test_error_handling": [_text("This tool intentionally returns an error for testing")],
    PROGRESS_TOOL: [_text("Done.")],
    "test_logging_tool": [_text("This server logs nothing to its clients.")],
    "json_schema_2020_12_tool": [_text("Its schema is what matters.")],
    "test_header_tool": [_text("Its argument is mirrored in a header.")],
    **{name: [_text("The streams were told.")] for name in CHANGES},
}
_SCHEMAS = {"json_schema_2020_12_tool": RICH, "test_header_tool": IN_HEADER}

TOOLS = {
    name: Tool(name=name, description="A fixture of the conformance suite.", input_schema=_SCHEMAS.get(name, PLAIN))
    for name in ANSWERS
}


def answer(name: str) -> CallToolResult:
    """The answer of a fixture tool."""
    return CallToolResult(content=ANSWERS[name], is_error=name == "test_error_handling")


RESOURCES = [
    Resource(uri="test://static-text", name="static-text", mime_type="text/plain"),
    Resource(uri="test://static-binary", name="static-binary", mime_type="image/png"),
]
WATCHED = "test://watched-resource"  # the suite subscribes to it
TEMPLATE = ResourceTemplate(uri_template="test://template/{id}/data", name="template", mime_type="application/json")


def contents(uri: str) -> ReadResourceResult | None:
    """The contents of the URI of a fixture; None for other URIs."""
    if uri == "test://static-text":
        text = "This is the content of the static text resource."
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type="text/plain", text=text)])
    if uri == "test://static-binary":
        return ReadResourceResult(contents=[BlobResourceContents(uri=uri, mime_type="image/png", blob=PNG)])
    if uri.startswith("test://template/") and uri.endswith("/data"):
        text = f'{{"id":"{uri.split("/")[3]}","templateTest":true}}'
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type="application/json", text=text)])
    return None


def _message(content: ContentBlock) -> PromptMessage:
    return PromptMessage(role="user", content=content)


_ARGUMENTS = [PromptArgument(name=name, description="A fixture.", required=True) for name in ("arg1", "arg2")]
_URI = [PromptArgument(name="resourceUri", description="A fixture.", required=True)]

MESSAGES: dict[str, Callable[[dict[str, str]], list[PromptMessage]]] = {
    "test_simple_prompt": lambda _: [_message(_text("This is a simple prompt for testing."))],
    "test_prompt_with_arguments": lambda given: [
        _message(_text(f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'"))
    ],
    "test_prompt_with_embedded_resource": lambda given: [
        _message(_embedded(given["resourceUri"], "text/plain", "Embedded resource content for testing.")),
        _message(_text("Please process the embedded resource above.")),
    ],
    "test_prompt_with_image": lambda _: [_message(_IMAGE), _message(_text("Please analyze the image above."))],
}
_GIVEN = {"test_prompt_with_arguments": _ARGUMENTS, "test_prompt_with_embedded_resource": _URI}

PROMPTS = [
    Prompt(name=name, description="A fixture of the conformance suite.", arguments=_GIVEN.get(name))
    for name in MESSAGES
]
