"""Members of classes: splits `+swim(int metres) bool$` as Mermaid does.

A text with a `)` after its first character is a method, any other text an attribute.
"""

from itertools import pairwise
from typing import Any

from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, decode

VISIBILITIES = "#+~-"
CLASSIFIERS = "$*"  # static, abstract


def member(text: str) -> tuple[str, dict[str, Any]] | None:
    """The key of the list that a member belongs to, "methods" or "members", and its element; None for an empty text."""
    if text.find(")") > 0:
        return "methods", method(text)
    return ("members", attribute(text)) if text else None


def is_malformed(text: str) -> bool:
    """Whether a method has no name or no `(`. Mermaid fails on it."""
    close = text.rfind(")")
    return close > 0 and text.rfind("(", 1, close) < 0


def method(text: str) -> dict[str, Any]:
    """The element of `-name(parameters)$ type`. The parameters stand in the last pair of parentheses."""
    close = text.rfind(")")
    open_ = text.rfind("(", 1, close)
    if open_ < 0:
        return member_element("method", "", "", text)
    visible = open_ > 1 and text[0] in VISIBILITIES
    behind = text[close + 1 :]
    classifier = ""
    if behind[:1] and behind[0] in JS_BLANKS + CLASSIFIERS:
        classifier, behind = behind[0].strip(JS_BLANKS), behind[1:]
    type_ = behind.strip(JS_BLANKS)
    if not classifier and type_[-1:] and type_[-1] in CLASSIFIERS:
        classifier, type_ = type_[-1], type_[:-1]
    visibility = text[0] if visible else ""
    parameters = text[open_ + 1 : close].strip(JS_BLANKS)
    return member_element("method", visibility, classifier, text[visible:open_], parameters, type_)


def attribute(text: str) -> dict[str, Any]:
    """The element of `+type name$`."""
    visibility = text[0] if text[0] in VISIBILITIES else ""
    classifier = text[-1] if text[-1] in CLASSIFIERS else ""
    return member_element("attribute", visibility, classifier, text[len(visibility) : len(text) - len(classifier)])


def member_element(
    kind: str, visibility: str, classifier: str, name: str, parameters: str = "", type_: str = ""
) -> dict[str, Any]:
    # Mermaid keeps one blank after the visibility.
    name = " " * name.startswith(" ") + name.strip(JS_BLANKS)
    text = visibility + generics(name)
    if kind == "method":
        text += f"({generics(parameters)})" + (f" : {generics(type_)}" if type_ else "")
    found = {
        "id": name,
        "visibility": visibility,
        "classifier": classifier,
        "parameters": parameters,
        "return_type": type_,
    }
    return {"kind": kind, "text": decode(text)} | {key: decode(value) for key, value in found.items() if value}


def generics(text: str) -> str:
    """`List~List~int~~` as `List<List<int>>`, and `Map~K, V~`, where a comma separates two single tildes."""
    if "~" not in text:
        return text
    parts = text.split(",")
    done = [angled(parts[0])]
    for before, part in pairwise(parts):
        if before.count("~") == part.count("~") == 1:
            # The part before is read again together with this one. Of three such parts Mermaid loses the first.
            done[-1] = angled(f"{before},{part}")
        else:
            done += [",", angled(part)]
    return "".join(done)


def angled(text: str) -> str:
    """The text with its tildes as brackets, outermost first. Of an odd number the first or the middle one stays."""
    places = [at for at, character in enumerate(text) if character == "~"]
    if len(places) < 2:
        return text
    if len(places) % 2 and text.startswith("~"):
        del places[0]
    characters = list(text)
    for opening, closing in zip(places, reversed(places), strict=True):
        if opening >= closing:
            break
        characters[opening], characters[closing] = "<", ">"
    return "".join(characters)
