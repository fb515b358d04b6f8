"""Times as trackers write them."""

from compiler.languages.knowledge.trackers.dates import iso_time
from tests.compiler.tables import table


@table(
    ("written", "iso"),
    [
        ("Mon, 5 Jan 2026 08:00:00 +0100", "2026-01-05T08:00:00+0100"),
        ("5 Jan 2026 08:00:00 GMT", "2026-01-05T08:00:00Z"),
        ("Mon Jan 05 2026 08:00:00 GMT+0100 (CET)", "2026-01-05T08:00:00+0100"),
        ("05/Jan/26", "2026-01-05"),
        ("05/Jan/2026 8:07", "2026-01-05T08:07"),
        ("05/Jan/26 12:07 AM", "2026-01-05T00:07"),
        ("05/Jan/26 12:07 PM", "2026-01-05T12:07"),
        ("05/Jam/26", "05/Jam/26"),
        ("5 Jam 2026 08:00:00 GMT", "5 Jam 2026 08:00:00 GMT"),
        ("2026-01-05", "2026-01-05"),
    ],
)
def test_time_of_a_tracker_is_read_in_each_form(written: str, iso: str) -> None:
    assert iso_time(written) == iso
