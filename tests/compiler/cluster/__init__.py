"""Tests of builds on many machines."""
