#include "grader/doors/json_lines.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>

#include "grader/process/descriptor.h"

namespace gemmlab {

bool JsonLines::read(const std::function<void(const Json&)>& use) {
  std::size_t begin = 0, searched = pending_.size();
  if (read_some(input_, pending_) == 0) {
    return false;
  }
  for (std::size_t end; (end = pending_.find('\n', searched)) != pending_.npos;) {
    use(Json::parse(std::string_view(pending_).substr(begin, end - begin)));
    begin = searched = end + 1;
  }
  pending_.erase(0, begin);
  return true;
}

void write_line(int output, const Json& answer) {
  const std::string line = answer.text() + '\n';
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t written = write(output, line.data() + at, line.size() - at);
    if (written < 0 && errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "cannot answer");
    }
    at += written < 0 ? 0 : static_cast<std::size_t>(written);
  }
}

}  // namespace gemmlab
