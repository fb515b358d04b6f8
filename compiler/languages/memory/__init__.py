"""Agent memory: what agents learnt, said and handed over, in the files that they leave behind."""
