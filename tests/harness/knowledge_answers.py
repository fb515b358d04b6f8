"""Right and wrong answers to the questions about decisions and tasks, in various words."""

from harness import knowledge_verifiers as verifiers
from harness.verifiers import Verifier

GOOD: list[tuple[Verifier, str]] = [
    (
        verifiers.bookings_by_service,
        "ADR-0005 (the booking service) holds; ADR-0003, the sheet, was between.",
    ),
    (verifiers.bookings_by_service, "ADR-0002 → `ADR-0003` → **ADR-0005**"),
    (verifiers.cloths_and_gate, "MILL-2 and MILL-4."),
    (verifiers.cloths_and_gate, "* `MILL-4` (Paint the gate)\n* `MILL-2` (Replace the press cloths)"),
    (verifiers.put_off_until_november, "cell-d4 is put off until 2025-11-01, which has not come yet."),
    (verifiers.put_off_until_november, "It is deferred until the 1st of November 2025."),
    (verifiers.put_off_until_november, "It is deferred until November 1, 2025."),
    (verifiers.yeast_in_a_circle, "cell-f6 (Buy yeast) and cell-f7 (Choose the yeast) wait for each other."),
    (verifiers.sizes_still_accepted, "ADR-0006 still says accepted; ADR-0007 replaced it."),
    (verifiers.over_press_day_and_scale, "notes/cloths → notes/press-day → ADR-0004 → ADR-0005"),
    (verifiers.over_press_day_and_scale, "Cloths, Press day, Weigh fruit at the gate (ADR-0004), ADR-0005."),
]

BAD: list[tuple[Verifier, str]] = [
    (verifiers.bookings_by_service, "ADR-0003 holds."),
    (verifiers.bookings_by_service, "ADR-0005, ADR-0003 and ADR-0004."),
    (verifiers.cloths_and_gate, "MILL-2, MILL-3 and MILL-4."),
    (verifiers.cloths_and_gate, "MILL-3 and MILL-4."),
    (verifiers.put_off_until_november, "It is blocked by cell-a1.2 until 2025-11-01."),
    (verifiers.put_off_until_november, "Its status is open, so it can be done."),
    (verifiers.yeast_in_a_circle, "cell-f6."),
    (verifiers.yeast_in_a_circle, "cell-f6, cell-f7 and cell-a1.3."),
    (verifiers.sizes_still_accepted, "ADR-0007 still says accepted, and ADR-0006 replaced it."),
    (verifiers.sizes_still_accepted, "ADR-0006."),
    (verifiers.over_press_day_and_scale, "notes/cloths → ADR-0004 → ADR-0005"),
    (verifiers.over_press_day_and_scale, "notes/cloths → notes/scale → ADR-0005"),
]
