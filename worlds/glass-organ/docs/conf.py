"""Settings of the documentation of the glass organ. Frieze reads what is written out here, and runs nothing."""

project = "Glass organ"
extensions = ["myst_parser"]
extensions += ["sphinx_needs"]
myst_enable_extensions = ["colon_fence"]
exclude_patterns = ["drafts", "_build"]

needs_from_toml = "ubproject.toml"
needs_build_json = True
