#include <fmt/format.h>

#include <algorithm>

#include "grader/report/excerpt.h"
#include "grader/report/failures.h"
#include "grader/report/html/sections.h"
#include "grader/report/text.h"
#include "grader/report/words/check_words.h"

namespace gemmlab::html {
namespace {

constexpr std::string_view kCause = "Likely cause: ";

// Indented lines and compiler output keep their columns; the rest is prose.
void add_message(Node parent, const Check& check) {
  const bool is_compiler = check.verdict == Verdict::does_not_compile;
  Node columns;
  for (const std::string& line : split_lines(printable(message_without_map(check)))) {
    if (is_compiler || line.starts_with("  ")) {
      columns = columns ? columns : add(parent, "pre", "scroll");
      add_text(columns, line + '\n');
      continue;
    }
    columns = {};
    if (line.starts_with(kCause)) {
      const Node cause = add(parent, "p", "cause");
      add(cause, "b", "", kCause);
      add_text(cause, line.substr(kCause.size()));
    } else {
      add(parent, "p", "", line);
    }
  }
}

void add_place(Node parent, const LabResult& lab, const Check& check, const HtmlOptions& options) {
  // A compiler's message already names and shows its lines.
  if (!check.line() || check.verdict == Verdict::does_not_compile) {
    return;
  }
  const bool is_own = check.file().empty();
  const std::string path = path_of(lab, check);
  const std::vector<ExcerptLine> lines =
      excerpt_lines(options.read_source ? options.read_source(path) : "", check.lines());
  const std::string place = fmt::format("{}:{}", path, *check.line());
  const Node where = add(parent, "p", "place mono");
  if (lines.empty()) {
    add_text(where, place);
    return;
  }
  const Node link = add(where, is_own ? "a" : "span", "", place);
  if (is_own) {
    set(link, "href", '#' + line_id(lab, *check.line()));
  }
  const Node table = add(add(parent, "div", "scroll excerpt"), "table");
  for (const ExcerptLine& line : lines) {
    const Node row = add(table, "tr", line.is_marked ? "marked" : "");
    add(row, "td", "no", line.number > 0 ? std::to_string(line.number) : "\u22ef");
    add(add(row, "td"), "pre", "", line.text);
  }
}

void add_hint(Node parent, const Check& check) {
  if (!check.hint.empty()) {
    const Node next = add(parent, "p", "next", "Read next: ");
    add(next, "code", "", "./gemmlab hint " + check.hint);
  }
}

std::string names(const Failures& checks) {
  std::string text;
  for (std::size_t i = 1; i < checks.size(); ++i) {
    text += (i == 1 ? "" : ", ") + checks[i]->name;
  }
  return text;
}

void add_failure(Node parent,
                 const LabResult& lab,
                 const Failures& same,
                 const HtmlOptions& options) {
  const Check& check = *same.front();
  const Node card = add(parent, "article", "failure");
  const Node title = add(card, "h4");
  add_verdict(title, check.verdict);
  add_text(title,
           same.size() == lab.checks.size() && same.size() > 1 ? " every check" : ' ' + check.name);
  add_message(card, check);
  add_place(card, lab, check, options);
  add_heatmaps(card, same);
  if (same.size() > 1 && same.size() < lab.checks.size()) {
    add(card, "p", "dim", "Also failed, most likely for the same reason: " + names(same));
  }
  add_hint(card, check);
}

void add_failures(Node section, const LabResult& lab, const HtmlOptions& options) {
  const std::vector<Failures> groups = grouped_failures(lab);
  if (groups.empty()) {
    return;
  }
  const Node part = add_part(section, "What failed");
  Node place = part;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i == kMostFailures) {
      place = add(part, "details");
      add(place, "summary", "", fmt::format("{} more", groups.size() - kMostFailures));
    }
    add_failure(place, lab, groups[i], options);
  }
}

const char* mark(Status status) {
  return status == Status::passed ? "\u2713" : status == Status::failed ? "\u2717" : "\u2013";
}

const char* status_class(Status status) {
  return status == Status::passed ? "good" : status == Status::failed ? "bad" : "dim";
}

void add_row(Node table, const Check& check) {
  const Node row = add(table, "tr");
  add(row, "td", status_class(check.status()), mark(check.status()));
  const Node what = add(row, "td", "", check.name);
  if (check.status() == Status::failed) {
    add(what, "span", "dim", fmt::format(" {}", name(check.verdict)));
  } else if (check.status() == Status::not_graded) {
    const std::vector<std::string> lines = split_lines(message(check));
    add(what, "span", "dim", lines.empty() ? " not run" : ' ' + lines.front());
  } else if (check.shape && !check.shape->reason.empty()) {
    add(what, "span", "dim", ' ' + check.shape->reason);
  }
  add(row, "td", "points",
      check.max_points == 0 ? "" : fmt::format("{}/{}", check.points(), check.max_points));
}

}  // namespace

void add_checks(Node section, const LabResult& lab, const HtmlOptions& options) {
  add_failures(section, lab, options);
  if (lab.checks.empty()) {
    return;
  }
  const auto passed = std::count_if(lab.checks.begin(), lab.checks.end(), [](const Check& check) {
    return check.status() == Status::passed;
  });
  const auto open = std::count_if(lab.checks.begin(), lab.checks.end(), [](const Check& check) {
    return check.status() == Status::not_graded;
  });
  const Node details = add(add_part(section, "Checks"), "details");
  add(details, "summary", "",
      fmt::format("{} of {} passed{}", passed, lab.checks.size(),
                  open == 0 ? "" : fmt::format(", {} not graded", open)));
  const Node table = add(add(details, "div", "scroll"), "table", "checks");
  for (const Check& check : lab.checks) {
    add_row(table, check);
  }
}

}  // namespace gemmlab::html
