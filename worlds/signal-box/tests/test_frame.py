def test_a_locked_lever_stays() -> None:
    pass
