#include "grader/cli/watch/screen.h"

#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace gemmlab {
namespace {

constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l";  // the other screen, without a cursor
constexpr std::string_view kLeave = "\x1b[?25h\x1b[?1049l";
constexpr std::string_view kHome = "\x1b[H";
constexpr std::string_view kClearLine = "\x1b[K";
constexpr std::string_view kClearRest = "\x1b[J";

void put(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready{STDOUT_FILENO, POLLOUT, 0};
      poll(&ready, 1, 100);
    } else if (errno != EINTR) {
      return;  // nobody sees it
    }
  }
}

struct Sequence {
  std::string_view bytes;
  Key key;
};

constexpr Sequence kSequences[] = {
    {"\x1b[A", Key::up},   {"\x1bOA", Key::up},       {"\x1b[B", Key::down},
    {"\x1bOB", Key::down}, {"\x1b[5~", Key::page_up}, {"\x1b[6~", Key::page_down},
    {"\x1b[H", Key::home}, {"\x1b[1~", Key::home},    {"\x1b[F", Key::end},
    {"\x1b[4~", Key::end},
};

// Bytes of the escape sequence that `bytes` begins with; 1 for the key Esc alone.
std::size_t sequence_length(std::string_view bytes) {
  if (bytes.size() < 2 || (bytes[1] != '[' && bytes[1] != 'O')) {
    return 1;
  }
  std::size_t end = 2;
  while (end < bytes.size() && (bytes[end] < '@' || bytes[end] > '~')) {
    ++end;
  }
  return std::min(end + 1, bytes.size());
}

}  // namespace

std::vector<KeyPress> keys_in(std::string_view bytes) {
  std::vector<KeyPress> keys;
  while (!bytes.empty()) {
    std::size_t length = 1;
    if (bytes[0] == '\x1b') {
      length = sequence_length(bytes);
      const auto known = std::find_if(
          std::begin(kSequences), std::end(kSequences),
          [&](const Sequence& sequence) { return sequence.bytes == bytes.substr(0, length); });
      if (known != std::end(kSequences)) {
        keys.push_back({static_cast<int>(known->key)});
      } else if (length == 1) {
        keys.push_back({static_cast<int>(Key::escape)});
      }
    } else {
      keys.push_back({static_cast<unsigned char>(bytes[0])});
    }
    bytes.remove_prefix(length);
  }
  return keys;
}

Screen::Screen() {
  tcgetattr(STDIN_FILENO, &before_);
  enter();
}

Screen::~Screen() {
  leave();
}

void Screen::enter() {
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);  // keys at once, unseen; Ctrl-C stays
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  put(kEnter);
}

void Screen::leave() {
  put(kLeave);
  tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

ScreenSize Screen::size() const {
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? ScreenSize{size.ws_col, size.ws_row} : ScreenSize{};
}

// In one go and line by line over what was there, so that nothing flickers.
void Screen::draw(const std::vector<std::string>& lines) {
  const auto rows = static_cast<std::size_t>(size().rows);
  std::string text(kHome);
  for (std::size_t i = 0; i < std::min(lines.size(), rows); ++i) {
    text.append(i == 0 ? "" : "\r\n").append(kClearLine).append(lines[i]);
  }
  put(text.append(lines.size() < rows ? "\r\n" : "").append(lines.size() < rows ? kClearRest : ""));
}

void Screen::suspend() {
  leave();
  raise(SIGSTOP);
  enter();
}

std::optional<std::vector<KeyPress>> read_keys() {
  pollfd ready{STDIN_FILENO, POLLIN, 0};
  if (poll(&ready, 1, 0) <= 0) {
    return std::vector<KeyPress>{};
  }
  char bytes[64];
  const ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
  if (got > 0) {
    return keys_in({bytes, static_cast<std::size_t>(got)});
  }
  return got < 0 && (errno == EINTR || errno == EAGAIN) ? std::optional(std::vector<KeyPress>{})
                                                        : std::nullopt;
}

}  // namespace gemmlab
