"""Right and wrong answers to the questions about worlds, in various words."""

from harness import verifiers
from harness.verifiers import Verifier

GOOD: list[tuple[Verifier, str]] = [
    (verifiers.gate_must_be_unlocked, "`@garden_gate.locked == false` must hold."),
    (verifiers.gate_must_be_unlocked, "The gate (@garden_gate) has to be **unlocked**."),
    (verifiers.gate_must_be_unlocked, "Lock.locked must be false; otherwise the iron gate does not move."),
    (verifiers.gate_must_be_unlocked, "The exit is open once the garden gate is not locked."),
    (verifiers.characters_are_warden_and_ghost, "@warden and @ghost."),
    (verifiers.characters_are_warden_and_ghost, "Two entities:\n\n- `@ghost`\n- `@warden`"),
    (
        verifiers.trust_changes_by_choice,
        "- **State your purpose**: `trust += 1`\n- **Offer the journal**: `trust += 5`\n"
        "- **Force the gate**: `trust -= 2`",
    ),
    (
        verifiers.trust_changes_by_choice,
        "It is +1 (State your purpose), +5 (Offer the journal) and −2 (Force the gate).",
    ),
    (
        verifiers.trust_changes_by_choice,
        "'Offer the journal' raises it by 5, 'State your purpose' increases trust by 1, and 'Force the gate' lowers "
        "it by 2.",
    ),
    (verifiers.journal_effects, "It adds 5 to Character.trust and sets the mood to friendly."),
    (verifiers.journal_effects, "- `Character.trust += 5`\n- `Character.mood = friendly`"),
    (verifiers.gate_opens_by_asking, "Choose “Ask about the garden” once @warden.trust >= 3."),
    (
        verifiers.gate_opens_by_asking,
        "With a trust of at least three, asking the warden about the garden sets locked = false.",
    ),
    (verifiers.gallery_guards, "`@casebook.pages >= 3` and `@casebook.suspicion != nobody`."),
    (verifiers.gallery_guards, "At least three pages, and the suspicion must not be nobody."),
    (verifiers.beyond_the_breakwater, "Lighthouse, Gallery and Halcyon Rocks."),
    (verifiers.beyond_the_breakwater, "- gallery\n- halcyon-rocks\n- lighthouse"),
    (verifiers.rules_of_the_spring, "`night water` does level += 1; `the mountain gives` sets state = breaking."),
    (
        verifiers.rules_of_the_spring,
        "1. night water — adds 1 to the level.\n2. the mountain gives — the state becomes breaking.",
    ),
    (
        verifiers.way_to_the_spring,
        "Salt Road → Outer Gate → Weighing Court → Guildhall → Smugglers' Stair → Spring Chamber",
    ),
    (
        verifiers.way_to_the_spring,
        "salt-road, outer-gate, weighing-court, upper-quarry, lower-quarry, spring-chamber (five steps)",
    ),
    (
        verifiers.way_to_the_spring,
        "From the Salt Road to the Spring Chamber takes five steps: salt-road, outer-gate, weighing-court, guildhall, "
        "smugglers-stair, spring-chamber.",
    ),
    (verifiers.tab_and_missing_import, "tunnels.urd.md:67 holds a tab; ./mine.urd.md does not exist."),
    (verifiers.tab_and_missing_import, "The tab is in line 67 of `tunnels.urd.md`. The import `./mine.urd.md` fails."),
]

BAD: list[tuple[Verifier, str]] = [
    (verifiers.gate_must_be_unlocked, "There is no condition on that exit."),
    (verifiers.gate_must_be_unlocked, "@garden_gate.locked must be true."),
    (verifiers.gate_must_be_unlocked, "locked == true, so it is never unlocked at the gate"),
    (verifiers.gate_must_be_unlocked, "You need the journal."),
    (verifiers.characters_are_warden_and_ghost, "@warden"),
    (verifiers.characters_are_warden_and_ghost, "@warden, @ghost and @journal"),
    (verifiers.characters_are_warden_and_ghost, ""),
    (
        verifiers.trust_changes_by_choice,
        "State your purpose: +5. Offer the journal: +1. Force the gate: -2.",
    ),
    (verifiers.trust_changes_by_choice, "State your purpose (+1) and Offer the journal (+5)."),
    (verifiers.trust_changes_by_choice, "State your purpose: +1. Offer the journal: +5. Force the gate: +2."),
    (verifiers.trust_changes_by_choice, "It can change by 1, 5 and 2."),
    (verifiers.journal_effects, "It adds 5 to trust."),
    (verifiers.journal_effects, "The mood becomes friendly and trust goes up by 3."),
    (verifiers.journal_effects, "The mood becomes wary; the trust is +5, which is friendly."),
    (verifiers.gate_opens_by_asking, "Force the gate."),
    (verifiers.gate_opens_by_asking, "Ask about the garden."),
    (verifiers.gate_opens_by_asking, "It opens when the trust is 5."),
    (verifiers.gallery_guards, "The casebook needs three pages."),
    (verifiers.gallery_guards, "pages >= 3 and suspicion == nobody"),
    (verifiers.beyond_the_breakwater, "Lighthouse and Halcyon Rocks."),
    (verifiers.beyond_the_breakwater, "Lighthouse, Gallery, Halcyon Rocks and the Quay."),
    (verifiers.rules_of_the_spring, "night water sets the state to breaking; the mountain gives level += 1"),
    (verifiers.rules_of_the_spring, "Only night water: level += 1."),
    (verifiers.way_to_the_spring, "Salt Road, Weighing Court, Guildhall, Smugglers' Stair, Spring Chamber"),
    (
        verifiers.way_to_the_spring,
        "Salt Road, Outer Gate, Weighing Court, Guildhall, Brine Works, Cistern, Spring Chamber",
    ),
    (verifiers.tab_and_missing_import, "tunnels.urd.md, line 12; mine.urd.md"),
    (verifiers.tab_and_missing_import, "tunnels.urd.md, line 67; and every import exists"),
]
