"""Write the page of the seeds from their items: what each asks for, and which tests show it.

python -m tests.docs.seed_reference      # writes docs/seeds.md
"""

from collections.abc import Iterator, Mapping, Sequence

from tests.docs.seed_items import SEEDS, Item, Seed, items_of
from tests.paths import ROOT

PAGE = ROOT / "docs" / "seeds.md"
VERDICTS = ("yes", "no", "apart")

HEAD = """# The seeds, item by item

`python -m tests.docs.seed_reference` writes this page from `tests/seeds/*.toml`.

Frieze comes from the specifications of five programs, its seeds. Each row is one thing that a seed asks for: a
tool, an argument, a default, an order, an error, a format. `yes` names the tests that show it. `no` gives the reason.
What writes to a source or follows its changes is counted apart: everything here only reads a snapshot. The tests fail
if a named test does not exist or never runs, and if the page is not what the script writes.
"""


def page() -> str:
    """The whole page as markdown."""
    items = {seed: items_of(seed) for seed in SEEDS}
    parts = [HEAD, "\n".join(_counts(items)), *("\n".join(_section(seed, rows)) for seed, rows in items.items())]
    return "\n".join(parts)


def _counts(items: Mapping[Seed, Sequence[Item]]) -> Iterator[str]:
    everything = [one for rows in items.values() for one in rows]
    yield f"| seed | subject | items | {' | '.join(VERDICTS)} |"
    yield "|---|---|---|---|---|---|"
    for seed, rows in items.items():
        yield f"| [{seed.program}](#{_anchor(seed)}) | {seed.subject} | {_numbers(rows)} |"
    yield f"| all | | {_numbers(everything)} |"
    yield ""


def _numbers(items: Sequence[Item]) -> str:
    verdicts = [one.verdict for one in items]
    return " | ".join(map(str, [len(items), *(verdicts.count(verdict) for verdict in VERDICTS)]))


def _anchor(seed: Seed) -> str:
    return seed.program.lower()


def _section(seed: Seed, items: Sequence[Item]) -> Iterator[str]:
    yield f"## {seed.program}\n"
    yield "| item | what the seed asks for | | shown by |"
    yield "|---|---|---|---|"
    yield from (f"| `{one.id}` | {_cell(one.says)} | {_answer(one)} |" for one in items)
    yield ""


def _answer(item: Item) -> str:
    return f"{item.verdict} | {'<br>'.join(map(_test, item.tests)) or _cell(item.reason)}"


def _test(name: str) -> str:
    file, _, test = name.partition("::")
    return f"[{test}](../{file})"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
