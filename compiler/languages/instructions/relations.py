"""The relations of instructions to agents: see `/docs/sql.md`."""

from compiler.model.relations import IS_EXAMPLE, PLACE, REF, Relation, columns, is_example, with_object

RELATIONS = (
    Relation(
        "instruction",
        "A text of instructions to agents: AGENTS.md, CLAUDE.md, a rule, or a page that one of these imports.",
        "Every text once, whatever names lead to it; its names are in `instruction_place`.",
        columns(
            ("id", "path below the root, unique"),
            REF,
            ("title", "its first heading, else the name of the file"),
            ("description", "description of the front matter"),
            ("format", "what it is written for: agents, claude, claude_rule, cursor_rule, …"),
            ("mode", "when it is read: always, glob, description, request, unstated, import or never"),
            ("folder", "the folder that it is for, '' for the root"),
            *PLACE,
            IS_EXAMPLE,
        ),
        f"""
        SELECT f.path, o.ref, f.name, f.description, f.format, f.mode, f.folder, f.file, f.start_line, {is_example()}
        {with_object("instruction")}
        """,
    ),
    Relation(
        "instruction_place",
        "A program reads a text of instructions at a path.",
        "A row for each program and each name of the text: its file, and symbolic links that lead to it.",
        columns(
            ("instruction", "ref of the text"),
            ("path", "name at which it is read"),
            ("tool", "program: claude, codex, copilot, cursor, …"),
            ("format", "format that the name stands for"),
            ("mode", "when it is read there"),
            ("folder", "the folder that it is for there, '' for the root"),
        ),
        """
        SELECT f.instruction, f.path, tool.value, f.format, f.mode, f.folder
        FROM fact_instruction_place AS f, json_each(f.tools) AS tool
        """,
    ),
    Relation(
        "instruction_pattern",
        "A text of instructions is for the files that a pattern matches.",
        "Every pattern of the front matter of every text.",
        columns(
            ("instruction", "ref of the text"),
            ("pattern", "pattern as written"),
            ("matches", "files read that it matches; 100 stands for more too"),
            ("is_dead", "1 if it matches no file of the source, read or not"),
            *PLACE,
        ),
        """
        SELECT f.instruction, f.pattern, json_array_length(f.paths), f.is_dead, f.file, f.start_line
        FROM fact_instruction_pattern AS f
        """,
    ),
    Relation(
        "instruction_match",
        "A pattern of instructions matches a file that was read.",
        "The first 100 files of each pattern, in bytewise order.",
        columns(
            ("instruction", "ref of the text"),
            ("pattern", "pattern as written"),
            ("path", "path of the file"),
        ),
        """
        SELECT f.instruction, f.pattern, path.value FROM fact_instruction_pattern AS f, json_each(f.paths) AS path
        """,
    ),
    Relation(
        "instruction_path",
        "A text of instructions names a file or folder that exists, or imports it.",
        "Paths in code spans, links of Cursor and imports, each once; what does not exist is not here.",
        columns(
            ("instruction", "ref of the text"),
            ("path", "path below the root"),
            ("is_import", "1 if the text takes the file in"),
            *PLACE,
        ),
        "SELECT f.instruction, f.path, f.is_import, f.file, f.start_line FROM fact_instruction_path AS f",
    ),
)
