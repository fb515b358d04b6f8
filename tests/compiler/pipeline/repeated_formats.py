"""Constructs of Sphinx-Needs and StrictDoc that a hostile source repeats thousands of times."""

from tests.compiler.pipeline.repeated import Repeated

MORE_FORMATS = (
    *(
        Repeated("index.rst", piece)
        for piece in (
            (".. req:: a\n   :id: R_{i}\n   :tags: a; b\n   :links: R_{j}; R_{i}\n\n   Text :need:`R_{j}`.\n\n"),
            ":need:`R_1` ",
            ":need_outgoing:`R_1` ",
            "[[R_{i}]] ",
            ".. needtable::\n   :filter: a == 'b'\n\n",
            ".. needflow::\n\n",
            ".. needextend:: R_{i}\n   :status: open\n\n",
            '.. needextend:: "a" in tags\n   :+tags: x\n\n',
            ".. needimport:: needs.json\n\n",
            ".. req:: a\n   :id: A_{i}\n\n   .. spec:: b\n      :id: B_{i}\n\n",
            ".. list2need::\n   :types: req, spec\n\n   * (R_{i})a\n\n",
            ".. needpart:: x\n\n",
            ":need_part:`({i})x` ",
            ".. req:: a\n   :id: R_0\n   :collapse:\n\n",
            ".. code-block:: python\n\n   x\n\n",
            ".. include:: a.rst\n\n",
            ".. |a{i}| replace:: b\n\n",
            ".. toctree::\n\n   a{i}\n\n",
            ".. only:: html\n\n   a\n\n",
            ".. automodule:: a\n\n",
            ":ref:`x{i}` ",
            ".. _a{i}:\n\n",
            "A{i}\n====\n\n",
            "``a`` ",
            "|a| ",
            ".. figure:: a.png\n   :name: b{i}\n\n",
            "+---+\n| a |\n+---+\n",
            "* a\n",
            "   ",
        )
    ),
    *(
        Repeated("doc/index.md", piece, "# A\n\n")
        for piece in (
            "```{req} a\n:id: R_{i}\n:links: R_{j}\n```\n\n",
            ":::{req} a\n:id: R_{i}\n:::\n\n",
            "{need}`R_1` ",
            "```{req} a\n",
            ":::{req}\n",
            "::::",
        )
    ),
    *(
        Repeated("conf.py", piece, "extensions = ['sphinx_needs']\n")
        for piece in (
            ("needs_types = [dict(directive='req', title='R', prefix='R_', color='#fff', style='node')]\n"),
            "needs_extra_links = [{'option': 'a{i}', 'incoming': 'b', 'outgoing': 'c'}]\n",
            "x = [\n",
            "x = (((",
            "'''",
            '"',
            "x = 'a' 'b' \\\n",
            "# x\n",
            "exclude_patterns = ['a{i}']\n",
            "x += ['a']\n",
            "if x:\n  y = 1\n",
            "needs_id_regex = '(a+)+'\n",
        )
    ),
    *(
        Repeated("ubproject.toml", piece, "[needs]\n")
        for piece in (
            "[[needs.types]]\ndirective = 'r{i}'\ntitle = 'R'\nprefix = 'R_'\n\n",
            "[[needs.extra_links]]\noption = 'a{i}'\n\n",
        )
    ),
    *(
        Repeated("plan.sdoc", piece, "[DOCUMENT]\nTITLE: a\n\n")
        for piece in (
            "[TEXT]\nSTATEMENT: a\n\n",
            "[[SECTION]]\nTITLE: a\n\n[[/SECTION]]\n\n",
            "[[SECTION]]\nTITLE: a\n\n",
            "[REQUIREMENT]\nUID: A-{i}\nSTATEMENT: >>>\na\n<<<\n\n",
            "[REQUIREMENT]\nTITLE: a\nCOMMENT: b\nCOMMENT: c\n\n",
            "[DOCUMENT_FROM_FILE]\nFILE: a{i}.sdoc\n\n",
            "[LINK: A-{i}] ",
            "[ANCHOR: A-{i}]\n",
            "STATEMENT: [LINK: A-1]\n",
            "[REQUIREMENT]\nUID: A-{i}\nRELATIONS:\n- TYPE: File\n  VALUE: a.py\n\n",
            "- TYPE: Parent\n  VALUE: A-{i}\n",
            ("[GRAMMAR]\nELEMENTS:\n- TAG: R{i}\n  FIELDS:\n  - TITLE: UID\n    TYPE: String\n    REQUIRED: True\n\n"),
            ">>>\n",
            "<<<\n",
        )
    ),
    *(
        Repeated("plan.sdoc", piece, "[DOCUMENT]\nTITLE: a\n\n[REQUIREMENT]\nUID: A-1\nRELATIONS:\n")
        for piece in ("- TYPE: Parent\n  VALUE: A-{i}\n",)
    ),
    *(
        Repeated("src/a.py", piece)
        for piece in (
            "# @relation(A-{i}, scope=line)\nx = 1\n",
            "# @relation(A-1, scope=range_start)\n",
            "# @relation(A-1, A-2, scope=function)\ndef f():\n    pass\n",
        )
    ),
    *(Repeated("plan.md", piece, "---\nstrictdoc: true\n---\n# A\n\n") for piece in ("## R{i}\n\n**UID:** A-{i}\n\n",)),
    Repeated(
        "conf.py",
        "{'directive': 'r{i}', 'title': 'R', 'prefix': 'R{i}_'},",
        "extensions = ['sphinx_needs']\nneeds_types = [",
        "]\n",
    ),
    Repeated("conf.py", "'a{i}*',", "extensions = ['sphinx_needs']\nexclude_patterns = [", "]\n"),
    Repeated("conf.py", "[", "needs_types = ", "\n"),
    Repeated("conf.py", "(1+", "extensions = ['sphinx_needs']\nneeds_types = ", "1\n"),
    Repeated("conf.py", "-", "extensions = ['sphinx_needs']\nx = ", "1\n"),
    Repeated("conf.py", "a.", "extensions = ['sphinx_needs']\nx = ", "b\n"),
    Repeated("conf.py", "not ", "extensions = ['sphinx_needs']\nx = ", "b\n"),
    Repeated(
        "needs.json",
        '"R_{i}":{"id":"R_{i}","title":"x","type":"req","links":["R_{j}"]},',
        '{"current_version":"1","versions":{"1":{"needs":{',
        '"Z":{"id":"Z","title":"x","type":"req"}}}}}',
    ),
    Repeated(
        "plan.sdoc",
        "  - TITLE: F{i}\n    TYPE: String\n    REQUIRED: False\n",
        "[DOCUMENT]\nTITLE: a\n\n[GRAMMAR]\nELEMENTS:\n- TAG: REQUIREMENT\n  FIELDS:\n",
        "\n[REQUIREMENT]\nUID: a\n",
    ),
    Repeated("src/a.py", "A-{i}, ", "# @relation(", "scope=file)\n"),
)
