// attack: prints escape codes, markup, formulas and forged reports
// verdict: WRONG

bool attack() {
  std::puts("\033[2J\033]0;owned\a\r[  PASSED  ] 99 tests.");
  std::puts("<script>alert('owned')</script><img src=x onerror=alert(1)>]]></system-out>");
  std::puts("=HYPERLINK(\"http://example.org\",\"owned\")\n+1+cmd|' /C calc'!A0\n@SUM(1)");
  return false;
}
