// attack: has the assembler put a secret file into the module
// verdict: NOT GRADED or DOES NOT COMPILE

asm(".globl secret\nsecret: .incbin \"/etc/shadow\"\n.byte 0");
extern "C" const char secret[];
bool attack() {
  return std::puts(secret) > 0;
}
