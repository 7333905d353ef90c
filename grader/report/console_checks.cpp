#include "grader/report/console_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <vector>

#include "grader/report/excerpt.h"
#include "grader/report/failures.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

// "failed too: values 5x4x3, values 33x50x17"; the first few, and how many more
std::string listed(const char* label,
                   const Failures& checks,
                   int indent,
                   const Terminal& terminal) {
  constexpr std::size_t kNamed = 5;
  std::vector<std::string> names;
  for (const Check* check : checks) {
    if (names.size() == kNamed && checks.size() > kNamed + 1) {
      names.push_back(fmt::format("and {} more", checks.size() - kNamed));
      break;
    }
    names.push_back(printable(check->name));
  }
  return wrap(fmt::format("{}: {}", label, fmt::join(names, ", ")), terminal.width, indent);
}

std::string where(const LabResult& lab, const Check& check, const ConsoleOptions& options) {
  if (!check.line()) {
    return "";
  }
  // With the verdict, so that editors show it at the line: see .vscode/tasks.json.
  std::string out = fmt::format("\n    {}:{}: {}\n", printable(path_of(lab, check)), *check.line(),
                                name(check.verdict));
  // A compiler's message shows its lines itself.
  if (options.read_source && check.verdict != Verdict::does_not_compile) {
    out +=
        excerpt(options.read_source(path_of(lab, check)), check.lines(), options.terminal.width, 4);
  }
  return out;
}

// "failed values 33x50x17, 0 of 6 points: RACE"; no check is named if all failed alike.
std::string failure_title(const Failures& same, bool is_all, const Terminal& terminal) {
  const Check& check = *same.front();
  std::string what = is_all ? "" : ' ' + printable(check.name);
  if (!is_all && check.max_points > 0) {
    what += fmt::format(", {} of {} points", check.points(), check.max_points);
  }
  return fmt::format("\n  {}{}: {}\n", ink(terminal, Ink::bad, "failed"), what,
                     ink(terminal, verdict_ink(check.verdict), name(check.verdict)));
}

std::string failure(const LabResult& lab, const Failures& same, const ConsoleOptions& options) {
  const Check& check = *same.front();
  const bool is_all = same.size() == lab.checks.size() && same.size() > 1;
  std::string out = failure_title(same, is_all, options.terminal);
  out += wrap(printable(message(check)), options.terminal.width, 4);
  out += where(lab, check, options);
  if (same.size() > 1 && !is_all) {
    out += listed("failed too", {same.begin() + 1, same.end()}, 4, options.terminal);
  }
  if (!check.hint.empty()) {
    out += fmt::format("    read next: ./gemmlab hint {}\n", printable(check.hint));
  }
  return out;
}

std::string failures(const LabResult& lab, const ConsoleOptions& options) {
  const std::vector<Failures> groups = grouped_failures(lab);
  std::string out;
  Failures rest;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i < kMostFailures) {
      out += failure(lab, groups[i], options);
    } else {
      rest.insert(rest.end(), groups[i].begin(), groups[i].end());
    }
  }
  return rest.empty() ? out : out + '\n' + listed("failed too", rest, 2, options.terminal);
}

// Checks without a verdict. Why is in the headline already, unless that is all there is to say.
std::string not_graded(const LabResult& lab, const ConsoleOptions& options) {
  std::string out;
  Failures checks;
  for (const Check& check : lab.checks) {
    if (check.status() != Status::not_graded) {
      continue;
    }
    if (lab.verdict == Verdict::not_graded && !message(check).empty() && out.empty()) {
      out += '\n' + wrap(printable(message(check)), options.terminal.width, 4);
      out += where(lab, check, options);
    } else if (check.name != "speed") {
      checks.push_back(&check);
    }
  }
  return checks.empty() ? out : out + '\n' + listed("not run", checks, 2, options.terminal);
}

}  // namespace

Ink verdict_ink(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return Ink::good;
    case Verdict::not_started:
    case Verdict::not_graded:
      return Ink::strong;
    default:
      return Ink::bad;
  }
}

std::string console_checks(const LabResult& lab, const ConsoleOptions& options) {
  return failures(lab, options) + not_graded(lab, options);
}

}  // namespace gemmlab
