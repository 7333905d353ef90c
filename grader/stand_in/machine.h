// The stand-in's properties: machine.txt, one "key value" per line, next to the library or as its
// folder.
#pragma once

#include <map>
#include <string>

namespace gemmlab::stand_in {

class Machine {
 public:
  // Reads the file; the defaults describe a small GPU without faults.
  explicit Machine(const std::string& file);

  const std::string& text(const std::string& key) const { return values_.at(key); }
  double number(const std::string& key) const { return std::stod(text(key)); }
  int whole(const std::string& key) const { return std::stoi(text(key)); }
  std::size_t bytes(const std::string& key) const { return std::size_t(whole(key)) << 20; }  // MiB

 private:
  std::map<std::string, std::string> values_;
};

}  // namespace gemmlab::stand_in
