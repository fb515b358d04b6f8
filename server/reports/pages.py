"""The pages of the diagnostic codes: `docs/diagnostics/` of a checkout, which a wheel holds as `server/diagnostics`."""

from functools import cache
from pathlib import Path

URL = "https://github.com/frieze-dev/frieze/blob/main/docs/diagnostics"


def page_url(code: str) -> str:
    """Return the address of the page of a code of Frieze."""
    return f"{URL}/{code}.md"


@cache
def page_codes() -> tuple[str, ...]:
    """Return the codes that have a page, sorted."""
    return tuple(sorted(path.stem for path in _folder().glob("*.md") if path.stem != "README"))


def read_page(code: str) -> tuple[str, str]:
    """Return the title of a code's page, and its markdown without the front matter. Raises FileNotFoundError."""
    _, front_matter, body = (_folder() / f"{code}.md").read_text(encoding="utf-8").split("---\n", 2)
    title = next(line.removeprefix("title: ") for line in front_matter.splitlines() if line.startswith("title: "))
    return title, body.strip()


def _folder() -> Path:
    package = Path(__file__).parent.parent
    packaged = package / "diagnostics"
    return packaged if packaged.is_dir() else package.parent / "docs" / "diagnostics"
