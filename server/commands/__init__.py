"""What the commands of `frieze` print, and how they read their arguments."""
