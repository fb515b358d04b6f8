"""Which files are of the diagrams language."""

from compiler.languages.diagrams.claims import claims
from tests.compiler.tables import table


@table(
    ("path", "claimed"),
    [
        ("a.mmd", True),
        ("docs/a.MERMAID", True),
        ("README.md", True),
        ("a.markdown", True),
        ("a.mdx", True),
        ("world.urd.md", False),
        ("nereid-session.meta.json", True),
        ("walkthroughs/a.wt.json", True),
        ("a.meta.json", True),
        ("package.json", False),
        ("mmd", False),
    ],
)
def test_claims_go_by_file_name(path: str, claimed: bool) -> None:
    assert claims(path) is claimed
