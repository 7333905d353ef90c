// attack: says that its lines are those of a secret file, for the report to quote
// verdict: NOT GRADED

#line 1 TARGET_SECRET
bool attack() {
  return undeclared;
}
