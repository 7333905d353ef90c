// attack: opens the memory of other processes, among them the first one in its own sandbox
// verdict: WRONG

bool attack() {
  bool any = false;
  for (pid_t process = 1; process < 40000; ++process) {
    const std::string folder = "/proc/" + std::to_string(process);
    const int name = open((folder + "/comm").c_str(), O_RDONLY);
    char text[64] = {};
    if (process != getpid() && name >= 0 && read(name, text, sizeof text - 1) > 0) {
      any |= open((folder + "/mem").c_str(), O_RDWR) >= 0;
      std::printf("sees %d: %s", process, text);
    }
    close(name);
  }
  return any;
}
