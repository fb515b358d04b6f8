"""The exports of Linear."""
