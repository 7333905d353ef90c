// attack: reaches the assembler through the name of a section
// verdict: NOT GRADED or DOES NOT COMPILE or WRONG

__attribute__((section(".rodata\n.incbin \"/etc/shadow\"\n.section .data"))) int in_section = 1;
bool attack() {
  return false;
}
