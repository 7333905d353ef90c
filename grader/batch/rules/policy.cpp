#include "grader/batch/rules/policy.h"

#include "grader/batch/rules/setting.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

bool is_timezone(const std::string& name) {
  static const Pattern form(R"(\w[\w+-]*(/\w[\w+-]*)*)");
  return form.matches(name) && fs::is_regular_file("/usr/share/zoneinfo/" + name);
}

std::set<std::string> ids_of(const CoursePolicy& policy) {
  std::set<std::string> ids;
  for (const auto& [id, lab] : policy.labs) {
    ids.insert(id);
  }
  return ids;
}

void read_course(const Setting& course, const std::vector<Lab>& labs, CoursePolicy& policy) {
  course.require_keys({"title", "timezone", "labs", "drop_lowest"});
  policy.title = course.at("title").text(policy.title);
  if (const Setting zone = course.at("timezone"); zone.node != nullptr) {
    const std::string name = zone.text("");
    zone.require(is_timezone(name),
                 "this machine knows no such time zone; write one such as \"Europe/Berlin\"");
    setenv("TZ", name.c_str(), 1);
    tzset();
  }
  policy.drop_lowest = course.at("drop_lowest").whole(int(labs.size()) - 1, " of labs");
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

void read_labs(const Setting& settings, const std::vector<Lab>& labs, bool has_zone,
               CoursePolicy& policy) {
  for (const auto& [id, entry] : settings.by_lab(labs, ids_of(policy), false)) {
    entry.require_keys({"weight", "due"});
    const auto [due, offset] = entry.at("due").due(has_zone);
    policy.labs[id] = {entry.at("weight").number(1, 1000), due, offset};
  }
  settings.require(
      std::ranges::any_of(policy.labs, [](const auto& lab) { return lab.second.weight != 0; }),
      "the weights of all labs are 0, so there is no total; give a lab a weight");
}

void read_late(const Setting& late, LateRule& rule) {
  late.require_keys({"grace_minutes", "per_day_percent", "per_hour_percent", "free_days",
                     "most_percent", "least_points", "max_days", "count"});
  rule.grace_minutes = late.at("grace_minutes").whole(525600, " of minutes");
  const Setting hourly = late.at("per_hour_percent"), daily = late.at("per_day_percent");
  hourly.require(hourly.node == nullptr || daily.node == nullptr,
                 "there is per_day_percent too: remove one of them");
  rule.hours = hourly.node == nullptr ? 24 : 1;
  rule.percent = (hourly.node == nullptr ? daily : hourly).number(0, 100);
  rule.free_days = late.at("free_days").whole(3660, " of days");
  rule.most_percent = late.at("most_percent").number(100, 100);
  rule.least_points = late.at("least_points").number(0, 100);
  if (const Setting days = late.at("max_days"); days.node != nullptr) {
    rule.max_days = days.whole(3660, " of days");
  }
  rule.count = late.at("count").one_of(rule.count);
}

void read_exceptions(const Setting& top, const std::vector<Lab>& labs, CoursePolicy& policy) {
  // A student's entry is about all labs, or a table by lab.
  const auto each = [&](const char* table, const auto& is_for_all, const auto& read) {
    const Setting students = top.at(table);
    for (const auto& [student, own] : students.table()) {
      Exceptions& exceptions = policy.exceptions[student];
      exceptions.place = exceptions.place.empty() ? own.place() : exceptions.place;
      const auto by_lab = is_for_all(own) ? std::map<std::string, Setting>{{"", own}}
                                          : own.by_lab(labs, ids_of(policy), true);
      for (const auto& [id, setting] : by_lab) {
        read(setting, id, exceptions);
      }
    }
  };
  each(
      "extensions", [](const Setting& own) { return !own.node->is_table(); },
      [](const Setting& setting, const std::string& id, Exceptions& student) {
        student.extra_days[id] = setting.number(0, 3660, " of days");
      });
  const auto each_list = [&](const char* table, std::set<std::string> Exceptions::*set) {
    each(
        table, [](const Setting&) { return true; },
        [&](const Setting& setting, const std::string&, Exceptions& student) {
          for (const std::string& word : setting.words(Pattern(".+"), "labs")) {
            const bool is_all = word == "all" && set == &Exceptions::checked;
            (student.*set).insert(is_all ? "" : setting.lab(labs, word).id);
          }
        });
  };
  each_list("excused", &Exceptions::excused);
  each_list("checked", &Exceptions::checked);
  each(
      "adjustments",
      [](const Setting& own) { return !own.node->is_table() || own.at("points").node != nullptr; },
      [](const Setting& setting, const std::string& id, Exceptions& student) {
        setting.require_keys({"points", "reason"});
        const Setting given = setting.at("points");
        const double points = given.number(0, 1000, "", -1000);
        const std::string reason = printable(setting.at("reason").text(""));
        setting.require(given.node != nullptr && Pattern(R"(\S)").is_in(reason),
                        "needs points and a reason, which the student will read: { points = -5, "
                        "reason = \"...\" }");
        student.adjustments[id] = {points, reason};
      });
}

CoursePolicy policy_in(const Setting& top, const std::vector<Lab>& labs) {
  static const Pattern header(R"((?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./+-]*)");
  static const Pattern symbol(R"([A-Za-z_][A-Za-z0-9_.$]*|\*)");
  CoursePolicy policy;
  top.require_keys({"title", "course", "labs", "late", "extensions", "excused", "checked",
                    "adjustments", "allow", "show"});
  policy.title = top.at("title").text("");
  read_course(top.at("course"), labs, policy);
  read_labs(top.at("labs"), labs, top.at("course").at("timezone").node != nullptr, policy);
  read_late(top.at("late"), policy.late);
  read_exceptions(top, labs, policy);
  const Setting allow = top.at("allow"), show = top.at("show");
  allow.require_keys({"headers", "symbols"});
  policy.headers = allow.at("headers").words(
      header, "headers as written between < and >, without .. and without / in front");
  policy.symbols = allow.at("symbols").words(symbol, "symbols, as nm prints them");
  show.require_keys({"checks", "values", "evidence", "speed"});
  const Visibility all = show.at("checks").one_of(Visibility::visible);
  policy.show = {show.at("values").one_of(all), show.at("evidence").one_of(all),
                 show.at("speed").one_of(all)};
  return policy;
}

// "3: this is not valid TOML: ..." from toml11's lines "[error] NAME: ...", then " 3 | x = 2" for
// each place, the wrong one last. Of dates it quotes no more than the date, and knows no line.
std::string words_of(const std::string& error, const fs::path& file) {
  const std::vector<Match> places = Pattern(R"(\n +(\d+) \| *([^\n]*))").all_in(error);
  const std::vector<std::string> lines = split_lines(read_file(file));
  const std::string quoted = places.empty() ? "" : places.back()[2];
  std::size_t line = places.empty() ? 1 : std::stoul(places.back()[1]);
  while (line < lines.size() && lines[line - 1].find(quoted) == quoted.npos) {
    ++line;
  }
  const std::string what = Pattern(R"(^\[error\] (toml::\w+: )?|\.?\n[^]*)").replace(error, "");
  const std::string twin =
      places.size() > 1 ? fmt::format(". It is in line {} too: keep one", places[0][1]) : "";
  return fmt::format("{}: this is not valid TOML: {}{}", line, what, twin);
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
    const toml::value root = toml::parse(file.string());
    return policy_in({&root}, labs);
  } catch (const toml::exception& error) {
    throw std::runtime_error(printable(file.string() + ':' + words_of(error.what(), file)));
  }
}

CoursePolicy with_names(CoursePolicy policy,
                        const std::function<std::set<std::string>(const std::string&)>& meant_by) {
  std::map<std::string, Exceptions> by_student;
  for (const auto& [word, own] : policy.exceptions) {
    try {
      for (const std::string& student : meant_by(word)) {
        Exceptions more = own, &all = by_student[student];
        all.place = all.place.empty() ? own.place : all.place;
        all.extra_days.merge(more.extra_days);
        all.excused.merge(more.excused);
        all.checked.merge(more.checked);
        all.adjustments.merge(more.adjustments);
        if (!more.extra_days.empty() || !more.adjustments.empty()) {
          throw std::runtime_error("the same student has such a rule at " + all.place);
        }
      }
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(own.place + ": " + error.what());
    }
  }
  policy.exceptions = std::move(by_student);
  return policy;
}

Visibility visibility_of(CheckKind kind, const ShowRule& show) {
  return kind == CheckKind::speed      ? show.speed
         : kind == CheckKind::evidence ? show.evidence
                                       : show.values;
}

}  // namespace gemmlab
