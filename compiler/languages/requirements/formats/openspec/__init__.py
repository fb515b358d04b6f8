"""OpenSpec: what capabilities require, and changes that would add, modify, remove and rename requirements."""
