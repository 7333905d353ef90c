"""A class's tables and pages, from the grades that grades.json has."""
