#include "grader/batch/policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <regex>

#include "grader/batch/utc.h"
#include "grader/core/nearest.h"

namespace gemmlab {
namespace {

constexpr std::array<std::pair<Visibility, std::string_view>, 4> kVisibilities{{
    std::pair{Visibility::visible, std::string_view("visible")},
    std::pair{Visibility::after_due_date, std::string_view("after_due_date")},
    std::pair{Visibility::after_published, std::string_view("after_published")},
    std::pair{Visibility::hidden, std::string_view("hidden")},
}};

// A value of the file, and what it is called there: "labs.02.weight".
struct Setting {
  const toml::node* node = nullptr;
  std::string key;
};

class PolicyReader {
 public:
  PolicyReader(std::string file, const std::vector<Lab>& labs)
      : file_(std::move(file)), labs_(labs) {}

  CoursePolicy read(const toml::table& root) {
    const Setting top{&root, ""};
    require_keys(top, {"title", "course", "labs", "late", "allow", "show"});
    policy_.title = text(at(top, "title"), "");
    read_course(at(top, "course"));
    read_labs(at(top, "labs"));
    read_late(at(top, "late"));
    read_allow(at(top, "allow"));
    read_show(at(top, "show"));
    return std::move(policy_);
  }

 private:
  [[noreturn]] void fail(const Setting& entry, const std::string& what) const {
    throw PolicyError(fmt::format("{}:{}: {}{}{}", file_, entry.node->source().begin.line,
                                  entry.key, entry.key.empty() ? "" : ": ", what));
  }

  const toml::table& table(const Setting& entry) const {
    if (!entry.node->is_table()) {
      fail(entry, fmt::format("must be a table; write [{}]", entry.key));
    }
    return *entry.node->as_table();
  }

  // Null node: not there.
  Setting at(const Setting& parent, std::string_view key) const {
    const std::string whole =
        parent.key.empty() ? std::string(key) : parent.key + '.' + std::string(key);
    return {parent.node == nullptr ? nullptr : table(parent).get(key), whole};
  }

  void require_keys(const Setting& parent, const std::vector<std::string>& known) const {
    for (const auto& [key, node] : table(parent)) {
      const std::string word(key.str());
      if (std::find(known.begin(), known.end(), word) == known.end()) {
        fail({&node, at(parent, word).key},
             fmt::format("there is no such key.{} The keys here: {}", did_you_mean(word, known),
                         fmt::join(known, ", ")));
      }
    }
  }

  std::string text(const Setting& entry, const std::string& otherwise) const {
    if (entry.node == nullptr) {
      return otherwise;
    }
    if (!entry.node->is_string()) {
      fail(entry, "must be text in quotes");
    }
    return entry.node->as_string()->get();
  }

  double number(const Setting& entry, double otherwise, double most, const char* unit) const {
    if (entry.node == nullptr) {
      return otherwise;
    }
    const auto value = entry.node->is_number() ? entry.node->value<double>() : std::nullopt;
    if (!value || !(*value >= 0 && *value <= most)) {
      fail(entry, fmt::format("must be a number{} from 0 to {}", unit, most));
    }
    return *value;
  }

  int whole(const Setting& entry, int otherwise, int most, const char* unit) const {
    const double value = number(entry, otherwise, most, unit);
    if (value != std::floor(value)) {
      fail(entry, fmt::format("must be a whole number{} from 0 to {}", unit, most));
    }
    return static_cast<int>(value);
  }

  // Each of `form`; `what` says so to people.
  std::vector<std::string> words(const Setting& entry,
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

  const Lab& lab(const Setting& entry, std::string_view word) const {
    const Lab* lab = find_lab(labs_, word);
    if (lab == nullptr) {
      std::vector<std::string> names;
      for (const Lab& one : labs_) {
        names.push_back(one.slug());
      }
      fail(entry, fmt::format("there is no lab '{}'.{} The labs: {}", word,
                              did_you_mean(word, names), fmt::join(names, ", ")));
    }
    return *lab;
  }

  void read_course(const Setting& course) {
    if (course.node == nullptr) {
      policy_.labs = default_policy(labs_).labs;
      return;
    }
    require_keys(course, {"title", "labs"});
    policy_.title = text(at(course, "title"), policy_.title);
    const Setting chosen = at(course, "labs");
    if (chosen.node == nullptr) {
      policy_.labs = default_policy(labs_).labs;
      return;
    }
    for (const std::string& word : words(chosen, std::regex(".+"), "labs")) {
      if (!policy_.labs.try_emplace(lab(chosen, word).id).second) {
        fail(chosen, fmt::format("lab '{}' is named twice", word));
      }
    }
    if (policy_.labs.empty()) {
      fail(chosen, "must name at least one lab");
    }
  }

  void read_labs(const Setting& labs) {
    std::map<std::string, std::string> named;  // lab id -> the key that says it
    for (const auto& [key, node] : labs.node == nullptr ? toml::table() : table(labs)) {
      const Setting entry = at(labs, key.str());
      const std::string& id = lab(entry, key.str()).id;
      if (!named.emplace(id, entry.key).second) {
        fail(entry, fmt::format("the lab has {} already", named.at(id)));
      }
      if (policy_.labs.count(id) == 0) {
        fail(entry, "this lab is not among those of course.labs; name it there or remove this");
      }
      require_keys(entry, {"weight", "due"});
      policy_.labs[id].weight = number(at(entry, "weight"), 1, 1000, "");
      policy_.labs[id].due = due(at(entry, "due"));
    }
    double sum = 0;
    for (const auto& [id, lab] : policy_.labs) {
      sum += lab.weight;
    }
    if (sum == 0) {
      fail(labs, "the weights of all labs are 0, so there is no total; give one a weight");
    }
  }

  std::optional<std::int64_t> due(const Setting& entry) const {
    if (entry.node == nullptr) {
      return std::nullopt;
    }
    const auto* time = entry.node->as_date_time();
    if (time == nullptr) {
      fail(entry,
           "must be a day and a time without quotes, as in 2026-01-31T23:59:00+01:00 (without "
           "an offset it is UTC)");
    }
    const toml::date_time& when = time->get();
    const auto utc = parse_utc(fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", when.date.year,
                                           when.date.month, when.date.day, when.time.hour,
                                           when.time.minute, when.time.second));
    if (!utc) {
      fail(entry, "there is no such day");
    }
    return *utc - (when.offset ? 60 * std::int64_t(when.offset->minutes) : 0);
  }

  void read_late(const Setting& late) {
    if (late.node == nullptr) {
      return;
    }
    require_keys(late, {"grace_minutes", "per_day_percent", "max_days"});
    policy_.late.grace_minutes = whole(at(late, "grace_minutes"), 0, 525600, " of minutes");
    policy_.late.per_day_percent = number(at(late, "per_day_percent"), 0, 100, "");
    if (const Setting days = at(late, "max_days"); days.node != nullptr) {
      policy_.late.max_days = whole(days, 0, 3660, " of days");
    }
  }

  void read_allow(const Setting& allow) {
    if (allow.node == nullptr) {
      return;
    }
    require_keys(allow, {"headers", "symbols"});
    static const std::regex header(R"((?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./+-]*)");
    static const std::regex symbol(R"([A-Za-z_][A-Za-z0-9_.$]*)");
    policy_.headers = words(at(allow, "headers"), header,
                            "headers as they stand between < and >, with no .. and no / in front");
    policy_.symbols = words(at(allow, "symbols"), symbol, "symbols, as nm prints them");
  }

  Visibility visibility(const Setting& entry, Visibility otherwise) const {
    const std::string word = text(entry, std::string(gemmlab::word(otherwise)));
    std::vector<std::string> known;
    for (const auto& [value, its_word] : kVisibilities) {
      if (its_word == word) {
        return value;
      }
      known.emplace_back(its_word);
    }
    fail(entry,
         fmt::format("must be one of {}.{}", fmt::join(known, ", "), did_you_mean(word, known)));
  }

  void read_show(const Setting& show) {
    if (show.node == nullptr) {
      return;
    }
    require_keys(show, {"checks", "values", "evidence", "speed"});
    const Visibility all = visibility(at(show, "checks"), Visibility::visible);
    policy_.show = {visibility(at(show, "values"), all), visibility(at(show, "evidence"), all),
                    visibility(at(show, "speed"), all)};
  }

  std::string file_;
  const std::vector<Lab>& labs_;
  CoursePolicy policy_;
};

}  // namespace

CoursePolicy default_policy(const std::vector<Lab>& labs) {
  CoursePolicy policy;
  for (const Lab& lab : labs) {
    policy.labs[lab.id] = {};
  }
  return policy;
}

CoursePolicy read_policy(const std::filesystem::path& file, const std::vector<Lab>& labs) {
  if (!std::filesystem::is_regular_file(file)) {
    throw PolicyError(file.string() + ": there is no such file");
  }
  try {
    return PolicyReader(file.string(), labs).read(toml::parse_file(file.string()));
  } catch (const toml::parse_error& error) {
    throw PolicyError(fmt::format("{}:{}: this is not TOML: {}", file.string(),
                                  error.source().begin.line, error.description()));
  }
}

std::string_view word(Visibility visibility) {
  return kVisibilities[static_cast<std::size_t>(visibility)].second;
}

Visibility visibility_of(std::string_view check, const ShowRule& show) {
  if (check.starts_with("speed")) {
    return show.speed;
  }
  for (const std::string_view values :
       {"values", "file", "compile", "host", "matmul_host", "launch"}) {
    if (check.starts_with(values)) {
      return show.values;
    }
  }
  return show.evidence;
}

}  // namespace gemmlab
