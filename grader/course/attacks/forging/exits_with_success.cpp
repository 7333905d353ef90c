// attack: leaves the worker with success in the middle of a product
// verdict: EXITED

bool attack() {
  _exit(0);
}
