// Detects saved files by polling: this also works on network folders, over SSH and under WSL, where
// no notifications arrive.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "grader/core/fs.h"

namespace gemmlab {

class Saves {
 public:
  // Watches the files in a lab's folder; not in its subfolders, and not the backup files of
  // editors.
  explicit Saves(fs::path folder) : folder_(std::move(folder)) {}

  // Whether a file was saved since the last reported save and is complete: nothing has changed
  // between the previous call and this one. True at first. Call it a few times per second.
  bool seen();

 private:
  // A file's time and a hash of its content: two writes within one tick of a coarse clock differ
  // only in content.
  using State = std::pair<fs::file_time_type, std::size_t>;
  using States = std::map<std::string, State>;

  States look() const;

  fs::path folder_;
  std::optional<States> told_, last_;
};

}  // namespace gemmlab
