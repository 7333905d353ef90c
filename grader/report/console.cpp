#include "grader/report/console.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "grader/report/excerpt.h"
#include "grader/report/matrices.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

constexpr std::size_t kMostFailures = 3;  // shown in full; one is usually the cause of the rest

std::string extents(const Shape& shape) {
  return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
}

// Why points were not graded: the first line of the first check that says so.
std::string not_graded_reason(const LabResult& lab) {
  for (const Check& check : lab.checks) {
    if (check.status == Status::not_graded && !check.message.empty()) {
      return printable(split_lines(check.message).front());
    }
  }
  return lab.speed ? printable(lab.speed->reason) : "";
}

std::string not_graded_note(int points, const std::string& reason) {
  return fmt::format("{} not graded{}{}", points, reason.empty() ? "" : ": ", reason);
}

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

// Checks that failed in the same way at the same place: one bug, most likely.
using Failures = std::vector<const Check*>;

std::vector<Failures> grouped_failures(const LabResult& lab) {
  std::vector<Failures> groups;
  for (const Check& check : lab.checks) {
    if (check.status != Status::failed) {
      continue;
    }
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Failures& failures) {
      const Check& first = *failures.front();
      return first.verdict == check.verdict && first.line == check.line &&
             first.source_file == check.source_file;
    });
    if (group == groups.end()) {
      groups.push_back({&check});
    } else {
      group->push_back(&check);
    }
  }
  return groups;
}

std::vector<std::string> names_of(const Failures& checks) {
  std::vector<std::string> names;
  for (const Check* check : checks) {
    names.push_back(printable(check->name));
  }
  return names;
}

std::string where(const LabResult& lab, const Check& check, const ConsoleOptions& options) {
  if (!check.line) {
    return "";
  }
  const std::string& path = check.source_file.empty() ? lab.source : check.source_file;
  std::string out = fmt::format("\n    {}:{}\n", printable(path), *check.line);
  // A compiler's message shows its lines itself.
  if (options.read_source && check.verdict != Verdict::does_not_compile) {
    std::vector<int> lines = check.lines;
    lines.insert(lines.begin(), *check.line);
    out += excerpt(options.read_source(path), lines, options.terminal.width, 4);
  }
  return out;
}

std::string failure(const LabResult& lab, const Failures& same, const ConsoleOptions& options) {
  const Check& check = *same.front();
  const Terminal& terminal = options.terminal;
  std::string out =
      fmt::format("\n  {} {}, {} of {} points: {}\n", ink(terminal, Ink::bad, "failed"),
                  printable(check.name), check.points, check.max_points,
                  ink(terminal, verdict_ink(check.verdict), name(check.verdict)));
  out += wrap(printable(check.message), terminal.width, 4);
  out += where(lab, check, options);
  if (same.size() > 1) {
    const Failures rest(same.begin() + 1, same.end());
    out += wrap(fmt::format("the same: {}", fmt::join(names_of(rest), ", ")), terminal.width, 4);
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
  if (!rest.empty()) {
    out += '\n' + wrap(fmt::format("failed too: {}", fmt::join(names_of(rest), ", ")),
                       options.terminal.width, 2);
  }
  return out;
}

// Checks without a verdict. Why is in the headline already, unless that is all there is to say.
std::string not_graded(const LabResult& lab, const ConsoleOptions& options) {
  std::string out;
  Failures checks;
  for (const Check& check : lab.checks) {
    if (check.status != Status::not_graded) {
      continue;
    }
    if (lab.verdict == Verdict::not_graded && !check.message.empty() && out.empty()) {
      out += '\n' + wrap(printable(check.message), options.terminal.width, 4);
      out += where(lab, check, options);
    } else if (check.name != "speed") {
      checks.push_back(&check);
    }
  }
  if (!checks.empty()) {
    out += '\n' + wrap(fmt::format("not run: {}", fmt::join(names_of(checks), ", ")),
                       options.terminal.width, 2);
  }
  return out;
}

std::string metrics_line(const Metrics& metrics) {
  const AccessCounts& loads = metrics.global_load;
  if (loads.requests == 0) {
    return "";
  }
  const double sectors = static_cast<double>(loads.units) / static_cast<double>(loads.requests);
  return fmt::format("at {}: {} load requests, {:.1f} sectors each, {:.2f} bytes per FLOP",
                     extents(metrics.shape), loads.requests, sectors, metrics.bytes_per_flop);
}

std::string speed_line(const Speed& speed) {
  const std::string& over = speed.baseline.empty() ? speed.over : speed.baseline;
  return fmt::format(
      "speed {:.2f} times {}{}, {:.2f} needed; the textbook solution reaches {:.2f}{}", speed.ratio,
      printable(over), speed.shape ? fmt::format(" ({})", extents(*speed.shape)) : "",
      speed.required, speed.reference_ratio,
      speed.outcome == SpeedOutcome::borderline ? "; borderline" : "");
}

std::string measured(const LabResult& lab, const Terminal& terminal) {
  std::string out;
  if (lab.metrics && lab.verdict == Verdict::passed) {
    out += wrap(metrics_line(*lab.metrics), terminal.width, 3);
  }
  if (lab.speed && lab.speed->outcome != SpeedOutcome::not_graded) {
    out += wrap(speed_line(*lab.speed), terminal.width, 3);
  }
  return out;
}

std::string printed(const LabResult& lab, const Terminal& terminal) {
  if (lab.printed.empty()) {
    return "";
  }
  std::string out = "\n  your program printed:\n";
  for (const std::string& line : split_lines(printable(lab.printed))) {
    out += fmt::format("    | {}\n", clipped(line, terminal.width - 6));
  }
  return out;
}

}  // namespace

std::string console_headline(const LabResult& lab, const Terminal& terminal) {
  const std::string verdict(name(lab.verdict));
  const std::string lab_name = lab.slug.substr(std::min(lab.slug.find('_') + 1, lab.slug.size()));
  std::string left = fmt::format("{} {:<21}", lab.id, lab_name);
  const std::string padding(verdict.size() < 19 ? 19 - verdict.size() : 0, ' ');
  const std::string score = fmt::format(" {:>3}/{}", lab.score, lab.max_score);
  std::string line = left + ink(terminal, verdict_ink(lab.verdict), verdict) + padding + score;
  if (lab.not_graded_points == 0) {
    return line;
  }
  // Where nothing was graded the reason has a paragraph of its own.
  const bool is_all = lab.verdict == Verdict::not_graded;
  const std::string note =
      not_graded_note(lab.not_graded_points, is_all ? "" : not_graded_reason(lab));
  const std::size_t width = left.size() + verdict.size() + padding.size() + score.size() + 3;
  const bool fits = width + display_width(note) <= static_cast<std::size_t>(terminal.width);
  return line + (fits ? "   " : "\n   ") + ink(terminal, Ink::note, note);
}

std::string console_report(const LabResult& lab, const ConsoleOptions& options) {
  const Terminal& terminal = options.terminal;
  std::string out = console_headline(lab, terminal) + '\n';
  out += measured(lab, terminal);
  out += failures(lab, options);
  out += not_graded(lab, options);
  if (lab.demonstration) {
    out += '\n' + matrices(*lab.demonstration, terminal.width);
  }
  out += printed(lab, terminal);
  return out;
}

std::string console_summary(const Result& result, const Terminal& terminal) {
  int passed = 0, score = 0, max_score = 0, not_graded_points = 0;
  std::string reason;
  for (const LabResult& lab : result.labs) {
    passed += lab.verdict == Verdict::passed;
    score += lab.score;
    max_score += lab.max_score;
    not_graded_points += lab.not_graded_points;
    if (reason.empty() && lab.not_graded_points > 0) {
      reason = not_graded_reason(lab);
    }
  }
  std::string text = fmt::format("{} of {} labs passed, {} of {} points", passed,
                                 result.labs.size(), score, max_score);
  if (not_graded_points > 0) {
    text += "; " + not_graded_note(not_graded_points, reason);
  }
  return wrap(text, terminal.width, 0);
}

}  // namespace gemmlab
