"""The way of a browser through the pages of an explorer."""

from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from harness.browser.chromium import Tab

LINKS = """[...document.querySelectorAll("a[href]")].map((one) => new URL(one.getAttribute("href"), location).href)"""
PAGES_OF_KIND = 1  # of a page with parameters, one in each sample is looked at


def walk(tab: Tab, start: str) -> Iterator[str]:
    """Go through the pages of an explorer: each that the menu has, and one of each that links have."""
    kinds: dict[str, int] = {}
    waiting, known = [start], {start}
    while waiting:
        address = waiting.pop(0)
        kind = urlsplit(address).path
        if kinds.get(kind, 0) >= PAGES_OF_KIND or kind.endswith(".csv"):
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        tab.go(address)
        yield address
        for link in tab.evaluate(LINKS):
            plain = urljoin(start, link.partition("#")[0])
            if plain.startswith(start) and plain not in known:
                known.add(plain)
                waiting.append(plain)
