// attack: sends one message of 15 MB, which a report would repeat for each shape
// verdict: WRONG or PARTIAL or UNFINISHED or CRASHED or EXITED

#include <sys/socket.h>
bool attack() {
  const std::string words(15 << 20, 'x');
  const std::string reply = "{\"device_problem\":{\"error\":\"" + words + "\"}}";
  const auto length = static_cast<unsigned>(reply.size());
  std::string text(reinterpret_cast<const char*>(&length), sizeof length);
  text += reply;
  send(3, text.data(), text.size(), MSG_NOSIGNAL);
  return false;
}
