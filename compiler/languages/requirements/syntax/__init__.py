"""Parses one file to its unit: requirement markdown, comments in code, results, configuration."""
