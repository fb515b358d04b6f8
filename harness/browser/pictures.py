"""Take the pictures of docs/explorer.md: `python -m harness.browser.pictures`."""

from harness.browser.chromium import chromium
from tests.paths import ROOT
from tests.server.web import WebServer

FOLDER = ROOT / "docs" / "pictures"
PICTURES = (
    ("overview", "cider-mill", "", False),
    ("diagram", "checkout-session", "diagram?id=checkout", False),
    ("impact", "cider-mill", "impact?id=ADR-0005", False),
    ("playthrough", "salt-citadel", "world/play?goal=end&step=4", False),
    ("walkthrough", "checkout-session", "walkthrough?id=refunds", True),
)


def take() -> None:
    """Take each picture anew."""
    FOLDER.mkdir(exist_ok=True)
    with chromium() as tab:
        for name, world, address, dark in PICTURES:
            tab.show_as(dark=dark, width=1100, height=720)
            with WebServer(ROOT / "worlds" / world, "--explorer") as server:
                tab.go(f"http://127.0.0.1:{server.port}/explore/{address}")
                (FOLDER / f"{name}.png").write_bytes(tab.picture())


if __name__ == "__main__":
    take()
