"""Small trees of Doorstop as text."""

DOCUMENT = "settings:\n  digits: 3\n  prefix: {}\n  sep: ''\n"
CHILD = "settings:\n  digits: 3\n  parent: {}\n  prefix: {}\n  sep: ''\n"


def tree(**items: str) -> dict[str, str]:
    """The documents REQ, TST below it and LLR below it, with items by their ids: `REQ001="text: a\\n"`."""
    files = {
        "req/.doorstop.yml": DOCUMENT.format("REQ"),
        "tst/.doorstop.yml": CHILD.format("REQ", "TST"),
        "llr/.doorstop.yml": CHILD.format("REQ", "LLR"),
    }
    return files | {f"{uid[:3].lower()}/{uid}.yml": text for uid, text in items.items()}
