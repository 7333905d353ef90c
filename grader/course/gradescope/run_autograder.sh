#!/bin/bash
# Runs for each submission, as root: grades it and writes the results for Gradescope.
place=/autograder
results=$place/results/results.json
tool=$place/source/gemmlab/build/grader/cli/gemmlab-cli
mkdir -p "$place/results"
rm -f "$results"
# Students do not see this output.
"$tool" gradescope --grade "$place/submission" --results "$results" --secret "$place/source/course/secret" @ARGUMENTS@
if [ ! -s "$results" ]; then
  printf '{"output": "%s", "output_format": "text", "visibility": "visible"}\n' \
    'The autograder itself failed, so there is no score. This is not a problem with your work. Tell your instructor.' \
    >"$results"
fi
