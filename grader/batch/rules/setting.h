// Reads course.toml value by value, and says of each mistake where it is.
#pragma once

#include <fmt/chrono.h>
#include <fmt/ranges.h>

#include <cmath>
#include <toml.hpp>

#include "grader/batch/submission.h"
#include "grader/core/foreign_text.h"
#include "grader/core/nearest.h"
#include "grader/core/pattern.h"

namespace gemmlab {

// A value of the file. Each reader throws std::runtime_error with file, line and key, and returns
// `otherwise` if the value is missing.
struct Setting {
  const toml::value* node = nullptr;  // null: missing
  std::string key = {};               // "labs.02.weight"

  // By toml11 3 and 4.
  static auto line_of(const auto& at) requires requires { at.line(); }
  { return at.line(); }
  static auto line_of(const auto& at) { return at.first_line_number(); }

  // "course.toml:7: labs.02.weight"
  std::string place() const {
    const toml::source_location at = node->location();
    return printable(fmt::format("{}:{}: {}", at.file_name(), line_of(at), key));
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(place() + (key.empty() ? "" : ": ") + printable(what));
  }

  void require(bool holds, const std::string& what) const {
    if (!holds) {
      fail(what);
    }
  }

  // Empty if missing.
  std::map<std::string, Setting> table() const {
    require(node == nullptr || node->is_table(), fmt::format("must be a table; write [{}]", key));
    std::map<std::string, Setting> table;
    static const toml::table kNone;
    for (const auto& [inner, value] : node == nullptr ? kNone : node->as_table()) {
      table[inner] = {&value, key.empty() ? inner : key + '.' + inner};
    }
    return table;
  }

  Setting at(const std::string& inner) const { return table()[inner]; }

  void require_keys(const std::vector<std::string>& known) const {
    for (const auto& [word, value] : table()) {
      if (std::ranges::find(known, word) == known.end()) {
        value.fail(fmt::format("unknown key.{} The keys here: {}", did_you_mean(word, known),
                               fmt::join(known, ", ")));
      }
    }
  }

  std::string text(const std::string& otherwise) const {
    require(node == nullptr || node->is_string(), "must be text in quotes");
    return node == nullptr ? otherwise : toml::get<std::string>(*node);
  }

  // `unit`: " of days", or nothing.
  double number(double otherwise, double most, const char* unit = "", double least = 0) const {
    if (node == nullptr) {
      return otherwise;
    }
    const double value =
        node->is_integer() ? double(node->as_integer()) : toml::get_or(*node, double(NAN));
    require(value >= least && value <= most,
            fmt::format("must be a number{} from {} to {}", unit, least, most));
    return value;
  }

  int whole(int most, const char* unit) const {
    const double value = number(0, most, unit);
    require(value == std::floor(value),
            fmt::format("must be a whole number{} from 0 to {}", unit, most));
    return static_cast<int>(value);
  }

  // All must match `form`; `what` describes it to people.
  std::vector<std::string> words(const Pattern& form, const char* what) const {
    std::vector<std::string> words;
    require(node == nullptr || node->is_array(),
            fmt::format("must be a list of {}: [\"...\"]", what));
    for (const toml::value& each : node == nullptr ? toml::array() : node->as_array()) {
      const Setting word{&each, key};
      words.push_back(word.text(""));
      word.require(form.matches(words.back()), fmt::format("must be a list of {}", what));
    }
    return words;
  }

  const Lab& lab(const std::vector<Lab>& labs, std::string_view word) const {
    if (const Lab* lab = find_lab(labs, word)) {
      return *lab;
    }
    std::vector<std::string> names;
    std::ranges::transform(labs, std::back_inserter(names), &Lab::slug);
    fail(fmt::format("there is no lab '{}'.{} The labs: {}", word, did_you_mean(word, names),
                     fmt::join(names, ", ")));
  }

  // The settings of this table by lab id. "all", if it is allowed, stands for "".
  std::map<std::string, Setting> by_lab(const std::vector<Lab>& labs,
                                        const std::set<std::string>& ids, bool has_all) const {
    std::map<std::string, Setting> found;
    for (const auto& [word, entry] : table()) {
      const std::string id = has_all && word == "all" ? "" : entry.lab(labs, word).id;
      entry.require(id.empty() || ids.contains(id),
                    "this lab is not in course.labs; add it there or remove this");
      const auto [first, is_new] = found.emplace(id, entry);
      entry.require(is_new, "the lab already has " + first->second.place());
    }
    return found;
  }

  // Seconds since 1970, and the minutes of its offset: if it has none, that of this process' time
  // zone if that is the course's, else UTC.
  std::pair<std::optional<std::int64_t>, int> due(bool has_zone) const {
    if (node == nullptr) {
      return {};
    }
    require(node->is_offset_datetime() || node->is_local_datetime(),
            "must be a date and time without quotes, as in 2026-01-31T23:59:00+01:00 (without an "
            "offset: in course.timezone, else UTC)");
    const toml::offset_datetime when =
        node->is_offset_datetime()
            ? node->as_offset_datetime()
            : toml::offset_datetime(node->as_local_datetime(), toml::time_offset(0, 0));
    const auto utc = parse_utc(fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", when.date.year,
                                           when.date.month + 1, when.date.day, when.time.hour,
                                           when.time.minute, when.time.second));
    require(utc.has_value(), "there is no such date");
    if (has_zone && node->is_local_datetime()) {
      std::tm time = fmt::gmtime(*utc);
      time.tm_isdst = -1;
      const std::int64_t at = std::mktime(&time);
      return {at, int((*utc - at) / 60)};
    }
    const int offset = 60 * when.offset.hour + when.offset.minute;
    return {*utc - 60 * std::int64_t(offset), offset};
  }

  template <Named Enum>
  Enum one_of(Enum otherwise) const {
    const std::string word = text(std::string(name(otherwise)));
    if (const auto value = named<Enum>(word)) {
      return *value;
    }
    const auto& all = EnumNames<Enum>::all;
    fail(fmt::format("must be one of {}.{}", fmt::join(all, ", "),
                     did_you_mean(word, {std::begin(all), std::end(all)})));
  }
};

}  // namespace gemmlab
