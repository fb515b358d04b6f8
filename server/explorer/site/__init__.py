"""The explorer as a whole: its pages rendered, addressed, served, and exported as files."""
