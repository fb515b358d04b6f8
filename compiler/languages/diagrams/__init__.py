"""The diagrams language: Mermaid diagrams of every type, wherever they stand, and the sessions that bind them."""
