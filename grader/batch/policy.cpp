#include "grader/batch/policy.h"

#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <cmath>

#include "grader/batch/submission.h"
#include "grader/core/foreign_text.h"
#include "grader/core/nearest.h"
#include "grader/core/pattern.h"

namespace gemmlab {
namespace {

// A value of the file. Each reader throws std::runtime_error with file, line and key, and returns
// `otherwise` if the value is missing.
struct Setting {
  const toml::node* node = nullptr;  // null: missing
  std::string key = {};              // "labs.02.weight"

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(
        printable(fmt::format("{}:{}: {}{}{}", *node->source().path, node->source().begin.line, key,
                              key.empty() ? "" : ": ", what)));
  }

  void require(bool holds, const std::string& what) const {
    if (!holds) {
      fail(what);
    }
  }

  // Empty if missing.
  const toml::table& table() const {
    static const toml::table kNone;
    require(node == nullptr || node->is_table(), fmt::format("must be a table; write [{}]", key));
    return node == nullptr ? kNone : *node->as_table();
  }

  Setting at(std::string_view inner) const {
    return {table().get(inner), fmt::format("{}{}{}", key, key.empty() ? "" : ".", inner)};
  }

  void require_keys(const std::vector<std::string>& known) const {
    for (const auto& [each, value] : table()) {
      const std::string word(each.str());
      if (std::ranges::find(known, word) == known.end()) {
        at(word).fail(fmt::format("unknown key.{} The keys here: {}", did_you_mean(word, known),
                                  fmt::join(known, ", ")));
      }
    }
  }

  std::string text(const std::string& otherwise) const {
    require(node == nullptr || node->is_string(), "must be text in quotes");
    return node == nullptr ? otherwise : node->as_string()->get();
  }

  // `unit`: " of days", or nothing.
  double number(double otherwise, double most, const char* unit = "") const {
    if (node == nullptr) {
      return otherwise;
    }
    const auto value = node->is_number() ? node->value<double>() : std::nullopt;
    require(value && *value >= 0 && *value <= most,
            fmt::format("must be a number{} from 0 to {}", unit, most));
    return *value;
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
    static const toml::array kNone;
    for (const toml::node& each : node == nullptr ? kNone : *node->as_array()) {
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

  std::optional<std::int64_t> due() const {
    if (node == nullptr) {
      return std::nullopt;
    }
    const auto* time = node->as_date_time();
    require(time != nullptr,
            "must be a date and time without quotes, as in 2026-01-31T23:59:00+01:00 (without an "
            "offset: UTC)");
    const toml::date_time& when = time->get();
    const auto utc = parse_utc(fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", when.date.year,
                                           when.date.month, when.date.day, when.time.hour,
                                           when.time.minute, when.time.second));
    require(utc.has_value(), "there is no such date");
    return *utc - (when.offset ? 60 * std::int64_t(when.offset->minutes) : 0);
  }

  Visibility visibility(Visibility otherwise) const {
    const std::string word = text(std::string(name(otherwise)));
    if (const auto value = named<Visibility>(word)) {
      return *value;
    }
    const auto& all = EnumNames<Visibility>::all;
    fail(fmt::format("must be one of {}.{}", fmt::join(all, ", "),
                     did_you_mean(word, {std::begin(all), std::end(all)})));
  }
};

void read_course(const Setting& course, const std::vector<Lab>& labs, CoursePolicy& policy) {
  course.require_keys({"title", "labs"});
  policy.title = course.at("title").text(policy.title);
  const Setting chosen = course.at("labs");
  if (chosen.node == nullptr) {
    policy.labs = default_policy(labs).labs;
    return;
  }
  for (const std::string& word : chosen.words(Pattern(".+"), "labs")) {
    chosen.require(policy.labs.try_emplace(chosen.lab(labs, word).id).second,
                   fmt::format("lab '{}' is named twice", word));
  }
  chosen.require(!policy.labs.empty(), "must name at least one lab");
}

void read_labs(const Setting& settings, const std::vector<Lab>& labs, CoursePolicy& policy) {
  std::map<std::string, std::string> named;  // lab id -> the key that names it
  for (const auto& [key, node] : settings.table()) {
    const Setting entry = settings.at(key.str());
    const std::string& id = entry.lab(labs, key.str()).id;
    const auto [first, is_new] = named.emplace(id, entry.key);
    entry.require(is_new, fmt::format("the lab already has {}", first->second));
    entry.require(policy.labs.contains(id),
                  "this lab is not in course.labs; add it there or remove this");
    entry.require_keys({"weight", "due"});
    policy.labs[id] = {entry.at("weight").number(1, 1000), entry.at("due").due()};
  }
  settings.require(
      std::ranges::any_of(policy.labs, [](const auto& lab) { return lab.second.weight != 0; }),
      "the weights of all labs are 0, so there is no total; give a lab a weight");
}

CoursePolicy policy_in(const Setting& top, const std::vector<Lab>& labs) {
  static const Pattern header(R"((?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./+-]*)");
  static const Pattern symbol(R"([A-Za-z_][A-Za-z0-9_.$]*|\*)");
  CoursePolicy policy;
  top.require_keys({"title", "course", "labs", "late", "allow", "show"});
  policy.title = top.at("title").text("");
  read_course(top.at("course"), labs, policy);
  read_labs(top.at("labs"), labs, policy);
  const Setting late = top.at("late"), allow = top.at("allow"), show = top.at("show");
  late.require_keys({"grace_minutes", "per_day_percent", "max_days"});
  policy.late.grace_minutes = late.at("grace_minutes").whole(525600, " of minutes");
  policy.late.per_day_percent = late.at("per_day_percent").number(0, 100);
  if (const Setting days = late.at("max_days"); days.node != nullptr) {
    policy.late.max_days = days.whole(3660, " of days");
  }
  allow.require_keys({"headers", "symbols"});
  policy.headers = allow.at("headers").words(
      header, "headers as written between < and >, without .. and without / in front");
  policy.symbols = allow.at("symbols").words(symbol, "symbols, as nm prints them");
  show.require_keys({"checks", "values", "evidence", "speed"});
  const Visibility all = show.at("checks").visibility(Visibility::visible);
  policy.show = {show.at("values").visibility(all), show.at("evidence").visibility(all),
                 show.at("speed").visibility(all)};
  return policy;
}

}  // namespace

CoursePolicy default_policy(const std::vector<Lab>& labs) {
  CoursePolicy policy;
  for (const Lab& lab : labs) {
    policy.labs[lab.id] = {};
  }
  return policy;
}

CoursePolicy read_policy(const fs::path& file, const std::vector<Lab>& labs) {
  if (!fs::is_regular_file(file)) {
    throw std::runtime_error(file.string() + ": there is no such file");
  }
  try {
    const toml::table root = toml::parse_file(file.string());
    return policy_in({&root}, labs);
  } catch (const toml::parse_error& error) {
    throw std::runtime_error(
        printable(fmt::format("{}:{}: this is not valid TOML: {}", file.string(),
                              error.source().begin.line, error.description())));
  }
}

Visibility visibility_of(std::string_view check, const ShowRule& show) {
  static const Pattern of_values("^(values|file|compile|host|matmul_host|launch)");
  return check.starts_with("speed") ? show.speed
         : of_values.is_in(check)   ? show.values
                                    : show.evidence;
}

}  // namespace gemmlab
