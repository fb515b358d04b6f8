from compiler.text.headings import heading_text
from tests.compiler.tables import table


@table(
    ("written", "text"),
    [("Tea", "Tea"), (" Tea ## ", "Tea"), ("Tea\t#", "Tea"), ("C#", "C#"), ("C# #", "C#"), ("##", ""), ("", "")],
)
def test_heading_text_has_no_closing_hashes(written: str, text: str) -> None:
    assert heading_text(written) == text
