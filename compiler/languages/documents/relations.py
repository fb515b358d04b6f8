"""The relations of pages: see `/docs/sql.md`."""

from compiler.model.relations import PLACE, REF, Relation, columns, with_object

# Asked row by row, and only where it is wanted: with the index among its joins SQLite would go through all objects.
BODY = "ifnull((SELECT body FROM search_index_body AS texts WHERE texts.rowid = o.rowid), '')"
# The page as a reader has it: what stands before the first heading, then each section below its heading.
WHOLE = f"""
          trim({BODY} || ifnull((SELECT group_concat(part, '') FROM (
            SELECT char(10, 10) || substr('######', 1, s.level) || ' ' || coalesce(s.heading, named.title, named.own_id)
              || iif(ifnull(own.body, '') = '', '', char(10, 10) || own.body) AS part
            FROM fact_document_section_row AS s LEFT JOIN link_string AS named ON named.id = s.ref
              LEFT JOIN search_index_body AS own ON own.rowid = s.rowid + @document_section
            WHERE s.file = (SELECT page.file FROM fact_document_row AS page WHERE page.rowid = f.rowid)
            ORDER BY s.start_line, s.rowid)), ''), char(10))"""

RELATIONS = (
    Relation(
        "document",
        "A page of markdown or reStructuredText.",
        "Every page; that of a decision is here, and the decision in `decision`.",
        columns(
            ("id", "path below the root, unique"),
            REF,
            ("title", "title of the front matter, else the first heading, else the name of the file"),
            ("sections", "number of its sections"),
            ("unchecked_links", "number of its links that only the program that serves the page can follow"),
            ("text", "its whole text, with the headings; each section alone is in `document_section`"),
            *PLACE,
        ),
        f"""
        SELECT f.path, o.ref, f.name, f.sections, f.unchecked, {WHOLE}, f.file, f.start_line
        {with_object("document")}
        """,
    ),
    Relation(
        "document_field",
        "A field of the front matter of a page.",
        "Every field; a row for each value of a list, maps as JSON.",
        columns(
            ("document", "path of the page"),
            ("name", "name of the field, as written"),
            ("value", "value as text; NULL when the field is empty"),
            *PLACE,
        ),
        """
        SELECT f.path, field.key, iif(item.type = 'null', NULL, item.value), f.file, f.start_line
        FROM fact_document AS f, json_each(f.fields) AS field,
          json_each(CASE field.type WHEN 'array' THEN field.value ELSE json_array(field.value) END) AS item
        """,
    ),
    Relation(
        "document_section",
        "A section of a page: from its heading to before the next one of its level or a higher one.",
        "Every section; an object of any language stands in those of its file whose lines are around its own.",
        columns(
            ("document", "path of the page"),
            ("id", "name of the file, '#', and the anchor as GitHub makes it"),
            REF,
            ("title", "text of the heading"),
            ("heading_level", "level of the heading, from 1"),
            ("heading_path", "headings from the outermost to its own, joined by ' › '"),
            ("parent", "ref of the section around it; that of the page when there is none"),
            ("text", "its own text, without that of the sections in it"),
            ("file", "path of the file in which the row is written"),
            ("line", "its line there, from 1"),
            ("end_line", "its last line there"),
        ),
        f"""
        SELECT f.file, o.id, o.ref, f.heading, f.level,
          (SELECT group_concat(value, ' › ') FROM json_each(json_insert(f."outer", '$[#]', f.heading))),
          'f:' || f.file || iif(f.parent = '', '', '#' || f.parent), {BODY}, f.file, f.start_line, f.end_line
        {with_object("document_section")}
        """,
    ),
)
