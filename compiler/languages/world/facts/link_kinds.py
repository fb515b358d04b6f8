"""The kinds of links between the objects of a world."""

from compiler.model.facts import LinkKind

LINK_KINDS = (
    LinkKind("imports", "the file imports the other file", dependent="source"),
    LinkKind("entry", "the world is entered through the file", dependent="source"),
    LinkKind("instance_of", "the entity has the type", dependent="source"),
    LinkKind("has_property", "the type declares the property", dependent="target"),
    LinkKind("starts_in", "the world starts in the location", dependent="source"),
    LinkKind("starts_with", "the world starts with the sequence", dependent="source"),
    LinkKind(
        "contains",
        "the location contains the entity, section or exit; the section its choices; the sequence its phases",
        dependent="none",
    ),
    LinkKind("nested_in", "the choice is offered inside the other choice", dependent="source"),
    LinkKind("exit", "the location has an exit to the other location", dependent="source"),
    LinkKind("leads_to", "the exit leads to the location", dependent="source"),
    LinkKind("jump", "the section or choice jumps to the section or exit", dependent="source"),
    LinkKind("reads", "a condition of the choice, exit or rule reads the property", dependent="source"),
    LinkKind("writes", "an effect of the choice or rule writes the property", dependent="target"),
    LinkKind(
        "tests", "a condition of the choice, exit or rule names the entity, location or section", dependent="source"
    ),
    LinkKind(
        "affects", "an effect of the choice or rule sets, moves, reveals or destroys the entity", dependent="target"
    ),
    LinkKind(
        "moves_to", "an effect of the choice or rule moves something to the entity or location", dependent="source"
    ),
    LinkKind("addresses", "the choice is addressed to the entity, or to any entity of the type", dependent="source"),
    LinkKind("actor", "the rule is acted out by the entity", dependent="source"),
    LinkKind("selects", "the rule selects among the entities", dependent="source"),
    LinkKind("speaks", "the entity speaks or acts in the section or location", dependent="none"),
    LinkKind("refers_to", "a value of the entity or property refers to the entity or type", dependent="source"),
)
