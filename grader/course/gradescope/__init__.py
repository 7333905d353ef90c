"""An autograder for Gradescope: its archive, and the results that it shows."""
