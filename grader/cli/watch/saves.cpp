#include "grader/cli/watch/saves.h"

#include <functional>
#include <system_error>

#include "grader/core/read_file.h"

namespace gemmlab {
namespace {

// Files that editors create next to an open file: .kernel.cu.swp, #kernel.cu#, kernel.cu~, 4913.
bool is_of_an_editor(const std::string& name) {
  return name.starts_with('.') || name.starts_with('#') || name.ends_with('~') ||
         name.find('.') == std::string::npos || name.ends_with(".tmp");
}

}  // namespace

Saves::States Saves::look() const {
  States states;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code gone;
    if (is_of_an_editor(name) || !entry->is_regular_file(gone)) {
      continue;
    }
    const auto time = entry->last_write_time(gone);
    if (!gone) {
      states[name] = {time, std::hash<std::optional<std::string>>{}(read_foreign(entry->path()))};
    }
  }
  return states;
}

bool Saves::seen() {
  States now = look();
  const bool is_whole = !last_ || now == last_;
  last_ = std::move(now);
  if (is_whole && last_ != told_) {
    told_ = last_;
    return true;
  }
  return false;
}

}  // namespace gemmlab
