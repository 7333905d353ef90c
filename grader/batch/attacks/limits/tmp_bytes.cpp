// limit: MiB of files in /tmp together
// under: 31
// over: 33
// verdict: WRONG

bool attack() {
  signal(SIGXFSZ, SIG_IGN);
  const std::string block(1 << 20, 'x');
  const int file = open("/tmp/large", O_RDWR | O_CREAT, 0600);
  int count = 0;
  while (count < AMOUNT && write(file, block.data(), block.size()) == ssize_t(block.size())) {
    ++count;
  }
  const bool is_all = count == AMOUNT;
  static_cast<void>(ftruncate(file, 0));
  close(file);
  return is_all;
}
