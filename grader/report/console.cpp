#include "grader/report/console.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>

#include "common/facts/counts.h"
#include "common/facts/names.h"
#include "grader/core/facts/advice.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/foreign_text.h"
#include "grader/core/metrics.h"
#include "grader/core/score.h"
#include "grader/report/excerpt.h"
#include "grader/report/model/console_model.h"
#include "grader/report/words/cause_words.h"
#include "grader/report/words/check_words.h"
#include "grader/report/words/count.h"

namespace gemmlab {
namespace {

// "failed too: values 5x4x3, values 33x50x17"; the first few, and how many more
std::string listed(const char* label, const Failures& checks, int indent,
                   const Terminal& terminal) {
  constexpr std::size_t kNamed = 5;
  std::vector<std::string> names;
  std::ranges::transform(checks, std::back_inserter(names),
                         [](const Check* check) { return printable(check->name); });
  if (names.size() > kNamed + 1) {
    names.resize(kNamed);
    names.push_back(fmt::format("and {} more", checks.size() - kNamed));
  }
  return wrap(fmt::format("{}: {}", label, fmt::join(names, ", ")), terminal.width, indent);
}

// What failed, too, and what was not run because of it.
std::string others(Failures checks, int indent, const Terminal& terminal) {
  const auto unrun = std::stable_partition(checks.begin(), checks.end(), [](const Check* check) {
    return check->outcome != CheckOutcome::not_run;
  });
  const Failures failed(checks.begin(), unrun), rest(unrun, checks.end());
  return (failed.empty() ? "" : listed("also failed", failed, indent, terminal)) +
         (rest.empty() ? "" : listed("not run then", rest, indent, terminal));
}

std::string where(const LabResult& lab, const Check& check, const ConsoleOptions& options) {
  if (!check.line()) {
    return "";
  }
  // Includes the verdict, so that editors show it at the line: see .vscode/tasks.json.
  std::string out = fmt::format("\n    {}:{}: {}\n", printable(path_of(lab, check)), *check.line(),
                                name(check.verdict));
  // A compiler's message already shows its lines.
  if (options.read_source && check.verdict != Verdict::does_not_compile) {
    out +=
        excerpt(options.read_source(path_of(lab, check)), check.lines(), options.terminal.width, 4);
  }
  return out;
}

// Begins with "failed values 33x50x17, 0 of 6 points: RACE"; names no check if all failed alike.
std::string failure(const LabResult& lab, const Failures& same, const ConsoleOptions& options) {
  const Check& check = *same.front();
  const bool is_all = are_all(same, lab);
  std::string what = is_all ? "" : ' ' + printable(check.name);
  if (!is_all && check.max_points > 0 && !lab.is_without_points()) {
    what += fmt::format(", {} of {} points", check.points(), check.max_points);
  }
  std::string out =
      fmt::format("\n  {}{}: {}\n", ink(options.terminal, Ink::bad, "failed"), what,
                  ink(options.terminal, verdict_ink(check.verdict), name(check.verdict)));
  out += wrap(printable(message(check, {.repairs = options.repairs})), options.terminal.width, 4);
  out += where(lab, check, options);
  if (!check.changes.empty() && options.repairs == Repairs::hidden) {
    out += options.is_watched
               ? "    the change: press f\n"
               : fmt::format("    the change: ./gemmlab grade {} --fix\n", printable(lab.id));
  }
  if (!is_all) {
    out += others({same.begin() + 1, same.end()}, 4, options.terminal);
  }
  if (!check.hint.empty()) {
    const Check* const of_key = options.is_watched ? hinted_failure(lab) : nullptr;
    const bool has_key = of_key != nullptr && of_key->hint == check.hint;
    out += fmt::format("    read next: {} {}\n",
                       has_key ? "press h for the hint of step" : "./gemmlab hint",
                       printable(check.hint));
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
  return rest.empty() ? out : out + '\n' + others(rest, 2, options.terminal);
}

// Checks without a verdict. The headline already gives the reason, unless there is nothing else to
// say.
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
  return checks.empty() ? out : out + '\n' + listed(kNotRun, checks, 2, options.terminal);
}

constexpr int kColumnsOfHeadline = 51;

// A short reason for points that were not graded: the first check's reason up to a colon.
std::string not_graded_reason(const LabResult& lab) {
  const auto ungraded = std::ranges::find_if(lab.checks, [](const Check& check) {
    return check.status() == Status::not_graded && check.reason != Reason::none;
  });
  const std::string why =
      ungraded == lab.checks.end() ? "" : split_lines(reason(*ungraded)).front();
  return printable(why.substr(0, why.find(": ")));
}

std::string note_on(int points, const std::string& reason) {
  return fmt::format("{} not graded{}{}", points, reason.empty() ? "" : ": ", reason);
}

// Without the traffic if it appears below, next to its prediction.
std::string metrics_line(const Metrics& metrics, bool with_traffic) {
  const AccessCounts& loads = metrics.global_load;
  if (loads.requests == 0) {
    return "";
  }
  const double sectors = static_cast<double>(loads.units) / static_cast<double>(loads.requests);
  return fmt::format(
      "at {}: {}, {:.1f} sectors each{}", extents(metrics.shape),
      counted(loads.requests, "load request"), sectors,
      with_traffic ? fmt::format(", {:.2f} bytes per FLOP", metrics.bytes_per_flop) : "");
}

std::string gflops_in_words(double gflops) {
  return gflops < 1000 ? fmt::format("{:.1f} GFLOP/s", gflops)
                       : fmt::format("{:.2f} TFLOP/s", gflops / 1000);
}

std::string speed_line(const LabResult& lab) {
  const Speed& speed = *lab.speed;
  return fmt::format("speed {}{}{}: {}", gflops_in_words(speed.gflops),
                     speed.shape ? fmt::format(" at {}", extents(*speed.shape)) : "",
                     speed.outcome == SpeedOutcome::borderline ? ", borderline" : "",
                     printable(speed_reason(lab)));
}

std::string measured(const LabResult& lab, const Terminal& terminal) {
  std::string out;
  if (lab.metrics && lab.verdict == Verdict::passed) {
    out += wrap(metrics_line(*lab.metrics, !lab.model), terminal.width, 3);
  }
  for (const std::string& each : advice_in(lab)) {
    out += wrap(each, terminal.width, 3);
  }
  if (lab.speed && lab.speed->outcome != SpeedOutcome::not_graded &&
      lab.speed->outcome != SpeedOutcome::too_slow) {  // which is said below
    out += wrap(speed_line(lab), terminal.width, 3);
  }
  return out;
}

std::string demonstrated(const LabResult& lab, const ConsoleOptions& options) {
  if (!are_matrices_of_use(lab, options.show_matrices)) {
    return "";
  }
  return fmt::format("\n  at {}:\n{}", extents(lab.demonstration->shape),
                     wrap(matrices(*lab.demonstration, options.terminal.width - 4), 1000, 4));
}

std::string printed(const LabResult& lab, const Terminal& terminal) {
  if (lab.printed.empty()) {
    return "";
  }
  std::string out = "\n  your program printed:\n";
  for (const std::string& line : split_lines(printable(lab.printed))) {
    out += wrap("| " + clipped(line, kMostColumns), terminal.width, 4);
  }
  return out;
}

}  // namespace

std::vector<std::string> advice_in(const LabResult& lab) {
  std::vector<std::string> said;
  for (const Advice& each : lab.verdict == Verdict::passed ? lab.advice : std::vector<Advice>()) {
    std::set<int> lines;
    std::ranges::transform(each.places, std::inserter(lines, lines.end()), &Place::line);
    const std::string where =
        lines.empty()
            ? ""
            : fmt::format(" at line{} {}", lines.size() > 1 ? "s" : "", fmt::join(lines, " and "));
    const bool is_by_chance = std::holds_alternative<FragmentPlace>(each.cause);
    said.push_back(fmt::format("right, but {}{}: {}",
                               is_by_chance ? "not on every GPU" : "wasteful", where,
                               sentence(each.cause)));
  }
  return said;
}

Ink verdict_ink(Verdict verdict) {
  const bool is_open = verdict == Verdict::not_started || verdict == Verdict::not_graded;
  return verdict == Verdict::passed ? Ink::good : is_open ? Ink::strong : Ink::bad;
}

std::string not_graded_note(const LabResult& lab) {
  // If nothing was graded, the reason has its own paragraph.
  const bool is_all = lab.verdict == Verdict::not_graded;
  return lab.not_graded_points == 0
             ? ""
             : note_on(lab.not_graded_points, is_all ? "" : not_graded_reason(lab));
}

std::string console_headline(const LabResult& lab, const Terminal& terminal,
                             const std::optional<std::pair<double, double>>& points) {
  const std::string verdict(name(lab.verdict));
  const std::string file_name = lab.slug.substr(lab.slug.rfind('/') + 1);  // of a step, too
  const std::string lab_name =
      file_name.substr(std::min(file_name.find('_') + 1, file_name.size()));
  // In columns, so that consecutive lines can be compared; not if those are too wide.
  const bool in_columns = terminal.width >= kColumnsOfHeadline;
  const std::string left = fmt::format("{:<{}}", lab.id + " " + lab_name, in_columns ? 24 : 0) +
                           (in_columns ? "" : "  ");
  const std::string padding(in_columns && verdict.size() < 19 ? 19 - verdict.size() : 0, ' ');
  const auto [got, most] = points.value_or(std::pair(lab.score, lab.within_reach()));
  std::string score;
  if (points || !lab.is_without_points()) {
    score = fmt::format("{}{}{:>{}}/{}", padding, in_columns ? " " : "  ", short_number(got),
                        in_columns ? 3 : 0, short_number(most));
  }
  std::string line = left + ink(terminal, verdict_ink(lab.verdict), verdict) + score;
  const std::string note = not_graded_note(lab);
  if (note.empty()) {
    return line;
  }
  const std::size_t width = left.size() + verdict.size() + score.size() + 3;
  const bool fits = width + display_width(note) <= static_cast<std::size_t>(terminal.width);
  return line + (fits ? "   " : "\n   ") + ink(terminal, Ink::note, note);
}

std::string console_report(const LabResult& lab, const ConsoleOptions& options) {
  const Terminal& terminal = options.terminal;
  std::string out = console_headline(lab, terminal, options.points) + '\n';
  out += measured(lab, terminal);
  out += console_model(lab, terminal);
  out += failures(lab, options) + not_graded(lab, options);
  return out + demonstrated(lab, options) + printed(lab, terminal);
}

std::string console_summary(const Result& result, const Terminal& terminal) {
  int passed = 0, score = 0, max_score = 0, not_graded_points = 0;
  std::string reason;
  for (const LabResult& lab : result.labs) {
    passed += lab.verdict == Verdict::passed;
    if (lab.is_without_points()) {
      continue;
    }
    score += lab.score;
    max_score += lab.within_reach();
    not_graded_points += lab.not_graded_points;
    if (reason.empty() && lab.not_graded_points > 0) {
      reason = not_graded_reason(lab);
    }
  }
  std::string text = fmt::format("{} of {} labs passed", passed, result.labs.size());
  if (max_score > 0) {
    text += fmt::format(", {} of {} points", score, max_score);
  }
  if (not_graded_points > 0) {
    text += "; " + note_on(not_graded_points, reason);
  }
  return wrap(text, terminal.width, 0);
}

}  // namespace gemmlab
