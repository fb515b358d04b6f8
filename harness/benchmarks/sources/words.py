"""The vocabulary of generated sources: a port town, its shops and offices, and their software.

A few hundred words are frequent. Thousands of coined names are rare, each rarer than the one before it in the list, as
in any large text. Without rare names every search would find half of the source.
"""

from functools import cache
from random import Random

# fmt: off
PARTS = (
    "pump", "valve", "boiler", "burner", "sensor", "panel", "relay", "buffer", "ledger", "queue", "archive", "gauge",
    "lamp", "hinge", "conveyor", "furnace", "lock", "ticket", "invoice", "meter", "crane", "scale", "label", "docket",
)
DEEDS = (
    "open", "close", "record", "report", "reject", "repeat", "measure", "compare", "restart", "publish", "confirm",
    "delay", "empty", "fill", "rotate", "encrypt", "weigh", "release", "forward", "sign",
)
TIMES = (
    "on request", "after a restart", "within two seconds", "once an hour", "before the shift ends",
    "when power is lost", "without being asked", "while nobody is near", "at every full load", "when the tide turns",
)
TEAMS = (
    "harbour", "customs", "freight", "ferry", "market", "chandlery", "lighthouse", "pilotage", "signals", "stores",
    "payroll", "tickets", "weather", "dredging", "salvage", "quarantine",
)
ADJECTIVES = (
    "salt", "copper", "quiet", "broken", "amber", "winter", "hollow", "northern", "blind", "silver", "tarred", "low",
    "crooked", "grey", "second", "painted", "drowned", "narrow", "early", "borrowed",
)
PLACES = (
    "gatehouse", "cellar", "landing", "orchard", "gallery", "workshop", "chapel", "causeway", "archive", "kitchen",
    "tower", "boathouse", "courtyard", "library", "stair", "garden", "vault", "quay",
)
PEOPLE = (
    "warden", "clerk", "pilot", "widow", "smith", "keeper", "carter", "nurse", "porter", "cook", "weaver", "tailor",
    "surgeon", "printer", "miller", "cooper", "chandler", "ferryman", "lamplighter", "organist",
)
THINGS = (
    "key", "journal", "lantern", "rope", "letter", "seal", "coin", "mirror", "chart", "bell", "ring", "whistle",
    "candle", "compass", "ribbon", "almanac",
)
SERVICES = (
    "Gateway", "Orders", "Ledger", "Stock", "Carrier", "Mailer", "Archive", "Billing", "Scheduler", "Pricing",
    "Customs", "Tracker", "Berths", "Identity", "Reports", "Audit",
)
SENTENCES = (
    "Rain has followed you up the lane and stops, politely, at the door.",
    "There is one chair, one stove, and one window that looks at nothing but the water.",
    "Somebody has swept the floor and left the dust in a neat cone.",
    "The clock on the wall has been stopped by hand, and the hand has left a print.",
    "It smells of tar, of oranges, and a little of smoke.",
    "Twelve hooks hang along the beam, and eleven coats.",
    "A ledger lies open at a page that nobody has signed.",
    "The lamp is out, though its glass is still warm.",
    "Every drawer has a label, and no label is true any more.",
    "From here one hears the tide, but never sees it.",
)
SAYINGS = (
    "Nobody comes here by mistake. The lane is too long for that.",
    "I have told people for years that there is nothing to see.",
    "Put it back where you found it, and we have not met.",
    "Ask me again when the boats are in.",
    "That is a question for the morning, and for somebody else.",
    "You count like a landsman. Count again.",
    "It was here before the walls, and it will outlast them.",
    "I keep the books. The books keep me.",
    "If it rings twice, go down. If it rings once, stay.",
    "They paid in new coin, which is how I knew.",
)
ONSETS = (
    "b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "br", "cl", "dr", "gr", "st", "th", "tr",
)
ENDS = ("n", "l", "r", "s", "m", "x", "ck", "nd")
# fmt: on


def title(*words: str) -> str:
    """Words in title case: `Salt Gatehouse`."""
    return " ".join(word.capitalize() for word in words)


def numbered_name(number: int, first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, str, str]:
    """Two words and a number, which is "" while the words alone are unique: `("salt", "quay", "")`. Neighbouring
    numbers share no word."""
    turn, place = divmod(number, len(first) * len(second))
    words = first[place % len(first)], second[(place + place // len(first)) % len(second)]
    return (*words, str(turn + 1) if turn else "")


def sentence(random: Random) -> str:
    """A sentence of a requirement or a note."""
    part, other = random.sample(PARTS, 2)
    return f"The {part} of {coined(random)} will {random.choice(DEEDS)} the {other} {random.choice(TIMES)}."


def coined(random: Random) -> str:
    """The name of a ship, a firm or a street. A few are frequent, most are rare."""
    names = coined_names()
    return names[int(len(names) ** random.random()) - 1]


@cache
def coined_names() -> tuple[str, ...]:
    """All coined names, the most frequent first."""
    random = Random("names")
    names: dict[str, None] = {}
    while len(names) < 6_000:
        syllables = "".join(random.choice(ONSETS) + random.choice("aeiou") for _ in range(random.choice((1, 2, 2))))
        names[f"{syllables}{random.choice(ENDS)}".capitalize()] = None
    return tuple(names)
