// attack: reads the results of others
// verdict: WRONG

bool attack() {
  return access(TARGET_OUT, F_OK) == 0 || access(TARGET_OUT "/results", F_OK) == 0;
}
