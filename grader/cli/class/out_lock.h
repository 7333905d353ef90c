#pragma once

#include <filesystem>

namespace gemmlab {

// Held while one process works on a folder of results, or on a part of it; let go when it ends,
// however it ends.
class OutLock {
 public:
  // Makes the file. Waits for whoever holds it, or does not. Throws UsageError if the folder cannot
  // be written to.
  OutLock(const std::filesystem::path& file, bool wait);
  ~OutLock();
  OutLock(const OutLock&) = delete;
  OutLock& operator=(const OutLock&) = delete;

  bool is_held() const { return is_held_; }

 private:
  int file_;
  bool is_held_ = false;
};

}  // namespace gemmlab
