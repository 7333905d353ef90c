"""What Gradescope's results have, for the tests of ours."""

TOP = {
    "score",
    "execution_time",
    "output",
    "output_format",
    "visibility",
    "stdout_visibility",
    "tests",
    "leaderboard",
    "extra_data",
}
TEST = {  # of its "tests"
    "score",
    "max_score",
    "status",
    "name",
    "number",
    "output",
    "output_format",
    "tags",
    "visibility",
}
