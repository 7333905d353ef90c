"""A class: whose file is whose, what a grade is, tables and pages. Judging is C++ work."""
