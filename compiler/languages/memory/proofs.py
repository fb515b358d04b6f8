"""What proves each format of memory, for people."""

PROOFS = {
    "jsonl": "each line is a record with a type of Frieze's own format",
    "mcp": "each line is an entity or a relation, as the memory server of MCP writes them",
    "basic-memory": "front matter has a permalink, or sections have observations and relations",
    "auto-memory": "the page is MEMORY.md, or stands in a folder of one",
    "claude": "each line is a message of a transcript of Claude Code",
    "codex": "each line is an event of a transcript of Codex",
}
