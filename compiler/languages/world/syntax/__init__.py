"""From the text of one file to its unit: `parse` tells the story, the `.lark` files the language."""
