#include "grader/report/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace gemmlab {
namespace {

// Lines over 100 columns are hard to read, and below 40 a message is hard to recognise.
constexpr int kNarrowest = 40;
constexpr int kWidest = 100;
constexpr int kUnknown = 80;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int columns_of(int descriptor) {
  if (const int stated = std::atoi(std::string(variable("COLUMNS")).c_str()); stated > 0) {
    return stated;
  }
  winsize size{};
  const bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUnknown;
}

}  // namespace

Terminal terminal_of(int descriptor) {
  Terminal terminal;
  terminal.live = isatty(descriptor) == 1 && variable("TERM") != "dumb";
  terminal.color = terminal.live && variable("NO_COLOR").empty();
  terminal.width = std::clamp(columns_of(descriptor), kNarrowest, kWidest);
  return terminal;
}

std::string ink(const Terminal& terminal, Ink ink, std::string_view text) {
  constexpr std::string_view kCodes[] = {"\x1b[32m", "\x1b[1;31m", "\x1b[2m", "\x1b[1m"};
  return terminal.color ? fmt::format("{}{}\x1b[0m", kCodes[int(ink)], text) : std::string(text);
}

}  // namespace gemmlab
