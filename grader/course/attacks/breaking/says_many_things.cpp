// attack: sends one message with a great many values that nobody asked for
// verdict: WRONG or PARTIAL or UNFINISHED or CRASHED or EXITED

bool attack() {
  std::string reply = "{\"junk\":[{}";
  while (reply.size() < 1'000'000) {
    reply += ",{}";
  }
  reply += "]}";
  const auto length = static_cast<unsigned>(reply.size());
  std::string text(reinterpret_cast<const char*>(&length), sizeof length);
  text += reply;
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t wrote = write(3, text.data() + sent, text.size() - sent);
    if (wrote <= 0) {
      break;
    }
    sent += static_cast<std::size_t>(wrote);
  }
  return false;
}
