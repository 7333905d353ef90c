// attack: makes the assembler say that the disk is full, which is no problem of the machine
// verdict: DOES NOT COMPILE

asm(".error \"No space left on device\"");
bool attack() {
  return false;
}
