"""A small tree of code, and a check of the rules that hold for a file of it."""

from queries import answer
from tests.compiler.languages.querying import snapshot_of
from tests.compiler.languages.written_cases import Case

CODE = {"src/a.py": "# x\nx = 1\n", "web/app/x.ts": "// x\nlet x=1\n", "README.md": "# P\n"}


def check_rules(case: Case) -> None:
    """Check which texts each program reads for the file that the case names, and what may be read on request:
    `claude: CLAUDE.md=always`, `request: .cursor/rules/a.mdc=description`."""
    with snapshot_of({**CODE, **case.files}) as snapshot:
        found = answer(snapshot, "instructions_for", {"path": case.head})
    for line in case.expected:
        tool, _, texts = line.partition(":")
        listed = found["on_request" if tool == "request" else "instructions"]
        read = [f"{text['instruction']}={text['mode']}" for text in listed if tool in (*text["tools"], "request")]
        assert (sorted(read) if tool == "request" else read) == texts.split()
