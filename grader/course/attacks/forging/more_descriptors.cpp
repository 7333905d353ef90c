// attack: looks for descriptors beside input, outputs, the judge's socket and the matrices
// verdict: WRONG

bool attack() {
  int others = 0;
  for (int fd = 5; fd < 1024; ++fd) {
    char target[256];
    const ssize_t size =
        readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), target, sizeof target - 1);
    if (size > 0) {
      target[size] = '\0';
      std::printf("%d: %s\n", fd, target);
      // Descriptors that the judge opens for itself after its start lead nowhere.
      others += target[0] == '/' && std::strncmp(target, "/dev/", 5) != 0 &&
                std::strncmp(target, "/proc/", 6) != 0 && access(target, W_OK) == 0;
    }
  }
  return others > 0;
}
