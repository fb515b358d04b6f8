"""OpenFastTrace: specification items in markdown and reStructuredText, and tags in code that cover them."""
