"""What turns the lamp for a week."""
