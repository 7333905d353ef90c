"""Whose texts are alike in a graded class."""
