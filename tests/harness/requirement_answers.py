"""Right and wrong answers to the questions about requirements, in various words."""

from harness import requirement_verifiers as verifiers
from harness.verifiers import Verifier

GOOD: list[tuple[Verifier, str]] = [
    (verifiers.serves_five, "REQ-d00003 serves REQ-o00002, REQ-o00001, REQ-o00003, REQ-p00001 and REQ-p00002."),
    (verifiers.serves_five, "- `REQ-p00001`\n- `REQ-p00002`\n- `REQ-o00001`\n- `REQ-o00002`\n- `REQ-o00003`"),
    (verifiers.second_and_third_fail, "REQ-d00002-B and REQ-d00002-C; the test of A was skipped."),
    (verifiers.second_and_third_fail, "Assertions **B** and **C** (test_three_readings_count). A is only skipped."),
    (verifiers.stale_hash, "REQ-d00015 (Serves nobody): the hash is deadbeef and should be `609932b4`."),
    (verifiers.lid_and_cut_off, "REQ-o00004 and REQ-d00004."),
    (verifiers.lid_and_cut_off, "* `REQ-d00004` (Cut-off)\n* `REQ-o00004` (Lid)"),
    (verifiers.cited_in_vain, "REQ-o00001-Q and REQ-d00004-C do not exist, REQ-p00002-C is retired."),
    (verifiers.implemented_not_tested, "REQ-d00001-B has no test; the code is at firmware/heater.c:7."),
    (verifiers.implemented_not_tested, "Assertion B (returns the power). Implemented in `firmware/heater.c`, line 7."),
]

BAD: list[tuple[Verifier, str]] = [
    (verifiers.serves_five, "REQ-o00002, REQ-o00001 and REQ-o00003."),
    (verifiers.serves_five, "REQ-o00001, REQ-o00002, REQ-o00003, REQ-o00004, REQ-p00001, REQ-p00002"),
    (verifiers.second_and_third_fail, "REQ-d00002-A, REQ-d00002-B and REQ-d00002-C."),
    (verifiers.second_and_third_fail, "Assertion B."),
    (verifiers.stale_hash, "REQ-d00015: the hash is deadbeef."),
    (verifiers.stale_hash, "REQ-d00015 should be 609932b4, and REQ-p00011 112d1cfc."),
    (verifiers.lid_and_cut_off, "REQ-p00002."),
    (verifiers.lid_and_cut_off, "REQ-o00003, REQ-o00004 and REQ-d00004."),
    (verifiers.cited_in_vain, "REQ-o00001-Q and REQ-d00004-C."),
    (verifiers.cited_in_vain, "REQ-o00001-Q, REQ-d00004-C, REQ-p00002-C and REQ-o00002-B."),
    (verifiers.implemented_not_tested, "REQ-d00001-B."),
    (verifiers.implemented_not_tested, "REQ-d00001-A is untested; firmware/heater.c:7."),
]
