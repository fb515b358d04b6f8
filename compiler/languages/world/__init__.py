"""The world language: `.urd.md` files of places, people, dialogue and rules."""
