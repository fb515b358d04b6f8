"""The lantern's program."""


# [impl->dsn~sensor~1]
def is_dark(lux: float) -> bool:
    """Whether it is time for light."""
    return lux < 20


# [impl->dsn~lamp~3]
def power(diodes: int) -> float:
    """Watts that so many diodes draw."""
    return diodes * 0.5


# [impl->dsn~off-at-ten~1]
def is_late(hour: int) -> bool:
    """Whether it is ten. [impl~clock~2->dsn~sensors~1] is a tag of nothing."""
    return hour >= 22
