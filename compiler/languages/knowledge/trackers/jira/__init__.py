"""The exports of Jira."""
