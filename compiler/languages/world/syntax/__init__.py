"""From the text of one file to its unit: `parse`, and the grammars in the `.lark` files."""
