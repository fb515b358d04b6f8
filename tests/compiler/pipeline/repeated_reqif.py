"""Constructs of ReqIF that a hostile source repeats thousands of times."""

from tests.compiler.pipeline.repeated import Repeated

REQIF = (
    Repeated(
        "a.reqif",
        '<SPEC-OBJECT IDENTIFIER="o{i}"></SPEC-OBJECT>\n',
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECTS>',
        "</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        '<SPEC-OBJECT IDENTIFIER="o"></SPEC-OBJECT>',
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECTS>',
        "</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        (
            '<SPEC-OBJECT IDENTIFIER="o{i}" LONG-NAME="x"><TYPE><SPEC-OBJECT-TYPE-REF'
            ">t</SPEC-OBJECT-TYPE-REF></TYPE><VALUES><ATTRIBUTE-VALUE-STRING THE-VALU"
            'E="v"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>d{i}</ATTRIBUTE-DEFIN'
            "ITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING></VALUES></SPEC-O"
            "BJECT>"
        ),
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECTS>',
        "</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        "<SPEC-OBJECT ",
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECTS>',
        "</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        "<SPEC-OBJECT><!-- ",
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECTS>',
        "</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        "<SPEC-OBJECT><![CDATA[ ",
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECTS>',
        "</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        "<SPEC-OBJECT>",
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECTS>',
        "</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        "<SPEC-OBJECT></x>\n",
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECTS>',
        "</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        "<a>",
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT>',
        "</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        "&a;",
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT>',
        "</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        "<",
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT>',
        "</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        (
            '<SPEC-RELATION IDENTIFIER="r{i}"><SOURCE><SPEC-OBJECT-REF>o{i}</SPEC-OBJ'
            "ECT-REF></SOURCE><TARGET><SPEC-OBJECT-REF>o{j}</SPEC-OBJECT-REF></TARGET"
            "></SPEC-RELATION>"
        ),
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-RELATIONS>',
        "</SPEC-RELATIONS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        ("<SPEC-HIERARCHY><OBJECT><SPEC-OBJECT-REF>o{i}</SPEC-OBJECT-REF></OBJECT></SPEC-HIERARCHY>"),
        ('<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPECIFICATIONS><SPECIFICATION><CHILDREN>'),
        ("</CHILDREN></SPECIFICATION></SPECIFICATIONS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>"),
    ),
    Repeated(
        "a.reqif",
        "<CHILDREN><SPEC-HIERARCHY>",
        ('<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPECIFICATIONS><SPECIFICATION>'),
        "</SPECIFICATION></SPECIFICATIONS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        '<SPECIFICATION IDENTIFIER="s{i}" LONG-NAME="x"/>',
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPECIFICATIONS>',
        "</SPECIFICATIONS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        (
            "<DATATYPE-DEFINITION-ENUMERATION><SPECIFIED-VALUES><ENUM-VALUE IDENTIFIE"
            'R="e{i}" LONG-NAME="x"/></SPECIFIED-VALUES></DATATYPE-DEFINITION-ENUMERA'
            "TION>"
        ),
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><DATATYPES>',
        "</DATATYPES></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        (
            '<SPEC-OBJECT-TYPE IDENTIFIER="t{i}"><SPEC-ATTRIBUTES><ATTRIBUTE-DEFINITI'
            'ON-STRING IDENTIFIER="d{i}" LONG-NAME="n"/></SPEC-ATTRIBUTES></SPEC-OBJE'
            "CT-TYPE>"
        ),
        '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-TYPES>',
        "</SPEC-TYPES></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>",
    ),
    Repeated(
        "a.reqif",
        '<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="d{i}" LONG-NAME="n"/>',
        (
            '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-TYPES>'
            '<SPEC-OBJECT-TYPE IDENTIFIER="t"><SPEC-ATTRIBUTES>'
        ),
        ("</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE></SPEC-TYPES></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>"),
    ),
    Repeated(
        "a.reqif",
        "<p>a</p>",
        (
            '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECT'
            'S><SPEC-OBJECT IDENTIFIER="o"><VALUES><ATTRIBUTE-VALUE-XHTML><THE-VALUE>'
        ),
        (
            "</THE-VALUE></ATTRIBUTE-VALUE-XHTML></VALUES></SPEC-OBJECT></SPEC-OBJECT"
            "S></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>"
        ),
    ),
    Repeated(
        "a.reqif",
        '<object data="x"/>',
        (
            '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECT'
            'S><SPEC-OBJECT IDENTIFIER="o"><VALUES><ATTRIBUTE-VALUE-XHTML><THE-VALUE>'
        ),
        (
            "</THE-VALUE></ATTRIBUTE-VALUE-XHTML></VALUES></SPEC-OBJECT></SPEC-OBJECT"
            "S></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>"
        ),
    ),
    Repeated(
        "a.reqif",
        "<object>a",
        (
            '<?xml version="1.0"?>\n<REQ-IF><CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECT'
            'S><SPEC-OBJECT IDENTIFIER="o"><VALUES><ATTRIBUTE-VALUE-XHTML><THE-VALUE>'
        ),
        (
            "</THE-VALUE></ATTRIBUTE-VALUE-XHTML></VALUES></SPEC-OBJECT></SPEC-OBJECT"
            "S></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>"
        ),
    ),
)
