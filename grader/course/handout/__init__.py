"""What a class gets: the project without its solutions, and a check of that folder."""
