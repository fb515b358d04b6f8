"""Verdicts: whether what a source states is still so. The rules are in `compiler.languages.verdicts`."""
