#include "grader/process/run_program.h"

#include "grader/process/child.h"

namespace gemmlab {
namespace {

void read_lines(int input, const std::function<void(const std::string&)>& line) {
  std::string pending;
  while (read_some(input, pending) > 0) {
    for (std::size_t end; (end = pending.find('\n')) != std::string::npos;) {
      line(pending.substr(0, end));
      pending.erase(0, end + 1);
    }
  }
  if (!pending.empty()) {
    line(pending);
  }
}

}  // namespace

int run_program(const std::vector<std::string>& arguments,
                const std::function<void(const std::string& line)>& line) {
  Pipe output = make_pipe();
  Child program({.argv = arguments,
                 .descriptors = {STDIN_FILENO, output.write.get(), output.write.get()},
                 .death_signal = SIGTERM});
  output.write = Descriptor();
  read_lines(output.read.get(), line);
  return program.wait().as_shell();
}

}  // namespace gemmlab
