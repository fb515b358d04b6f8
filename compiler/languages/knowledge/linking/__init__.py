"""The linker of knowledge: ids made unique, references resolved, readiness and supersession worked out."""
