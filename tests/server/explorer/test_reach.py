"""The reach of a node: as lists without a script, and as data for the script that shows it in the drawing."""

import json
from html import unescape

from server.transport.pages import MOUNT
from tests.server.explorer.reading import Seen, client_of, sample, seen

FLOW = "/diagram/reach?from=d:checkout/flow/node/n:"


def section(page: Seen, title: str) -> str:
    """The text below a heading."""
    return Seen(page.html.split(f"<h2>{title} (")[1].split("<h2>")[0].split("<footer>")[0]).text


def test_reach_lists_what_a_node_leads_to_nearest_first() -> None:
    ahead = section(seen("checkout-session", f"{FLOW}quote"), "It leads to")
    assert ahead.index("Card accepted? 1 step away") < ahead.index("Offer another card 2 steps away")
    assert "Ask for the address" not in ahead


def test_reach_lists_what_leads_to_a_node() -> None:
    behind = section(seen("checkout-session", f"{FLOW}quote"), "It is led to by")
    assert "Ask for the address 1 step away" in behind
    assert "Card accepted?" not in behind


def test_reach_names_the_loop() -> None:
    loop = section(seen("checkout-session", f"{FLOW}card-check"), "It is on a loop with")
    assert "Offer another card" in loop
    assert "Quote postage" not in loop
    assert "Nothing." in section(seen("checkout-session", f"{FLOW}quote"), "It is on a loop with")


def test_reach_says_that_a_node_leads_to_itself() -> None:
    assert "It leads to itself." in seen("checkout-session", f"{FLOW}address").text
    assert "It leads to itself." not in seen("checkout-session", f"{FLOW}quote").text


def test_reach_is_a_link_of_each_node_of_a_diagram_and_of_the_object() -> None:
    page = seen("checkout-session", "/diagram?id=checkout")
    reach = [address for address in page.addresses if address.startswith(f"{MOUNT}/diagram/reach")]
    assert len(reach) == 10
    assert client_of(sample("checkout-session")).get(reach[0]).status_code == 200
    assert "What it leads to" in seen("checkout-session", "/object?id=d:checkout/flow/node/n:quote").links


def test_diagram_gives_its_script_the_steps_between_the_parts_of_the_drawing() -> None:
    html = seen("checkout-session", "/diagram?id=checkout").html
    ways = json.loads(unescape(html.split('data-ways="')[1].split('"')[0]))
    drawn = {unescape(one.split('"')[0]) for one in html.split('data-id="')[1:]}
    assert set(ways["parts"]) <= drawn
    assert {edge for _, _, *edges in ways["steps"] for edge in edges} <= drawn


def test_sequence_has_no_reach() -> None:
    diagrams = seen("checkout-session", "/diagrams")
    sequences = [address for address in diagrams.addresses if "/diagram?" in address]
    pages = [client_of(sample("checkout-session")).get(address).text for address in sequences]
    assert any("data-ways" not in page for page in pages)
    assert all("/diagram/reach" not in page for page in pages if "data-ways" not in page)
