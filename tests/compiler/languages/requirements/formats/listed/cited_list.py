"""A list of requirements, and a check of what a file beside it covers and cites."""

from tests.compiler.languages.querying import ask
from tests.compiler.languages.written_cases import Case

NUMBERS = ("001", "002", "003", "004", "012", "120")
LIST = "# Requirements\n\n| ID | Requirement |\n|---|---|\n" + "".join(
    f"| REQ-{number} | The lamp shall do thing {number}. |\n" for number in NUMBERS
)


def check_citations(case: Case) -> None:
    """Check which requirements the files of a case test (`tested 001 002`), and which they cite or implement alone."""
    files = {"docs/requirements.md": LIST, **case.files}
    tested = {key for (key,) in ask(files, "SELECT requirement FROM test_reference")}
    kinds = "kind IN ('implements', 'verifies', 'mentions') AND NOT dangling AND of LIKE 'r:REQ%'"
    cited = {key.removeprefix("r:") for (key,) in ask(files, f"SELECT of FROM link WHERE {kinds}")} - tested
    assert " ".join(["tested", *sorted(key.removeprefix("REQ-") for key in tested)]) == case.head
    found = " ".join(["cited", *sorted(key.removeprefix("REQ-") for key in cited)])
    assert found == (case.expected or ["cited"])[0]
