// limit: files in /tmp
// under: 16000
// over: 17000
// verdict: CRASHED or TIMED OUT

bool attack() {
  return makes_files(AMOUNT, {"/tmp/"});
}
