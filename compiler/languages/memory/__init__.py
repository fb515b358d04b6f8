"""Agent memory: what agents learned, said and handed over, in the files that they leave behind."""
