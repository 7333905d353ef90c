"""What a course decides, and the grade that follows."""
