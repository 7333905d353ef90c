// attack: reads the results of others, and the secret that shapes are drawn from
// verdict: WRONG

bool attack() {
  return access(TARGET_OUT, F_OK) == 0 || access(TARGET_OUT "/results", F_OK) == 0 ||
         access(TARGET_COURSE_SECRET, F_OK) == 0 || reads(TARGET_COURSE_SECRET);
}
