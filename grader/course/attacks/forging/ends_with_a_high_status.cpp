// attack: ends with the status of a signal that does not exist
// verdict: EXITED

bool attack() {
  _exit(255);
}
