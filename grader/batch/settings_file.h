// Values of a TOML file, each read with a message that names file, line and key.
#pragma once

#include <toml++/toml.h>

#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

// A value of the file, and what it is called there: "labs.02.weight".
struct Setting {
  const toml::node* node = nullptr;
  std::string key;
};

// All throw std::runtime_error.
class SettingsFile {
 public:
  explicit SettingsFile(std::string file) : file_(std::move(file)) {}

  [[noreturn]] void fail(const Setting& setting, const std::string& what) const;

  // An empty one if it is not there.
  const toml::table& table(const Setting& setting) const;

  // Null node: not there.
  Setting at(const Setting& parent, std::string_view key) const;

  void require_keys(const Setting& parent, const std::vector<std::string>& known) const;

  // Each gives `otherwise` where there is no such key. `unit`: " of days", or nothing.
  std::string text(const Setting& setting, const std::string& otherwise) const;
  double number(const Setting& setting, double otherwise, double most, const char* unit) const;
  int whole(const Setting& setting, int otherwise, int most, const char* unit) const;

  // Each of `form`; `what` says so to people.
  std::vector<std::string> words(const Setting& setting,
                                 const std::regex& form,
                                 const char* what) const;

 private:
  std::string file_;
};

}  // namespace gemmlab
