// The stand-in as tests install it: a toolkit of its own, which PATH and LD_LIBRARY_PATH lead to.
// There is one in a process, since the judge looks for its tools and GPUs once.
#pragma once

#include <filesystem>
#include <string>

namespace gemmlab::stand_in {

class Installation {
 public:
  // In a new folder, and in good order when the judge looks; changes this process's environment.
  static const Installation& only();
  ~Installation();
  Installation(const Installation&) = delete;
  Installation& operator=(const Installation&) = delete;

  // What processes started from now on meet: lines of machine.txt.
  void set_machine(const std::string& lines) const;

  // A library that no loader takes stands in the driver's place.
  void remove_driver() const;
  void restore() const;  // driver and machine

  // The module of a lab file that asks for this behaviour: a function of module.cpp.
  std::filesystem::path module(const std::string& behaviour) const;

 private:
  Installation();

  std::filesystem::path folder_;
};

}  // namespace gemmlab::stand_in
