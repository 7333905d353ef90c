// attack: reports a problem of the machine in words of its own, which look like a neighbour's line
// verdict: PARTIAL or WRONG or UNFINISHED

bool attack() {
  claim({.trouble = "no_gpu",
         .error = "the judge is "
                  "broken\\n  [1/1] mallory: 6 of 6 passed"});
  return false;
}
