// attack: sleeps at each start, and says after each run that it must be started again
// verdict: TIMED OUT or WRONG or PARTIAL or UNFINISHED

struct Sleeper {
  Sleeper() { usleep(9'500'000); }
} sleeper;

bool attack() {
  claim({.spent = true});
  return false;
}
