"""spec-kit: a feature a folder, with user stories, functional requirements, success criteria and tasks."""
