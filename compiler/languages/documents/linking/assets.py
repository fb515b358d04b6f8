"""Files that a site or a program serves from a folder of assets."""

import re

from compiler.model.source import Source

# Where sites and programs keep what they serve from their root.
ASSET_FOLDERS = ("", "public/", "static/", "assets/", "src/", "source/", "src/assets/", "docs/", "images/")
_ASSET = re.compile(
    r"(?!\.)[^?#]+/[^/]+\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|mp3|zip|csv|drawio)$", re.IGNORECASE
)


def is_asset_name(written: str) -> bool:
    """Return whether an address is that of an image or the like, with a folder."""
    return _ASSET.match(written) is not None


def has_asset(source: Source, page: str, written: str) -> bool:
    """Return whether a folder of assets of a folder above a page has a file."""
    above = [page.rpartition("/")[0]]
    while above[-1]:
        above.append(above[-1].rpartition("/")[0])
    roots = (f"{folder}/" if folder else "" for folder in above)
    name = written.lstrip("/")
    return any(source.exists(f"{root}{folder}{name}") for root in roots for folder in ASSET_FOLDERS)
