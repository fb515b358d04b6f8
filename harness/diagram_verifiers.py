"""Verify answers about the diagrams of `worlds/checkout-session`.

Where a question asks for exactly some objects, an answer that names another is wrong.
"""

import re

from harness.verifiers import in_order, plain


def map_leads_to_basket(answer: str) -> bool:
    """The stable id of the first box of the checkout, which stands in the sidecar only."""
    return "basket-full" in plain(answer)


def refused_card_edge(answer: str) -> bool:
    """The edge by its stable id with both ends, and not the other edge with the same label."""
    text = plain(answer)
    return _holds(text, "card-refused", "card-check", "retry") and not _holds_any(text, "e:0009", "split")


def asked_when_slow(answer: str) -> bool:
    """The box with the note, and what the note says."""
    text = plain(answer)
    return _holds_any(text, "card-check", "card accepted") and "slow" in text


def ok_in_the_loop(answer: str) -> bool:
    """The one of three equal texts that is sent in the loop: its id, and who sends it to whom."""
    text = plain(answer)
    sent = re.search(r"\bbank\b[^;]{0,60}?\b(?:reader|p:r|r)\b", text)
    return "code-ok" in text and sent is not None and "m:booked" not in text


def bank_tells_the_shop(answer: str) -> bool:
    """Both messages, and none that goes elsewhere."""
    others = ("ask for the code", "authorise", "pay by card", "offer another", "send the code", "book the sale")
    text = plain(answer)
    return _holds(text, "approved", "refused") and not _holds_any(text, *others)


def map_links(answer: str) -> bool:
    """The three targets, and not that of the link that begins in another diagram."""
    text = plain(answer)
    found = (
        _holds_any(text, "basket-full", "basket is full"),
        _holds_any(text, "n:pick", "pick the books"),
        _holds_any(text, "p:desk", "returns desk"),
    )
    return all(found) and not _holds_any(text, "gift", "n:print")


def link_to_undrawn_diagram(answer: str) -> bool:
    """The one cross-reference that dangles, and the diagram that is not there; not the one that only claims to."""
    text = plain(answer)
    return _holds(text, "x:gift-card", "gift-cards") and "x:refused" not in text


def order_reaches_the_shelf(answer: str) -> bool:
    """One of the two shortest routes, in order."""
    begin, finish = ("n:confirm", "m:0002"), ("m:0004", "n:pick")
    text = plain(answer)
    return any(in_order(text, (*begin, middle, *finish)) for middle in ("m:0003", "p:orders"))


def flowcharts_without_cycles(answer: str) -> bool:
    """The two without, and none of those with a cycle."""
    text = plain(answer).replace("-", " ")
    found = _holds_any(text, "storefront", "map of the shop") and "fraud review" in text
    return found and not _holds_any(text, "checkout", "fulfilment", "from shelf to door", "stock watch")


def evidence_at_the_bank(answer: str) -> bool:
    """Both refs, and none of the other steps."""
    text = plain(answer)
    return _holds(text, "b:0002", "m:0004") and not _holds_any(text, "b:0001", "n:returns", "n:refunded")


def tracking_line(answer: str) -> bool:
    """The line as it is written, and its number."""
    text = plain(answer)
    return "parcel -.->|tracking number| orders" in text and re.search(r"\b9\b", text) is not None


def said_when_closed(answer: str) -> bool:
    """The messages of the second branch, and none of the first or from outside."""
    others = ("paid back", "pay back", "here is the book", "cannot take", "open a case", "close the case")
    text = plain(answer)
    return _holds(text, "try tomorrow", "wait a day") and not _holds_any(text, *others)


def _holds(text: str, *parts: str) -> bool:
    return all(part in text for part in parts)


def _holds_any(text: str, *parts: str) -> bool:
    return any(part in text for part in parts)
