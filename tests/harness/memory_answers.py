"""Right and wrong answers to the questions about agent memory, in various words."""

from harness import memory_verifiers as verifiers
from harness.verifiers import Verifier

GOOD: list[tuple[Verifier, str]] = [
    (verifiers.superseded_by_the_tide, "35 minutes at any hour; since f-tide it is 48 minutes against the ebb."),
    (verifiers.superseded_by_the_tide, "`f-crossing` said **35 minutes**. `f-tide`: against the ebb 48 minutes."),
    (verifiers.fog_stands_in_the_way, "No: `f-fog` was invalidated, the log shows two foggy days a year."),
    (verifiers.fog_stands_in_the_way, "The gate refuses it. f-fog is wrong: there are only two foggy days a year."),
    (verifiers.anchor_in_the_shed, "f-anchor: the spare anchor lies in shed 4."),
    (verifiers.anchor_in_the_shed, "f-tide is still there, `f-anchor` (spare anchor in shed four) was retracted."),
    (verifiers.left_after_the_fourth, "After m-4; the timetable allows for a 15 minute buffer on ebb days."),
    (verifiers.left_after_the_fourth, "`m-4`. Fifteen minutes on ebb days (m-7)."),
    (verifiers.gangway_waits_for_the_tide, "Objective 4, Measure the gangway, by Ines; it waits for spring tide."),
    (verifiers.from_north_to_south, "On 5 April at the North Quay, now at the South Quay."),
    (verifiers.from_north_to_south, "It moors now at SouthQuay. On 5 April it was NorthQuay."),
]

BAD: list[tuple[Verifier, str]] = [
    (verifiers.superseded_by_the_tide, "48 minutes (f-tide)."),
    (verifiers.superseded_by_the_tide, "35 minutes, superseded by f-buffer: 48 minutes."),
    (verifiers.fog_stands_in_the_way, "Yes, f-fog is invalidated but may go."),
    (verifiers.fog_stands_in_the_way, "No: f-fog and f-buffer are invalidated."),
    (verifiers.anchor_in_the_shed, "f-tide, the crossing takes 48 minutes."),
    (verifiers.anchor_in_the_shed, "f-anchor, it is not known what it said."),
    (verifiers.left_after_the_fourth, "After m-5; a buffer of 15 minutes."),
    (verifiers.left_after_the_fourth, "After m-4; they moved the boat to another quay."),
    (verifiers.gangway_waits_for_the_tide, "Change the timetable, by Omar."),
    (verifiers.from_north_to_south, "At the South Quay, now at the North Quay."),
]
