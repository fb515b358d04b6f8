"""Requirements: markdown that states them, code and tests that cite them, test results, and their configuration."""
