"""A class on a Slurm cluster: its array script, and the test of that."""
