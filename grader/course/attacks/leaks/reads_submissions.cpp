// attack: reads another student's file
// verdict: WRONG

bool attack() {
  return reads(TARGET_NEIGHBOUR) | (access(TARGET_SUBMISSIONS, R_OK) == 0);
}
