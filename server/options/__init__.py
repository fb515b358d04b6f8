"""The options that several commands share, and what they hold."""
