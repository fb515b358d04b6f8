"""The parsers of knowledge, a module or folder per format. None sees a second file."""
