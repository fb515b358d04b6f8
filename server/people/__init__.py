"""What people read on a terminal: the answers of tools as tables, texts and drawings."""
