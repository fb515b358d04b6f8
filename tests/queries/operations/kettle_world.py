"""A source of two worlds that share a file, with what a renaming may stumble over: ids that begin with others, names
in prose, comments and quotes, nested choices, `any` blocks, rules, values that name entities, and a citing page."""

from pathlib import Path

PEOPLE = """---
# Those who live here. ann is one.
types:
  Person [mobile, container]:
    mood: enum(calm, cross) = calm
    trust: int(0, 10) = 2
    employer: ref(Person)
    friends: list(ref(Person))
    ~secret: str
  Thing [portable]:
    lit: bool = false
    owner: ref(Person)
  Bell:

entities:
  @ann: Person { mood: cross,  employer: @anna }   # ann, the aunt
  @anna: Person { trust: 4, secret: "ann, @ann: { both }", friends: [@ann, anna] }
  @lamp: Thing {owner: ann}
---
"""
KETTLE = """---
import: ./people.urd.md

world:
  name: The Kettle
  start: "The Kitchen"  # by its heading

entities:
  @bell: Bell
---

# The Kitchen

A kitchen, where ann is.
Steam.

[@ann,  lamp]

-> up: Attic
  ? @lamp.lit == true
  ! Too dark, says ann.
-> cellar: the-cellar

== talk

@ann: I am @ann, not @anna. // a comment on @ann
@ann turns to the kettle.

* Ask ann -> @ann
  ? any:
    @ann.trust >= 3
    @lamp in ann
  ? @lamp.owner == ann
  @ann: Yes.
  > @ann.trust + 1
  > move @lamp -> @ann
  -> talk
  + Ask again
    > move @lamp -> attic
    -> listen

* Ask anna -> @anna
  @anna: No.

* Ask anna twice -> @anna
  ? talk.exhausted
  @anna: No.
  > reveal @anna.secret
  -> exit:up

== listen

@anna hums.

+ Wait -> any Bell
  -> end

# Attic

[@anna]

-> down: The Kitchen

== look

* Light it // for ann
  ? @lamp not in attic
  > @lamp.lit = true
  -> down

rule ann forgets:
  actor: @ann forgets the lamp, says ann
  where @ann.mood == cross
  selects who from [@ann, anna]
    where @lamp.lit == true
  > @lamp.lit = false

# The Cellar

-> out: the-kitchen
"""
OTHER = """---
import: ./people.urd.md
world:
  start: hall
---
# Hall

[@ann]

== ask
+ Ask ann
  ? @ann.trust > 1
  > @ann.trust - 1
  -> ask"""
PAGE = """# Notes

It is `w:kettle/entity/@ann` who talks in w:kettle/section/kettle/talk, by w:kettle/choice/kettle/talk/ask-ann,
not w:kettle/entity/@anna. She leaves by w:kettle/exit/the-kitchen/up from w:kettle/location/the-kitchen.
"""


ASK = "kettle/talk/ask-ann"  # a choice


def write_source(root: Path, line_end: str) -> Path:
    """Write the source with the line ends of a platform, and return it."""
    files = {"people.urd.md": PEOPLE, "kettle.urd.md": KETTLE, "other.urd.md": OTHER, "docs/notes.md": PAGE}
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.replace("\n", line_end).encode())
    return root
