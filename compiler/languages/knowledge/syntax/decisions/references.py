"""What a decision supersedes, what supersedes it, and what it cites."""

from collections.abc import Iterator

from compiler.languages.knowledge.front_matter import Value
from compiler.languages.knowledge.markdown import Page, links_in
from compiler.languages.knowledge.record_values import column_of
from compiler.languages.knowledge.records import Reference
from compiler.languages.knowledge.syntax.decisions.statements import Statement, successor_title
from compiler.languages.knowledge.syntax.decisions.written_lines import verb

SUCCESSIONS = ("superseded by", "replaced by", "obsoleted by", "supersedes", "replaces", "obsoletes")
# As keys of front matter join them in any way.
_JOINED = {words.replace(" ", ""): words for words in SUCCESSIONS} | {"successor": SUCCESSIONS[0]}
_MAX_DEPTH = 8  # of values in front matter


def references_of(page: Page, offset: int, statements: list[tuple[int, str, Statement]]) -> Iterator[Reference]:
    """What the statements of a decision name, and then what else its page links to. The first line of the page is that
    of this number in the file."""
    related = set()
    for line, where, statement in statements:
        if where == "status" and (title := successor_title(statement)):
            yield Reference("supersedes", True, "superseded by", title, line, is_title=True, is_quiet=True)
        if not statement.is_relation and not (where == "link" and statement.targets):
            continue
        # "Refined by X": X cites this one.
        for target in statement.targets:
            relation = "supersedes" if statement.is_supersession and not target.is_in_part else "references"
            related.add(target.name)
            yield Reference(
                relation,
                statement.is_passive,
                verb(statement.verb) or "links",
                target.name,
                line,
                is_path=target.is_path,
                is_quiet=relation == "references" and not target.is_path,
                beside=line_of(page, offset, line),
            )
    for found in links_in(page):
        if found.target not in related and not found.is_embed:
            line_text = page.lines[found.line]
            yield Reference(
                "references",
                False,
                "links",
                found.target,
                offset + found.line,
                column_of(line_text, found.start),
                column_of(line_text, found.end),
                is_path=True,
                is_quiet=True,
            )


def line_of(page: Page, offset: int, number: int) -> str:
    """The text of a line of the file, "" in front matter."""
    at = number - offset
    return page.lines[at] if 0 <= at < len(page.lines) else ""


def successions(value: Value, key: str = "", words: str = "", depth: int = 0) -> Iterator[tuple[str, str, str]]:
    """Yield what front matter says of successors, at any depth: its key of the top, `superseded by`, and the text. The
    words are a key, or the type of a list's item: `{type: supersedes, target: ADR-3}`."""
    if isinstance(value, str):
        yield from [(key, words, value)] if words and value.strip() else ()
    elif depth > _MAX_DEPTH:
        return
    elif isinstance(value, list):
        for inner in value:
            yield from successions(inner, key, words, depth + 1)
    else:
        kinds = (_JOINED.get(_letters(inner), "") for inner in value.values() if isinstance(inner, str))
        of_item = next(filter(None, kinds), words) if depth else ""
        for name, inner in value.items():
            if not (isinstance(inner, str) and _letters(inner) in _JOINED):
                yield from successions(inner, key or name, _JOINED.get(_letters(name), of_item), depth + 1)


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text)).casefold()
