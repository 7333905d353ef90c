// The stand-in as installed by tests: a separate toolkit, found through PATH and LD_LIBRARY_PATH.
// Only one per process, because the judge searches for its tools and GPUs once.
#pragma once

#include <filesystem>
#include <string>

namespace gemmlab::stand_in {

class Installation {
 public:
  // In a new folder, and without faults when the judge searches; changes this process's
  // environment.
  static const Installation& only();
  ~Installation();
  Installation(const Installation&) = delete;
  Installation& operator=(const Installation&) = delete;

  // Lines of machine.txt for processes started from now on.
  void set_machine(const std::string& lines) const;

  // Replaces the driver with a library that cannot be loaded.
  void remove_driver() const;
  void restore() const;  // driver and machine

  // The module of a lab file with this behaviour: a function of module.cpp.
  std::filesystem::path module(const std::string& behaviour) const;

 private:
  Installation();

  std::filesystem::path folder_;
};

}  // namespace gemmlab::stand_in
