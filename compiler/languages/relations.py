"""The relations that know no language: objects, links, mentions, tags, diagnostics, files and the full-text index."""

from compiler.model.examples import WORK_KINDS
from compiler.model.relations import IS_EXAMPLE, PLACE, REF, Relation, columns, is_example

_LANGUAGES = {
    "w:": "world",
    "d:": "diagrams",
    "s:": "diagrams",
    "r:": "requirements",
    "k:": "knowledge",
    "m:": "memory",
    "i:": "instructions",
}
_DOCUMENTS = "WHEN 'f:' THEN iif(kind = 'file', NULL, 'documents')"
_CASES = " ".join(f"WHEN '{space}' THEN '{name}'" for space, name in _LANGUAGES.items())

SPACE = "substr(ref, 1, 2)"  # of a ref, in the SELECT of `object`
_WORK = ", ".join(f"'{kind}'" for kind in WORK_KINDS)

# Settings name pages of decisions and pages of boxes. They do not reach into pages.
_TEACHING = """CASE
  WHEN looks_like = 'task' AND reason LIKE 'a box on%'
  THEN 'knowledge.tasks.paths = [' || json_quote('/' || file) || ']'
  WHEN (looks_like = 'decision' AND reason LIKE 'a page%') OR (looks_like = 'status' AND reason LIKE 'a line%')
  THEN 'knowledge.decisions.paths = [' || json_quote('/' || file) || ']' END"""

HAS_PART = ("has_assertion", "has_section", "has_step")  # kinds of link from an owner to its part
_PARTS = "'assertion', 'remainder', 'step'"  # kinds of what these links lead to
_HAS = ", ".join(f"'{kind}'" for kind in HAS_PART)


def owner(ref: str, kind: str) -> str:
    """Return SQL for the owner of the object with a ref and a kind, or the ref itself if the object is no part. The ref
    of a section ends with `#` and its anchor, which has no further `#`. It is only computed where it is asked for."""
    page = f"substr({ref}, 1, length(rtrim({ref}, replace({ref}, '#', ''))) - 1)"
    has = f"""SELECT owner.string FROM link_string AS part JOIN link_row AS has ON has.target = part.id
      JOIN link_string AS how ON how.id = has.kind JOIN link_string AS owner ON owner.id = has.source
      WHERE part.string = {ref} AND how.string IN ({_HAS})"""
    return f"""CASE WHEN {kind} = 'document_section' THEN {page}
      WHEN {kind} IN ({_PARTS}) THEN ifnull(({has}), {ref}) ELSE {ref} END"""


_OWNER = (
    "ref of the requirement or journey that the assertion, section or step `target` is of, or of the page of a"
    " section; else `target`"
)

RELATIONS = (
    Relation(
        "object",
        "Everything that has an identity, of every language.",
        "Every object of every relation with a ref is here once; a ref that is not here does not exist.",
        columns(
            ("ref", "canonical reference, unique in the snapshot"),
            ("kind", "kind of object: requirement, assertion, task, decision, node, memory_fact, …"),
            (
                "id",
                "native id in its language; unique only within its kind and scope (diagram, world)",
            ),
            ("title", "a line for people"),
            (
                "language",
                "world, diagrams, requirements, knowledge, memory, instructions or documents; NULL for a file",
            ),
            *PLACE,
            ("end_line", "its last line there"),
            IS_EXAMPLE,
        ),
        f"""
        SELECT ref, kind, id, title, CASE {SPACE} {_CASES} {_DOCUMENTS} END, file, start_line, end_line,
          CASE WHEN kind IN ({_WORK}) THEN {is_example("task", "object_row.file")}
            ELSE {is_example("", "object_row.file")} END
        FROM object_row
        """,
    ),
    Relation(
        "link",
        "The dependency index: an object is related to another, within a language or across.",
        "Every reference that a language defines is a link, dangling or not; citations in free text are in `mention`.",
        columns(
            ("source", "ref of the object that states the link"),
            ("kind", "implements, verifies, blocks, supersedes, exit, xref, …"),
            ("target", "ref of the object that it leads to"),
            ("of", f"{_OWNER}. Of the links by which an owner has its parts it is `target`"),
            ("dangling", "1 if no object has the ref `target`"),
            *PLACE,
        ),
        f"""
        SELECT source.string, kind.string, target.string,
          iif(kind.string IN ({_HAS}), target.string, {owner("target.string", "target.kind")}),
          link_row.dangling, file.string, link_row.start_line
        FROM link_row
        LEFT JOIN link_string AS source ON source.id = link_row.source
        LEFT JOIN link_string AS target ON target.id = link_row.target
        LEFT JOIN link_string AS kind ON kind.id = link_row.kind
        LEFT JOIN link_string AS file ON file.id = link_row.file
        """,
    ),
    Relation(
        "mention",
        "A citation: the id of an object, of any language, is written in a text of any source.",
        "Every citation in any text of the files read, in whatever spelling; none in fenced examples or in code outside"
        " of comments.",
        columns(
            ("source", "ref of the innermost object that the text stands in"),
            ("source_kind", "its kind"),
            ("source_id", "its native id"),
            ("text", "the citation as written"),
            ("target", "ref of the object that is cited; NULL when nothing has that id"),
            ("target_kind", "its kind; NULL when nothing has that id"),
            ("target_id", "its native id; NULL when nothing has that id"),
            ("of", f"{_OWNER}; NULL when nothing has that id"),
            *PLACE,
        ),
        f"""
        SELECT f.source, s.kind, s.id, f.text, f.target, t.kind, t.id, {owner("f.target", "t.kind")}, f.file,
          f.start_line
        FROM fact_mention_found AS f
        LEFT JOIN object_row AS s ON s.ref = f.source LEFT JOIN object_row AS t ON t.ref = f.target
        """,
    ),
    Relation(
        "tag",
        "An object has a tag: labels, tags and categories alike, as written.",
        "Tags and labels of knowledge, tags and categories of memory, tags of walkthroughs: a row each.",
        columns(
            REF,
            ("kind", "kind of the object"),
            ("id", "native id of the object"),
            ("tag", "the tag as written"),
        ),
        """
        SELECT o.ref, o.kind, o.id, f.tag FROM fact_knowledge_tag AS f JOIN object_row AS o ON o.ref = f.ref
        UNION ALL SELECT o.ref, o.kind, o.id, f.tag FROM fact_memory_tag AS f JOIN object_row AS o ON o.ref = f.ref
        UNION ALL SELECT f.ref, 'walkthrough_node', f.node, t.value
        FROM fact_diagram_walkthrough_node AS f, json_each(f.tags) AS t
        """,
    ),
    Relation(
        "diagnostic",
        "A finding about the source.",
        "What Frieze reads and could not read or understand is here; a file of a kind that it does not read is not.",
        columns(
            ("code", "code, which has a page in the documentation"),
            ("severity", "error, warning or info"),
            ("message", "what is wrong, and what would be right"),
            ("file", "path of the file; NULL when it is about the whole source"),
            ("line", "line there, from 1"),
        ),
        "SELECT code, severity, message, nullif(file, ''), start_line FROM diagnostic_row",
    ),
    Relation(
        "unread",
        "A place that a person would take for a decision, a task, a link or the like, and that was not read as such.",
        "Doubts, not facts: what a net of plain patterns caught and nothing that was read accounts for; none in"
        " templates, fixtures and archives.",
        columns(
            (
                "looks_like",
                "decision, status, date, task, dependency, diagram, requirement, coverage, link, citation, instruction",
            ),
            ("file", "path of the file"),
            ("line", "the first line of such places there, from 1"),
            ("end_line", "the last one"),
            ("text", "what stands at the first, and how many more there are"),
            ("reason", "why it looks so, and what was not found"),
            ("setting", "a line of frieze.toml that would have the page read; NULL: there is none"),
        ),
        f"SELECT looks_like, file, start_line, end_line, text, reason, {_TEACHING} FROM fact_unread",
    ),
    Relation(
        "file",
        "A file of the source that was read.",
        "Every file that some language read; other files of the folder are not here.",
        columns(
            ("path", "path below the root, unique"),
            ("language", "the language that reads it; of several the last"),
            ("lines", "number of lines"),
            ("bytes", "size"),
            ("example", "why it is no part of the project, or a prompt; NULL for the others"),
        ),
        """
        SELECT path, language, lines, size, (SELECT reason FROM fact_example_file AS e WHERE e.path = f.path)
        FROM fact_file_read AS f
        """,
    ),
    Relation(
        "search",
        "The full-text index over id, title, text and context of all objects: `search MATCH 'words'`.",
        "Words match in any inflection; `ORDER BY rank` puts the best first.",
        columns(
            ("ref", "ref of the object"),
            ("rank", "rank of the match, smaller is better; only with MATCH"),
            ("search", "what MATCH is applied to, in the language of SQLite's FTS5; no value of its own"),
        ),
        """
        SELECT o.ref, search_index.rank, search_index.search_index
        FROM search_index JOIN object_row AS o ON o.rowid = search_index.rowid
        """,
    ),
)
