"""The diagrams language: Mermaid diagrams of every type, in files of any form, and the sessions that join them."""
