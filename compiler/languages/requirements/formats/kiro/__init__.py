"""Kiro: requirements with numbered acceptance criteria, a design with properties, and tasks that cite both."""
