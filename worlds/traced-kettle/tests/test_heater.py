"""The driver of the heater, by its simulator."""

# The comment at the end is above no test.

import pytest
from firmware.simulator import heater_set, steam_seen


# Verifies: REQ-d00001-A
@pytest.mark.parametrize("power", [-5, 50, 120])
def test_power_is_clamped(power: int) -> None:
    assert 0 <= heater_set(power) <= 100


class TestSteam:
    # Verifies: REQ-d00002-B+C
    def test_three_readings_count(self) -> None:
        assert [steam_seen(9, 5) for _ in range(3)] == [False, False, True]

    def test_the_sensor_is_read_often(self) -> None:
        # Verifies: REQ-d00002-A
        assert True


def test_full_power_until_98_degrees() -> None:
    """Cites nothing yet, though it could."""
    assert heater_set(100) == 100


# Verifies: REQ-d00004
