from src.lantern import is_dark, is_late, power


# [utest->dsn~sensor~1]
def test_dusk_is_dark() -> None:
    assert is_dark(19)


# [itest->req~on-at-dusk~1]
def test_evening_is_light() -> None:
    assert is_dark(3) and not is_late(20)


# [utest->req~stays-cool~1]
# [utest->dsn~lamp~3]
def test_four_diodes_draw_two_watts() -> None:
    assert power(4) == 2


def test_nothing_is_cited_here() -> None:
    assert is_late(23)
