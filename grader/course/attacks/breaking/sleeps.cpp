// attack: sleeps for a day, and heeds no signal
// verdict: TIMED OUT

bool attack() {
  for (int signal_number = 1; signal_number < 32; ++signal_number) {
    signal(signal_number, SIG_IGN);
  }
  for (;;) {
    sleep(86400);
  }
}
