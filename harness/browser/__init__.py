"""The explorer in a real browser: Debian's Chromium, where it is installed."""
