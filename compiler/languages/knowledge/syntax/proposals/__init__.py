"""Proposals and decisions of other formats: KEP, PEP, EIP, SEP, OTEP, RFC, Structurizr, Y-statements, arc42."""
