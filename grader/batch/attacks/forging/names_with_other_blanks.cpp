// attack: has a kernel whose name is a sentence: its blanks are those of other alphabets, and
// commas verdict: UNFINISHED or TIMED OUT

bool attack() {
  claim({.kernel = "judged\u3164by\u00a0mistake,\u2003all,\u2028points, are, due"});
  return false;
}
