"""The linker of knowledge: unique ids, resolved references, readiness and supersession."""
