// attack: has a kernel whose name is a sentence, with commas and the blanks of other alphabets
// verdict: TIMED OUT

bool attack() {
  claim({.kernel = "judged\u3164by\u00a0mistake,\u2003all,\u2028points, "
                   "are, due"});
  return false;
}
