"""Each verifier of the diagram questions accepts right answers in various words and rejects wrong ones."""

import pytest

from harness import diagram_verifiers as verifiers
from harness.diagram_questions import DIAGRAMS
from harness.questions import Question
from harness.verifiers import Verifier

GOOD: list[tuple[Verifier, str]] = [
    (verifiers.map_leads_to_basket, "To the diagram `checkout`, node `n:basket-full` (“Basket is full”)."),
    (verifiers.map_leads_to_basket, "d:checkout/flow/node/n:basket-full"),
    (verifiers.refused_card_edge, "`e:card-refused`, from `n:card-check` to `n:retry`."),
    (verifiers.refused_card_edge, "Edge e:card-refused (label 'no'): n:card-check → n:retry"),
    (verifiers.asked_when_slow, "n:card-check: the second provider is asked when the first is slow."),
    (verifiers.asked_when_slow, "The box “Card accepted?”; if the first one is too slow."),
    (verifiers.ok_in_the_loop, "`m:code-ok`, sent by the Bank to the Reader."),
    (verifiers.ok_in_the_loop, "- id: m:code-ok\n- from: p:bank\n- to: p:reader"),
    (verifiers.ok_in_the_loop, "d:pay-card/seq/message/m:code-ok (p:bank → p:reader)"),
    (verifiers.bank_tells_the_shop, "“Approved” if the card is known, and “Refused” otherwise."),
    (verifiers.bank_tells_the_shop, "1. Approved (m:0003)\n2. Refused (m:refused)"),
    (verifiers.map_links, "n:basket-full (checkout), n:pick (fulfilment), p:Desk (refund)"),
    (verifiers.map_links, "- Basket is full\n- Pick the books\n- the participant Returns desk"),
    (verifiers.link_to_undrawn_diagram, "`x:gift-card`: the diagram `gift-cards` does not exist."),
    (verifiers.link_to_undrawn_diagram, "x:gift-card → d:gift-cards/flow/node/n:print, which is yet to be drawn"),
    (
        verifiers.order_reaches_the_shelf,
        "d:checkout/flow/node/n:confirm → d:place-order/seq/message/m:0002 → d:place-order/seq/message/m:0003 → "
        "d:place-order/seq/message/m:0004 → d:fulfilment/flow/node/n:pick",
    ),
    (
        verifiers.order_reaches_the_shelf,
        "From n:confirm to n:pick it takes four hops:\n1. n:confirm\n2. m:0002\n3. p:Orders\n4. m:0004\n5. n:pick",
    ),
    (verifiers.flowcharts_without_cycles, "`storefront` and `fraud-review`."),
    (verifiers.flowcharts_without_cycles, "The Map of the shop and Fraud review."),
    (verifiers.evidence_at_the_bank, "`d:refund/seq/block/b:0002` and `d:refund/seq/message/m:0004`"),
    (verifiers.tracking_line, "storefront.mmd:9\n```\n    parcel -.->|tracking number| orders\n```"),
    (verifiers.tracking_line, "Line 9: `parcel -.->|tracking number| orders`"),
    (verifiers.said_when_closed, "“Try tomorrow” (Bank to Desk) and “Wait a day” (Desk to itself)."),
]

BAD: list[tuple[Verifier, str]] = [
    (verifiers.map_leads_to_basket, "To the diagram checkout, node n:start."),
    (verifiers.map_leads_to_basket, "To n:basket."),
    (verifiers.refused_card_edge, "e:0004 from n:pay to n:retry"),
    (verifiers.refused_card_edge, "e:0009, n:shelf-check to n:split"),
    (verifiers.refused_card_edge, "e:card-refused or e:0009: n:card-check, n:retry, n:shelf-check, n:split"),
    (verifiers.asked_when_slow, "The manual check (Second opinion)."),
    (verifiers.asked_when_slow, "n:card-check, when the first refuses."),
    (verifiers.asked_when_slow, "p:bank, when it is slow"),
    (verifiers.ok_in_the_loop, "m:booked, from the Ledger to the Shop"),
    (verifiers.ok_in_the_loop, "m:code-ok, from the Reader to the Bank"),
    (verifiers.ok_in_the_loop, "m:0011, shop to reader"),
    (verifiers.ok_in_the_loop, "m:code-ok (bank to reader) and m:booked (ledger to shop)"),
    (verifiers.bank_tells_the_shop, "Approved"),
    (verifiers.bank_tells_the_shop, "Approved, Ask for the code, Refused"),
    (verifiers.map_links, "n:basket-full and n:pick"),
    (verifiers.map_links, "n:basket-full, n:pick, p:Desk and n:print of the gift cards"),
    (verifiers.link_to_undrawn_diagram, "None: all of them lead somewhere."),
    (verifiers.link_to_undrawn_diagram, "x:refused and x:gift-card; the diagram gift-cards is missing"),
    (verifiers.order_reaches_the_shelf, "n:confirm, m:0002, m:0004, n:pick"),
    (verifiers.order_reaches_the_shelf, "n:pick, m:0004, m:0003, m:0002, n:confirm"),
    (verifiers.order_reaches_the_shelf, "There is no route from n:confirm to n:pick."),
    (verifiers.flowcharts_without_cycles, "storefront"),
    (verifiers.flowcharts_without_cycles, "storefront, fraud-review and fulfilment"),
    (verifiers.flowcharts_without_cycles, "All have a cycle."),
    (verifiers.evidence_at_the_bank, "d:refund/seq/block/b:0002"),
    (verifiers.evidence_at_the_bank, "b:0001, b:0002, m:0004"),
    (verifiers.tracking_line, "Line 9: parcel --> orders"),
    (verifiers.tracking_line, "Line 8: parcel -.->|tracking number| orders"),
    (verifiers.said_when_closed, "Try tomorrow"),
    (verifiers.said_when_closed, "Pay back, Paid back, Try tomorrow, Wait a day"),
]


@pytest.mark.parametrize(("verifier", "answer"), GOOD)
def test_a_right_answer_passes(verifier: Verifier, answer: str) -> None:
    assert verifier(answer)


@pytest.mark.parametrize(("verifier", "answer"), BAD)
def test_a_wrong_answer_fails(verifier: Verifier, answer: str) -> None:
    assert not verifier(answer)


@pytest.mark.parametrize("answer", ["", "I do not know.", "\x00", "(" * 200, "bank " * 2000])
@pytest.mark.parametrize("question", DIAGRAMS, ids=lambda one: one.id)
def test_verifiers_accept_any_text(question: Question, answer: str) -> None:
    assert not question.verifier(answer)


def test_every_verifier_is_tested_both_ways() -> None:
    used = {question.verifier for question in DIAGRAMS}
    assert {verifier for verifier, _ in GOOD} == {verifier for verifier, _ in BAD} == used
