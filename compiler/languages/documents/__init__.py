"""Pages and code that no other language reads, and that may cite something. They have no facts of their own."""
