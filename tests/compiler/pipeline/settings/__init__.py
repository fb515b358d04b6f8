"""Tests of `compiler.pipeline.settings`."""
