"""Small documents of ReqIF as text."""

from collections.abc import Mapping, Sequence

KINDS = {
    "id": ("STRING", "ReqIF.ForeignID"),
    "text": ("XHTML", "ReqIF.Text"),
    "chapter": ("XHTML", "ReqIF.ChapterName"),
}
TYPE = (
    '<SPEC-OBJECT-TYPE IDENTIFIER="t" LONG-NAME="Requirement"><SPEC-ATTRIBUTES>'
    + "".join(f'<ATTRIBUTE-DEFINITION-{kind} IDENTIFIER="{key}" LONG-NAME="{name}"/>'
              for key, (kind, name) in KINDS.items())
    + "</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE>"
)  # fmt: skip


def document(objects: str, relations: str = "", trees: str = "", types: str = TYPE, datatypes: str = "") -> str:
    """A document with an element of objects, relations and specifications each, every record in a line."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd">\n'
        f"<CORE-CONTENT><REQ-IF-CONTENT>\n<DATATYPES>{datatypes}</DATATYPES>\n<SPEC-TYPES>{types}</SPEC-TYPES>\n"
        f"<SPEC-OBJECTS>\n{objects}</SPEC-OBJECTS>\n<SPEC-RELATIONS>\n{relations}</SPEC-RELATIONS>\n"
        f"<SPECIFICATIONS>\n{trees}</SPECIFICATIONS>\n</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>\n"
    )


def value(key: str, text: str, kind: str = "") -> str:
    """A value of the attribute that `key` defines."""
    kind = kind or KINDS[key][0]
    definition = f"<DEFINITION><ATTRIBUTE-DEFINITION-{kind}-REF>{key}</ATTRIBUTE-DEFINITION-{kind}-REF></DEFINITION>"
    name = f"ATTRIBUTE-VALUE-{kind}"
    if kind == "XHTML":
        return f"<{name}>{definition}<THE-VALUE>{text}</THE-VALUE></{name}>"
    if kind == "ENUMERATION":
        chosen = "".join(f"<ENUM-VALUE-REF>{one}</ENUM-VALUE-REF>" for one in text.split())
        return f"<{name}>{definition}<VALUES>{chosen}</VALUES></{name}>"
    return f'<{name} THE-VALUE="{text}">{definition}</{name}>'


def an_object(identifier: str, *values: str, type_: str = "t", name: str = "") -> str:
    """An object, in a line of its own."""
    return (
        f'<SPEC-OBJECT IDENTIFIER="{identifier}" LONG-NAME="{name}"><TYPE><SPEC-OBJECT-TYPE-REF>{type_}'
        f"</SPEC-OBJECT-TYPE-REF></TYPE><VALUES>{''.join(values)}</VALUES></SPEC-OBJECT>\n"
    )


def simple(identifier: str, own_id: str, text: str = "Text.", **said: str) -> str:
    """An object with an id and a text."""
    return an_object(identifier, value("id", own_id), value("text", text), **said)


def relation(source: str, target: str, name: str = "satisfies") -> str:
    """A relation, in a line of its own. A type of its name is stated by `relation_types`."""
    ends = "".join(f"<{end}><SPEC-OBJECT-REF>{one}</SPEC-OBJECT-REF></{end}>"
                   for end, one in (("SOURCE", source), ("TARGET", target)) if one)  # fmt: skip
    type_ = f"<TYPE><SPEC-RELATION-TYPE-REF>rt-{name}</SPEC-RELATION-TYPE-REF></TYPE>"
    return f'<SPEC-RELATION IDENTIFIER="r-{source}-{target}">{type_}{ends}</SPEC-RELATION>\n'


def relation_types(*names: str) -> str:
    """Types of relations of these names."""
    return "".join(f'<SPEC-RELATION-TYPE IDENTIFIER="rt-{one}" LONG-NAME="{one}"/>' for one in names)


def tree(name: str, below: Mapping[str, Sequence[str]]) -> str:
    """A specification of two levels."""

    def branch(one: str, inner: str = "") -> str:
        return (
            f'<SPEC-HIERARCHY IDENTIFIER="h-{one}"><OBJECT><SPEC-OBJECT-REF>{one}</SPEC-OBJECT-REF></OBJECT>'
            f"<CHILDREN>{inner}</CHILDREN></SPEC-HIERARCHY>"
        )

    branches = "".join(branch(one, "".join(map(branch, inner))) for one, inner in below.items())
    return f'<SPECIFICATION IDENTIFIER="s" LONG-NAME="{name}"><CHILDREN>{branches}</CHILDREN></SPECIFICATION>\n'
