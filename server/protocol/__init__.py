"""MCP: the handlers of its requests, made from the table of queries."""
