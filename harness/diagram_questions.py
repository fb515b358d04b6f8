"""The twelve questions about diagrams, of the sample `worlds/checkout-session`.

They ask what is easy to get wrong by reading files one by one: ids and notes in sidecars, equal texts in different
branches, routes through several diagrams, and complete lists.
"""

from typing import Any

from harness import diagram_verifiers as verifiers
from harness.questions import Call, Question
from harness.verifiers import Verifier

FLOWCHARTS = ("storefront", "checkout", "fulfilment", "fraud-review", "stock-watch")
LIST = Call("session_list_diagrams", {})


def _question(id_: str, prompt: str, verifier: Verifier, plan: tuple[Call, ...], *facts: str) -> Question:
    return Question(id_, "checkout-session", prompt, verifier, (LIST, *plan), facts)


def _call(tool: str, **arguments: Any) -> Call:
    return Call(tool, arguments)


DIAGRAMS = (
    _question(
        "map-checkout",
        "On the map of the shop, where does the box 'Checkout' lead: to which diagram, and which object in it? Give "
        "its id.",
        verifiers.map_leads_to_basket,
        (
            _call("search", query="Checkout", kinds=["node"]),
            _call("xref_neighbors", object_ref="d:storefront/flow/node/n:checkout", direction="out"),
        ),
        '"d:storefront/flow/node/n:checkout"',
        '"neighbors":["d:checkout/flow/node/n:basket-full"]',
    ),
    _question(
        "refused-card-edge",
        "Which edge of the checkout is taken when the card is not accepted? Give its id and the ids of both ends.",
        verifiers.refused_card_edge,
        (_call("list_objects", kind="edge", where={"diagram": "checkout", "label": "no"}),),
        '"edge":"e:card-refused"',
        '"from_node":"n:card-check"',
        '"to_node":"n:retry"',
    ),
    _question(
        "second-provider",
        "Somebody left a note about a second provider at a box of the checkout. Which box is it, and when is the "
        "second provider asked?",
        verifiers.asked_when_slow,
        (
            _call("search", query="second provider"),
            _call("object_get", object_ref="d:checkout/flow/node/n:card-check"),
        ),
        '"label":"Card accepted?"',
        '"note":"Two providers; the second is asked when the first is slow."',
    ),
    _question(
        "ok-in-the-loop",
        "In the sequence 'Paying by card' the text 'ok' is sent more than once. Which of these messages is sent inside "
        "the loop? Give its id, who sends it, and to whom. Name only that one.",
        verifiers.ok_in_the_loop,
        (_call("seq_search", diagram_id="pay-card", needle="^ok$", mode="regex"),),
        '"message_id":"m:code-ok","from_participant_id":"p:bank","to_participant_id":"p:reader"',
        '"loop up to three times"]',
    ),
    _question(
        "bank-to-shop",
        "What does the bank tell the shop when someone pays by card? Give the texts of exactly these messages.",
        verifiers.bank_tells_the_shop,
        (_call("seq_messages", diagram_id="pay-card", from_participant_id="p:bank", to_participant_id="p:shop"),),
        '"messages":["d:pay-card/seq/message/m:0003","d:pay-card/seq/message/m:refused"]',
        '"text":"Approved"',
        '"text":"Refused"',
    ),
    _question(
        "map-links",
        "To which objects do the navigation links of the map of the shop lead? Name exactly these.",
        verifiers.map_links,
        (_call("xref_list", kind="nav"),),
        '"from":"d:storefront/flow/node/n:checkout","to":"d:checkout/flow/node/n:basket-full"',
        '"from":"d:storefront/flow/node/n:parcel","to":"d:fulfilment/flow/node/n:pick"',
        '"from":"d:storefront/flow/node/n:returns","to":"d:refund/seq/participant/p:Desk"',
        '"from":"d:fulfilment/flow/node/n:card"',
    ),
    _question(
        "dangling-link",
        "Which cross-references of the bookshop lead nowhere? Give their ids, and say what is missing.",
        verifiers.link_to_undrawn_diagram,
        (_call("xref_list", dangling_only=True),),
        '"xref_id":"x:gift-card"',
        '"to":"d:gift-cards/flow/node/n:print"',
        '"total":1}',
    ),
    _question(
        "order-to-shelf",
        "Name a shortest route from 'Write the order' in the checkout to 'Pick the books' in the warehouse, across "
        "diagrams: the ref of every object on it, in order.",
        verifiers.order_reaches_the_shelf,
        (
            _call("search", query='"Write the order"', kinds=["node"]),
            _call("search", query='"Pick the books"', kinds=["node"]),
            _call(
                "session_find_route",
                **{"from": "d:checkout/flow/node/n:confirm", "to": "d:fulfilment/flow/node/n:pick"},
            ),
        ),
        '"route":["d:checkout/flow/node/n:confirm","d:place-order/seq/message/m:0002",'
        '"d:place-order/seq/message/m:0003","d:place-order/seq/message/m:0004","d:fulfilment/flow/node/n:pick"]',
    ),
    _question(
        "no-cycles",
        "Which flowcharts of the bookshop have no cycle at all? Name exactly these.",
        verifiers.flowcharts_without_cycles,
        tuple(_call("flow_cycles", diagram_id=flowchart) for flowchart in FLOWCHARTS),
        "No cycle among 7 nodes and 7 edges.",
        "No cycle among 8 nodes and 10 edges.",
        '"witnesses":[["d:fulfilment/flow/node/n:check","d:fulfilment/flow/node/n:swap",',
        '["d:stock-watch/flow/node/n:count",',
        '["d:checkout/flow/node/n:card-check","d:checkout/flow/node/n:retry"]',
    ),
    _question(
        "evidence-at-the-bank",
        "What does the walkthrough 'How money comes back' cite as evidence where the bank is asked? Give exactly these "
        "refs.",
        verifiers.evidence_at_the_bank,
        (
            _call("walkthrough_list"),
            _call("walkthrough_get", walkthrough_id="refunds"),
            _call("walkthrough_get_node", walkthrough_id="refunds", node_id="bank"),
        ),
        '"refs":["d:refund/seq/block/b:0002","d:refund/seq/message/m:0004"]',
        '"title":"How money comes back"',
    ),
    _question(
        "tracking-line",
        "Show the line of source that draws the edge labelled 'tracking number' on the map of the shop: word for word, "
        "with its number.",
        verifiers.tracking_line,
        (_call("diagram_get_snapshot", diagram_id="storefront"),),
        '{"line":9,"text":"    parcel -.->|tracking number| orders"}',
    ),
    _question(
        "still-closed",
        "Which messages are sent in 'Refunding a return' when the bank is still closed? Give the texts of exactly "
        "these.",
        verifiers.said_when_closed,
        (_call("seq_messages", diagram_id="refund"),),
        '"text":"Try tomorrow","section_ids":["sec:0002:00","sec:0003:01"]',
        '"text":"Wait a day","section_ids":["sec:0002:00","sec:0003:01"]',
        '"else still closed"]',
    ),
)
