"""Pages, their sections and the links between them. And code that no other language reads, and that may cite."""
