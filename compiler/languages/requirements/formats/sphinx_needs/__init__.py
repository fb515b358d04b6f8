"""Sphinx-Needs: directives in reStructuredText and MyST, or the `needs.json` that its program exports."""
