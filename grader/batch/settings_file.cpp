#include "grader/batch/settings_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "grader/core/nearest.h"

namespace gemmlab {

void SettingsFile::fail(const Setting& entry, const std::string& what) const {
  throw std::runtime_error(fmt::format("{}:{}: {}{}{}", file_, entry.node->source().begin.line,
                                       entry.key, entry.key.empty() ? "" : ": ", what));
}

const toml::table& SettingsFile::table(const Setting& entry) const {
  static const toml::table kNone;
  if (entry.node == nullptr) {
    return kNone;
  }
  if (!entry.node->is_table()) {
    fail(entry, fmt::format("must be a table; write [{}]", entry.key));
  }
  return *entry.node->as_table();
}

Setting SettingsFile::at(const Setting& parent, std::string_view key) const {
  const std::string whole =
      parent.key.empty() ? std::string(key) : parent.key + '.' + std::string(key);
  return {table(parent).get(key), whole};
}

void SettingsFile::require_keys(const Setting& parent,
                                const std::vector<std::string>& known) const {
  for (const auto& [key, node] : table(parent)) {
    const std::string word(key.str());
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      fail({&node, at(parent, word).key},
           fmt::format("there is no such key.{} The keys here: {}", did_you_mean(word, known),
                       fmt::join(known, ", ")));
    }
  }
}

std::string SettingsFile::text(const Setting& entry, const std::string& otherwise) const {
  if (entry.node == nullptr) {
    return otherwise;
  }
  if (!entry.node->is_string()) {
    fail(entry, "must be text in quotes");
  }
  return entry.node->as_string()->get();
}

double SettingsFile::number(const Setting& entry,
                            double otherwise,
                            double most,
                            const char* unit) const {
  if (entry.node == nullptr) {
    return otherwise;
  }
  const auto value = entry.node->is_number() ? entry.node->value<double>() : std::nullopt;
  if (!value || !(*value >= 0 && *value <= most)) {
    fail(entry, fmt::format("must be a number{} from 0 to {}", unit, most));
  }
  return *value;
}

int SettingsFile::whole(const Setting& entry, int otherwise, int most, const char* unit) const {
  const double value = number(entry, otherwise, most, unit);
  if (value != std::floor(value)) {
    fail(entry, fmt::format("must be a whole number{} from 0 to {}", unit, most));
  }
  return static_cast<int>(value);
}

std::vector<std::string> SettingsFile::words(const Setting& entry,
                                             const std::regex& form,
                                             const char* what) const {
  std::vector<std::string> words;
  if (entry.node == nullptr) {
    return words;
  }
  if (!entry.node->is_array()) {
    fail(entry, fmt::format("must be a list of {}: [\"...\"]", what));
  }
  for (const toml::node& node : *entry.node->as_array()) {
    words.push_back(text({&node, entry.key}, ""));
    if (!std::regex_match(words.back(), form)) {
      fail({&node, entry.key}, fmt::format("must be a list of {}", what));
    }
  }
  return words;
}

}  // namespace gemmlab
