// attack: fills each folder that it can write to
// verdict: WRONG or CRASHED

bool attack() {
  signal(SIGXFSZ, SIG_IGN);
  const std::string block(1 << 20, 'x');
  bool any = false;
  for (const char* place : {"/tmp", "/dev/shm", "/box", ".", "/var/tmp", "/dev", "/run"}) {
    long mebibytes = 0;
    for (int files = 0; files < 64 && mebibytes < 1024; ++files) {
      const std::string path = std::string(place) + "/fill" + std::to_string(files);
      const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
      for (int i = 0; file >= 0 && i < 32 && write(file, block.data(), block.size()) > 0; ++i) {
        ++mebibytes;
      }
      close(file);
    }
    any |= mebibytes >= 1024;
  }
  return any;
}
