"""Requirements that a project lists by ids of its own, without a tool: rows of tables, entries, headings and maps."""
