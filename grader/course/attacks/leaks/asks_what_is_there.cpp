// attack: asks the preprocessor which files there are
// verdict: WRONG

bool attack() {
#if __has_include("/etc/shadow")
  return true;
#elif __has_include(TARGET_SECRET)
  return true;
#elif __has_include(TARGET_PUBLIC)
  return true;
#elif __has_include(TARGET_NEIGHBOUR)
  return true;
#elif __has_include(TARGET_GRADES)
  return true;
#elif __has_include(TARGET_SOLUTION)
  return true;
#else
  return false;
#endif
}
