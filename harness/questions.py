"""The questions about worlds. Each has a prompt, a source, a verifier of the answer, and a plan with facts.

The plan lists the calls that a good agent would make, and the facts what their answers must contain. They are checked
without a model (`--dry`): if the plan of a question fails, no agent can answer it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import verifiers
from harness.verifiers import Verifier

WORLDS = Path(__file__).parents[1] / "worlds"


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A question. `source` is a folder of `worlds/`, or a name for what `written` writes and returns the path of;
    `facts` are strings that the plan's answers must contain."""

    id: str
    source: str
    prompt: str
    verifier: Verifier
    plan: tuple[Call, ...]
    facts: tuple[str, ...]
    written: Callable[[], Path] | None = None

    @property
    def path(self) -> Path:
        """The path of the source."""
        return self.written() if self.written else WORLDS / self.source


GARDEN = (
    Question(
        "gate-condition",
        "locked-garden",
        "What condition must be met to travel from the Gatehouse to the Walled Garden?",
        verifiers.gate_must_be_unlocked,
        (Call("get_property_dependencies", {"entity_type": "Lock", "property": "locked"}),),
        ('"exit:gatehouse/garden"', "locked == false"),
    ),
    Question(
        "characters",
        "locked-garden",
        "Which entities are of type Character? Name only those.",
        verifiers.characters_are_warden_and_ghost,
        (Call("list_objects", {"kind": "entity", "where": {"type": "Character"}, "fields": ["id"]}),),
        ('"objects":[{"id":"@warden"},{"id":"@ghost"}],"total":2',),
    ),
    Question(
        "trust-changes",
        "locked-garden",
        "What are all the ways @warden.trust can change in the gatehouse?",
        verifiers.trust_changes_by_choice,
        (Call("get_property_dependencies", {"entity_type": "Character", "property": "trust"}),),
        (
            '"site":"choice:locked-garden/greet/state-your-purpose","operation":"trust += 1"',
            '"site":"choice:locked-garden/greet/offer-the-journal","operation":"trust += 5"',
            '"site":"choice:locked-garden/greet/force-the-gate","operation":"trust -= 2"',
        ),
    ),
    Question(
        "journal-effects",
        "locked-garden",
        "What effects does choosing 'Offer the journal' have?",
        verifiers.journal_effects,
        (Call("get_choice_conditions", {"section": "locked-garden/greet"}),),
        ('"Character.trust","operation":"+= 5"', '"Character.mood","operation":"= friendly"'),
    ),
    Question(
        "gate-unlocking",
        "locked-garden",
        "How can the garden gate be unlocked?",
        verifiers.gate_opens_by_asking,
        (
            Call("get_property_dependencies", {"entity_type": "Lock", "property": "locked"}),
            Call("get_choice_conditions", {"section": "locked-garden/greet"}),
        ),
        ('"operation":"locked = false"', '"comparison":">= 3"', "ask-about-the-garden"),
    ),
)

OTHERS = (
    Question(
        "gallery-guards",
        "harbour-mystery",
        "Which property conditions guard the way from the Lighthouse to the Gallery?",
        verifiers.gallery_guards,
        (
            Call("get_property_dependencies", {"entity_type": "Casebook", "property": "pages"}),
            Call("get_property_dependencies", {"entity_type": "Casebook", "property": "suspicion"}),
        ),
        ('"exit:lighthouse/gallery","comparison":"pages >= 3"', '"comparison":"suspicion != nobody"'),
    ),
    Question(
        "beyond-the-breakwater",
        "harbour-mystery",
        "Standing on the Breakwater, which other locations can still be reached? Name only those.",
        verifiers.beyond_the_breakwater,
        (Call("get_reachable_locations", {"from": "breakwater"}),),
        ('"reachable":["breakwater","gallery","halcyon-rocks","lighthouse"]',),
    ),
    Question(
        "rules-of-the-spring",
        "salt-citadel",
        "Which rules change the spring's level or state, and what does each of them do to it?",
        verifiers.rules_of_the_spring,
        (
            Call("get_property_dependencies", {"entity_type": "Spring", "property": "level"}),
            Call("get_property_dependencies", {"entity_type": "Spring", "property": "state"}),
        ),
        (
            '"site":"rule:night water","operation":"level += 1"',
            '"site":"rule:the mountain gives","operation":"state = breaking"',
        ),
    ),
    Question(
        "way-to-the-spring",
        "salt-citadel",
        "Name a shortest way from the Salt Road to the Spring Chamber, conditions aside: every location, in order.",
        verifiers.way_to_the_spring,
        (Call("get_reachable_locations", {"from": "salt-road"}),),
        ('"spring-chamber":["salt-road","outer-gate","weighing-court",',),
    ),
    Question(
        "tab-and-import",
        "broken-cellar",
        "Which file holds a tab character, in which line, and which imported file was not found?",
        verifiers.tab_and_missing_import,
        (
            Call("get_diagnostics", {"code": "URD102"}),
            Call("get_diagnostics", {"code": "URD201"}),
        ),
        ('"file":"tunnels.urd.md","start_line":67', "'./mine.urd.md'"),
    ),
)

WORLD_QUESTIONS = GARDEN + OTHERS
