"""The pictures and icons of the nodes of a flowchart: `A@{ img: "…" }`, `A@{ icon: "…" }`."""

from compiler.languages.diagrams.facts import Node
from queries.drawing.graph_model import Media
from queries.drawing.labels import plain_text

FORMS = ("square", "rounded", "circle")


def media_of(node: Node) -> Media | None:
    """Return the picture or the icon of a node, None for another node. The address of a picture is a text only."""
    details = node.details
    above = str(details.get("pos") or "") == "t"
    width, height = (_size(details.get(key)) for key in ("w", "h"))
    if details.get("img"):
        return Media("picture", str(details["img"]), width, height, above)
    if details.get("icon"):
        form = str(details.get("form") or "")
        return Media(form if form in FORMS else "", plain_text(str(details["icon"])), width, height, above)
    return None


def media_title(node: Node) -> str:
    """Return what the title of a node says of its picture or its icon, "" for another node."""
    media = media_of(node)
    if media is None:
        return ""
    return f"[{'picture' if media.kind == 'picture' else 'icon'} {media.name}]"


def _size(value: object) -> float:
    return float(value) if isinstance(value, int | float) and value > 0 else 0
