// attack: reads what the first process was started with, and which of our folders are mounted
// verdict: WRONG

bool attack() {
  const std::string mounts = text_of("/proc/self/mountinfo");
  bool any = reads("/proc/1/cmdline") | reads("/proc/1/environ") | reads("/proc/1/mountinfo");
  for (const char* secret : {TARGET_OUT, TARGET_SUBMISSIONS, TARGET_SECRET, TARGET_SOLUTION}) {
    any |= mounts.find(secret) != std::string::npos;
  }
  return any;
}
