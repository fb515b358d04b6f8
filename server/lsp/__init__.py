"""The language server: what a snapshot knows, at the cursor of an editor."""
