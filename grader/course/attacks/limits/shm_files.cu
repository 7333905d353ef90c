// limit: files in /dev/shm
// under: 16000
// over: 17000
// verdict: CRASHED or TIMED OUT

bool attack() {
  return makes_files(AMOUNT, {"/dev/shm/"});
}
