// attack: has the compiler print markup, formulas and escape codes
// verdict: DOES NOT COMPILE

#error </pre><script>alert('owned')</script>]]> =HYPERLINK("http://example.org")
bool attack() {
  return false;
}
