"""The exports of GitHub."""
