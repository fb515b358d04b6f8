"""Tests of `queries.sql`."""
