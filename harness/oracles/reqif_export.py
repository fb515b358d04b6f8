"""Prints what the package `reqif` reads of each document of a folder, as JSON. Run by an interpreter that has it.

`{path: {identifier: {"type": …, "name": …, "values": [[name, text], …], "relations": [[type, target], …]}}}`. Headings
are left out: objects with a chapter name and no text, and those whose type, or a value of an enumeration, is called so.
"""

import json
import sys
from pathlib import Path
from typing import Any

from lxml import html  # type: ignore[import-untyped]
from reqif.models.reqif_types import SpecObjectAttributeType  # type: ignore[import-not-found]
from reqif.parser import ReqIFParser  # type: ignore[import-not-found]

_HEADINGS = ("heading", "section", "chapter", "folder")


def main(source: Path) -> None:
    """Print the objects of all documents that the package can read."""
    found = {}
    for path in sorted(source.rglob("*.reqif")):
        try:
            bundle = ReqIFParser.parse(str(path))
        except Exception as error:  # whatever stops the package leaves the document out
            print(f"{path.name}: {type(error).__name__} {error}", file=sys.stderr)
            continue
        content = bundle.core_content.req_if_content if bundle.core_content else None
        if content is not None and content.spec_objects:
            found[path.relative_to(source).as_posix()] = _objects(content)
    print(json.dumps(found))


def _objects(content: Any) -> dict[str, Any]:
    types = {spec_type.identifier: spec_type for spec_type in content.spec_types or ()}
    choices = {
        value.identifier: value.long_name or value.key
        for data_type in content.data_types or ()
        for value in getattr(data_type, "values", None) or ()
    }
    found: dict[str, Any] = {}
    for spec_object in content.spec_objects:
        of_type = types.get(spec_object.spec_object_type)
        names = {each.identifier: each.long_name or each.identifier for each in _definitions(of_type)}
        own = {each.definition_ref for each in spec_object.attributes}
        values = [
            [each.long_name, ", ".join(choices.get(ref.text, ref.text) for ref in each.xml_node.iter("ENUM-VALUE-REF"))]
            for each in _definitions(of_type)
            if each.default_value and each.identifier not in own
        ]
        values += [
            [names.get(each.definition_ref, each.definition_ref), _text(each, choices)]
            for each in spec_object.attributes
        ]
        kind = (
            (getattr(of_type, "long_name", None) or spec_object.spec_object_type)
            if of_type
            else spec_object.spec_object_type
        )
        chosen = [dict(values)[names.get(each.definition_ref, each.definition_ref)] for each in spec_object.attributes
                  if each.attribute_type == SpecObjectAttributeType.ENUMERATION]  # fmt: skip
        if not _is_heading([kind, *chosen], dict(values)):
            said = {"type": kind, "name": spec_object.long_name or "", "values": values, "relations": []}
            found.setdefault(spec_object.identifier, said)
    for relation in content.spec_relations or ():
        of_type = types.get(relation.relation_type_ref)
        name = getattr(of_type, "long_name", None) or relation.long_name or relation.relation_type_ref
        if relation.source in found:
            found[relation.source]["relations"].append([name, relation.target])
    return found


def _definitions(of_type: Any) -> list[Any]:
    return list(getattr(of_type, "attribute_definitions", None) or ())


def _text(one: Any, choices: dict[str, str]) -> str:
    if one.attribute_type == SpecObjectAttributeType.ENUMERATION:
        return ", ".join(choices.get(each) or each for each in one.value)
    if one.attribute_type == SpecObjectAttributeType.XHTML:
        text = (one.value_stripped_xhtml or one.value or "").strip()
        return "".join(html.fromstring(f"<div>{text}</div>").itertext()) if text else ""
    return str(one.value or "")


def _is_heading(kinds: list[str], values: dict[str, str]) -> bool:
    chapter = values.get("ReqIF.ChapterName", "").strip()
    return any(kind.lower() in _HEADINGS for kind in kinds) or bool(
        chapter and not values.get("ReqIF.Text", "").strip()
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
