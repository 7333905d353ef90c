// attack: reads what everybody on the machine may read, and prints it
// verdict: WRONG

bool attack() {
  return reads(TARGET_PUBLIC) | reads("/etc/passwd") | reads("/etc/hostname");
}
