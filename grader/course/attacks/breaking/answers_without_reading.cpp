// attack: answers each request before it is asked, and never reads one: they fill the connection
// verdict: WRONG or PARTIAL or UNFINISHED or CRASHED or EXITED or TIMED OUT

struct Flood {
  Flood() {
    const std::string loaded = "{\"entries\":[\"matmul\"],\"free_bytes\":0,\"error\":\"\"}";
    const auto length = static_cast<unsigned>(loaded.size());
    send(3, &length, sizeof length, MSG_NOSIGNAL);
    send(3, loaded.data(), length, MSG_NOSIGNAL);
    for (;;) {
      claim({});
      usleep(10'000);
    }
  }
} flood;

bool attack() {
  return false;
}
