"""Decisions (ADRs): the parser of records, of their statements, and of the settings of ADR tools."""
