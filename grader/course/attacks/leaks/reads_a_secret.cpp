// attack: reads the secrets of the machine, and prints them
// verdict: WRONG

bool attack() {
  return reads(TARGET_SECRET) | reads("/etc/shadow") | reads("/root/.bash_history") |
         reads("/etc/ssl/private/ssl-cert-snakeoil.key");
}
