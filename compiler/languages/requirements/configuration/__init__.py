"""What `.elspais.toml` says of a project: its values, which files belong to it, and which words are its ids."""
