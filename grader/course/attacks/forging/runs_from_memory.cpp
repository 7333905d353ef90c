// attack: runs a program that it has only in memory
// verdict: EXITED or WRONG

#include <sys/mman.h>
bool attack() {
  const int program = memfd_create("program", 0);
  dprintf(program, "#!/bin/sh\necho '[  PASSED  ] 99 tests.'\n");
  char* const arguments[] = {const_cast<char*>("program"), nullptr};
  fexecve(program, arguments, environ);
  return false;
}
