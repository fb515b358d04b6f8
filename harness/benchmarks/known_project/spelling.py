"""How people spell ids in prose: as they are, and, in a messy project, in other ways that mean the same."""

from random import Random

from harness.benchmarks.known_project.model import Decision, Mention, Requirement


def requirement_mention(random: Random, cited: Requirement, *, is_messy: bool) -> Mention:
    """A requirement, or one or two of its assertions: `REQ-d00012`, `REQ-d00012-A+B`, `req-d00012`."""
    labels = [assertion.label for assertion in cited.assertions if not assertion.is_retired][:2]
    forms = [cited.id, cited.id, f"{cited.id}-{labels[0]}"]
    if is_messy:
        forms += [cited.id.lower(), f"{cited.id}-{'+'.join(labels)}"]
    return Mention(cited.id, random.choice(forms))


def decision_mention(random: Random, cited: Decision, folder: str, *, is_messy: bool) -> Mention:
    """A decision, from a file in `folder`: `ADR-0012`, `adr-0012`, `ADR 12`, or a link with a relative path.

    Decisions of log4brains have no numbers, so links cite them.
    """
    path = "/".join([".."] * (folder.count("/") + 1 if folder else 0) + [cited.path])
    link = f"[{cited.title}]({path})"
    if cited.format == "log4brains":
        return Mention(cited.id, link)
    forms = [cited.id, cited.id]
    if is_messy:
        forms += [cited.id.lower(), f"ADR {cited.number}", link]
    return Mention(cited.id, random.choice(forms))


def id_mention(random: Random, cited: str, *, is_messy: bool) -> Mention:
    """A task by its id, at times in lower case: `TRAM-12`, `tram-12`."""
    return Mention(cited, random.choice([cited, cited.lower()]) if is_messy else cited)
