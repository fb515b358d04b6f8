"""The hydraulics of the plough.

@relation(SP-BLADE, scope=file)
"""


def lift(stone_cm: float) -> float:
    """Return how far the blade lifts.

    @relation(SP-BLADE,
              SP-SPRING, scope=function)
    """
    return stone_cm + 2


# @relation(SP-STEEP, scope=range_start)
SAND_KG_PER_METRE = 0.4
# @relation(SP-STEEP, scope=range_end)
# @relation(SP-SALT, scope=line)
SALT_KG_PER_METRE = 0
# @relation(SP-STEEP, scope=everywhere)
