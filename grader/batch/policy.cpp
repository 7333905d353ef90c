#include "grader/batch/policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "grader/batch/settings_file.h"
#include "grader/batch/utc.h"
#include "grader/core/nearest.h"

namespace gemmlab {
namespace {

class PolicyReader : SettingsFile {
 public:
  PolicyReader(std::string file, const std::vector<Lab>& labs)
      : SettingsFile(std::move(file)), labs_(labs) {}

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
    for (const auto& [key, node] : table(labs)) {
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
    require_keys(late, {"grace_minutes", "per_day_percent", "max_days"});
    policy_.late.grace_minutes = whole(at(late, "grace_minutes"), 0, 525600, " of minutes");
    policy_.late.per_day_percent = number(at(late, "per_day_percent"), 0, 100, "");
    if (const Setting days = at(late, "max_days"); days.node != nullptr) {
      policy_.late.max_days = whole(days, 0, 3660, " of days");
    }
  }

  void read_allow(const Setting& allow) {
    require_keys(allow, {"headers", "symbols"});
    static const std::regex header(R"((?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./+-]*)");
    static const std::regex symbol(R"([A-Za-z_][A-Za-z0-9_.$]*|\*)");
    policy_.headers = words(at(allow, "headers"), header,
                            "headers as they stand between < and >, with no .. and no / in front");
    policy_.symbols = words(at(allow, "symbols"), symbol, "symbols, as nm prints them");
  }

  Visibility visibility(const Setting& entry, Visibility otherwise) const {
    const std::string word = text(entry, std::string(name(otherwise)));
    if (const auto value = named<Visibility>(word)) {
      return *value;
    }
    const auto& all = EnumNames<Visibility>::all;
    fail(entry, fmt::format("must be one of {}.{}", fmt::join(all, ", "),
                            did_you_mean(word, {std::begin(all), std::end(all)})));
  }

  void read_show(const Setting& show) {
    require_keys(show, {"checks", "values", "evidence", "speed"});
    const Visibility all = visibility(at(show, "checks"), Visibility::visible);
    policy_.show = {visibility(at(show, "values"), all), visibility(at(show, "evidence"), all),
                    visibility(at(show, "speed"), all)};
  }

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
    throw std::runtime_error(file.string() + ": there is no such file");
  }
  try {
    return PolicyReader(file.string(), labs).read(toml::parse_file(file.string()));
  } catch (const toml::parse_error& error) {
    throw std::runtime_error(fmt::format("{}:{}: this is not TOML: {}", file.string(),
                                         error.source().begin.line, error.description()));
  }
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
