"""What a class hands in: whose each entry of its folder is, and which files count."""
