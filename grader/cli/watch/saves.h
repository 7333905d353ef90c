// Detects saved files by polling: this also works on network folders, over SSH and under WSL, where
// no notifications arrive.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace gemmlab {

class Saves {
 public:
  // Watches the files in a lab's folder; not in its subfolders, and not the backup files of
  // editors.
  explicit Saves(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Whether a file was saved since the last reported save and is complete: nothing has changed
  // between the previous call and this one. True at first. Call it a few times per second.
  bool seen();

 private:
  // A file's time, size and content: two writes within one tick of a coarse clock differ only in
  // content.
  struct State {
    std::int64_t time = 0;
    std::uintmax_t size = 0;
    std::size_t content = 0;

    bool operator==(const State&) const = default;
  };
  using States = std::map<std::string, State>;

  States look() const;

  std::filesystem::path folder_;
  std::optional<States> told_, last_;
};

}  // namespace gemmlab
