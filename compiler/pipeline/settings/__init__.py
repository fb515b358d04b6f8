"""The settings of a project, `frieze.toml`: reading them, and the rules that they state."""
