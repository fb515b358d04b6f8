"""Errors as answers: the exception, the numbers that a seed gives them, and the names nearest to a wrong one."""
