// Notices that somebody saved a file, by looking: that works on network folders, over SSH and under
// WSL, where no notice comes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace gemmlab {

class Saves {
 public:
  // Of the files in a lab's folder; those of its folders below don't count, nor do an editor's
  // backups.
  explicit Saves(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Whether something was saved since the last save that was told of, and is whole: nothing has
  // changed from the last call to this one. True at first. To be called a few times a second.
  bool seen();

 private:
  // When a file was written, how long it is, and what is in it: writes within one tick of a coarse
  // clock differ in that alone.
  struct State {
    std::int64_t time = 0;
    std::uintmax_t size = 0;
    std::size_t content = 0;

    bool operator==(const State&) const = default;
  };
  using States = std::map<std::string, State>;

  States look() const;

  std::filesystem::path folder_;
  States told_, last_;
  bool is_first_ = true;
};

}  // namespace gemmlab
