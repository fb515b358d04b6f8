"""What a process keeps from one build for the next one: names, contexts, texts, and answers of languages."""
