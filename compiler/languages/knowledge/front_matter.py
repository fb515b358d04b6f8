"""The front matter of decisions, notes and tasks, as people write it.

It is YAML in which every scalar stays the text that was written, null is an empty text, and of repeated keys the last
wins. What YAML refuses, such as `assignee: @ana` or the placeholders of a template, is read line by line: nothing of
the rest is lost. TOML between lines `+++` and an object of JSON give the same values, as texts.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, time
from typing import Any, ClassVar

import orjson

from compiler.languages.knowledge.field_words import field_word
from compiler.model.reasons import words_of
from compiler.text.front_matter import JSON_OBJECT, TOML_FENCED, Block, FrontMatter, find_block
from compiler.text.numbers import whole_number
from compiler.text.toml import TomlError, parse_toml
from compiler.text.yaml import Node, NodeReader, YamlError, compose, error_at

Value = str | list["Value"] | dict[str, "Value"]

# Formatters of markdown turn the opening fence into a rule and the last line into a heading.
_MANGLED = re.compile(r"_{3,}[ \t]*\n+##[ \t]+(\w[\w-]*:[^\n]*)\n")
_DOCUMENT_MARK = re.compile(r"\A(?:[ \t]*(?:#[^\n]*)?\n)*---[ \t]*(?:#[^\n]*)?\n")
_NEXT_KEY = re.compile(
    r"(?<![ \t])[ \t]++(?=(?:date|deciders|decision-makers|consulted|informed|tags|parent|nav_order):[ \t])"
)
_LINE = re.compile(r"([A-Za-z_](?:[\w .-]*[\w.-])?)[ \t]*+:(?:[ \t]+(.*))?$")
# A line of TOML or JSON that begins with a key.
_KEY = re.compile(r"""[ \t]*["']?([A-Za-z_][\w.-]*)["']?[ \t]*[=:][ \t]*""")
_AT_LINE = re.compile(r" \(at line (\d{1,9}), [^()]*\)")  # in the message of a `TomlError`, from the first line of TOML
_MAX_DEPTH = 20  # of values
_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)$")
_SIGNED_VALUE = re.compile(r"^([ \t]*(?:-|[\w-]+:)[ \t]+)([@`][^\n#'\"\\]*+)$", re.MULTILINE)
_INLINE_LIST = re.compile(r"^[ \t]*[\w-]+:[ \t]*\[[^\n\[\]'\"]*+\][ \t]*$", re.MULTILINE)
_HANDLE_IN_LIST = re.compile(r"(?<=[\[,])([ \t]*)(@[^,\]\n]*[^,\]\s])")

# The authors are no programmers: these say less than the parser does.
_REASONS = {
    "syntax": "a quote, a bracket or another sign of it is out of place",
    "character": "it holds a control character",
}


@dataclass(frozen=True, slots=True)
class TolerantFrontMatter(FrontMatter):
    """A front matter whose keys are found however they are capitalised: people write `Status:` as they write titles.

    `lines` holds the line of each key in the file, `capitalised` the keys with capitals by their small letters.
    """

    lines: Mapping[str, int] = field(default_factory=dict)
    capitalised: Mapping[str, str] = field(default_factory=dict)

    def value(self, key: str) -> Value | None:
        """Return the value of a key, None if there is none."""
        return self.values.get(key if key in self.values else self.capitalised.get(key, key))

    def line(self, key: str) -> int:
        """Return the line of a key, 0 if there is none."""
        return self.lines.get(key if key in self.lines else self.capitalised.get(key, key), 0)

    def text(self, *keys: str) -> str:
        """Return the first text among the values of these keys, "" if there is none; a list gives its first text."""
        for key in keys:
            value = self.value(key)
            if isinstance(value, list):
                value = next((text for text in value if isinstance(text, str)), "")
            if isinstance(value, str) and value.strip():
                return value.strip()
        return ""

    def in_english(self, *words: str) -> "TolerantFrontMatter":
        """Return the front matter whose keys in other words are found by these: `statut` and `state` by `status`."""
        meant = {field_word(key): key for key in reversed([*self.values])}
        others = {word: meant[word] for word in words if word in meant and word not in self.values}
        return replace(self, capitalised={**others, **self.capitalised})


def read_frontmatter(text: str) -> TolerantFrontMatter:
    """Return the front matter that a text begins with, an empty one if there is none. Lines of `text` end in `\\n`."""
    block = find_block(text) or find_block(text, _MANGLED)
    if block is None:
        return _of_toml_or_json(text)
    source = _NEXT_KEY.sub("\n", block.yaml) if text.startswith("_") else block.yaml
    refusal: YamlError | None = None
    for attempt in dict.fromkeys((source, _with_quotes(source))):
        try:
            return _front_matter(block, *_parse(attempt))
        except YamlError as error:
            refusal = error
    if _is_between_slides(source):
        return TolerantFrontMatter({})
    return _front_matter(block, *_line_by_line(source), refusal)


def _of_toml_or_json(text: str) -> TolerantFrontMatter:
    """Return the front matter of a text that begins with TOML or JSON, else an empty one."""
    toml, json = find_block(text, TOML_FENCED), find_block(text, JSON_OBJECT)
    block = toml or json
    if block is None:
        return TolerantFrontMatter({})
    first = text.count("\n", 0, text.index(block.yaml)) + 1  # the line of the file in which the values begin
    table = ""  # of TOML, which has keys of its own
    found = {}
    for number, line in enumerate(block.yaml.split("\n"), first):
        table = line.strip() if toml and line.startswith("[") else table
        if table in ("", "[extra]") and (key := _KEY.match(line)):
            found[number] = key
    margin = min((key.start(1) for key in found.values()), default=0)  # deeper in JSON stand keys of objects within
    lines = {key[1]: number for number, key in reversed(found.items()) if key.start(1) == margin}
    refusal = None
    try:
        values = _texts_of(parse_toml(block.yaml) if toml else orjson.loads(block.yaml))
        extra = values.get("extra") if toml else None  # where Zola wants the keys that it does not know
        values = {**extra, **values} if isinstance(extra, dict) else values
    except TomlError as error:
        at = _AT_LINE.search(str(error))
        reason = _AT_LINE.sub("", str(error))
        refusal = YamlError(f"it is no TOML ({reason})", (whole_number(at[1]) or 1) - 1 if at else 0)
    except orjson.JSONDecodeError as error:
        refusal = YamlError(f"it is no JSON ({words_of(error.msg)})", first + error.lineno - 3)
    except YamlError as error:
        refusal = error
    if refusal:
        values = {key: _rest(found[line].string[found[line].end() :].rstrip(" \t,")) for key, line in lines.items()}
    return _front_matter(block, values, lines, refusal)


def _texts_of(value: Any, depth: int = 0) -> Any:
    """Return values of TOML or JSON as those of YAML are: each is a text, and null an empty one. Raises YamlError."""
    if depth > _MAX_DEPTH:
        raise YamlError("it is nested too deeply")
    if isinstance(value, dict):
        return {key: _texts_of(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [_texts_of(inner, depth + 1) for inner in value]
    if isinstance(value, date | time):  # a datetime is a date
        return value.isoformat()
    return str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)


def _is_between_slides(text: str) -> bool:
    """Whether a block is a page of slides, which lines of hyphens part: a blank line is above it, and no key."""
    first, _, rest = text.partition("\n")
    below = next((line for line in rest.split("\n") if line.strip()), "")
    return not first.strip() and _LINE.match(below) is None and not below.lstrip().startswith(("#", "{", "<"))


def read_yaml(text: str) -> TolerantFrontMatter:
    """Return a whole file of YAML as a front matter. The file may begin or end with a line `---` itself."""
    content = _DOCUMENT_MARK.sub("\n", text, count=1).rstrip().removesuffix("\n---").removesuffix("\n...")
    return read_frontmatter(f"---\n{content}\n---\n")


def _front_matter(
    block: Block, values: dict[str, Value], lines: dict[str, int], refusal: YamlError | None = None
) -> TolerantFrontMatter:
    error, error_line = ("", 0) if refusal is None else (refusal.reason, refusal.line + 2)
    as_written = {key.lower(): key for key in values if not key.islower()}  # `Status` is asked for as `status`
    return TolerantFrontMatter(values, block.body_start, block.body_line, error, error_line, lines, as_written)


def _parse(text: str) -> tuple[dict[str, Value], dict[str, int]]:
    """Return the values by their keys, and the line of each key in the file. Raises YamlError."""
    try:
        node = compose(text, may_use_c=True)
    except YamlError as error:
        line = 0 if error.kind == "character" else error.line
        raise YamlError(_REASONS.get(error.kind, error.reason), line) from None
    if node is None:
        return {}, {}
    if node.id != "mapping":
        raise YamlError("it is no list of keys and values")
    read = _TolerantReader().mapping(node, 0)
    # Words in braces, which a template left, are no keys: `status: {proposed}`.
    values = {
        key: [*value] if isinstance(value, dict) and not any(value.values()) else value for key, value in read.items()
    }
    return values, {str(key.value): key.start_mark.line + 2 for key, _ in node.value if key.id == "scalar"}


class _TolerantReader(NodeReader):
    words: ClassVar[Mapping[str, str]] = dict.fromkeys(("~", "null", "Null", "NULL"), "")
    max_values: ClassVar[int] = 5_000
    max_depth: ClassVar[int] = _MAX_DEPTH

    def check(self, node: Node) -> None:
        """Accept every tag."""

    def text(self, node: Node) -> str:
        text = str(node.value)
        # Not every loader refuses half a surrogate pair.
        if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
            raise error_at(node, "it holds half a character")
        return text

    def mapping(self, node: Node, depth: int) -> dict[str, Any]:
        return {self.text(key): self.value(value, depth + 1) for key, value in node.value if key.id == "scalar"}


def _with_quotes(text: str) -> str:
    """Return a front matter with quotes around handles and code: `@` and a backtick mean nothing to people, and YAML
    reserves them."""
    if "@" not in text and "`" not in text:
        return text
    lines = _SIGNED_VALUE.sub(lambda found: f'{found[1]}"{found[2].rstrip()}"', text)
    return _INLINE_LIST.sub(lambda found: _HANDLE_IN_LIST.sub(r'\1"\2"', found[0]), lines)


def _line_by_line(text: str) -> tuple[dict[str, Value], dict[str, int]]:
    """Return what `_parse` does, from lines `key: rest` and the lines `- item` under them; others are passed over."""
    values: dict[str, Value] = {}
    lines: dict[str, int] = {}
    key = ""
    for number, line in enumerate(text.split("\n"), 2):
        if found := _LINE.match(line):
            key = found[1]
            values[key], lines[key] = _rest((found[2] or "").strip()), number
        elif key and (item := _ITEM.match(line)):
            before = values[key]
            if not isinstance(before, list):
                before = values[key] = []
            before.append(_unquoted(item[1].strip()))
        elif line.strip() and not line.startswith((" ", "\t")):
            key = ""  # `requires (*optional):`, whose items are not those of the key above
    return values, lines


def _rest(text: str) -> Value:
    if text.startswith("[") and text.endswith("]"):
        return [_unquoted(part.strip()) for part in text[1:-1].split(",") if part.strip()]
    return _unquoted(text)


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    return text.lstrip("\"'") if text[:1] in ("'", '"') else text
