"""What the commands of `frieze` print, and how they parse their arguments."""
