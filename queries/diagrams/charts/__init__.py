"""Charts that have no objects: from the text of each kind to the model to draw."""
