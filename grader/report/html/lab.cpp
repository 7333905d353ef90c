#include <algorithm>

#include "grader/report/console.h"
#include "grader/report/console_checks.h"
#include "grader/report/failures.h"
#include "grader/report/html/sections.h"
#include "grader/report/matrices.h"

namespace gemmlab::html {

std::string verdict_class(Verdict verdict) {
  switch (verdict_ink(verdict)) {
    case Ink::good:
      return "good";
    case Ink::bad:
      return "bad";
    default:
      return "plain";
  }
}

void add_verdict(Node parent, Verdict verdict) {
  add(parent, "span", "verdict " + verdict_class(verdict), name(verdict));
}

void add_score_bar(Node parent, Verdict verdict, int score, int max_score) {
  const Node bar = add(parent, "span", "score-bar " + verdict_class(verdict));
  const double percent = max_score > 0 ? std::clamp(100.0 * score / max_score, 0.0, 100.0) : 0;
  set(add(bar, "i"), "style", fmt::format("width:{:.0f}%", percent));
}

std::set<int> failing_lines(const LabResult& lab) {
  std::set<int> lines;
  for (const Check& check : lab.checks) {
    for (const Place& place : check.places) {
      if (check.status() == Status::failed && place.file.empty()) {
        lines.insert(place.line);
      }
    }
  }
  return lines;
}

std::string line_id(const LabResult& lab, int line) {
  return fmt::format("lab-{}-line-{}", lab.id, line);
}

Node add_part(Node section, std::string_view title) {
  const Node part = add(section, "section", "part");
  add(part, "h3", "", title);
  return part;
}

void add_outputs(Node section, const LabResult& lab, const HtmlOptions& options) {
  if (are_matrices_of_use(lab, options.show_matrices)) {
    const Node part =
        add_part(section, fmt::format("The matrices at {}", extents(lab.demonstration->shape)));
    constexpr int kColumns = 100;
    add(part, "pre", "scroll", matrices(*lab.demonstration, kColumns));
  }
  if (!lab.printed.empty()) {
    add(add_part(section, "Your program printed"), "pre", "scroll", lab.printed);
  }
}

void add_lab(Node parent, const LabResult& lab, const HtmlOptions& options) {
  const Node section = add(parent, "section", "lab");
  set(section, "id", "lab-" + lab.id);
  const Node head = add(section, "header");
  const Node title = add(head, "h2");
  add(title, "span", "id", lab.id);
  add_text(title, ' ' + lab.title);
  const Node up = add(title, "a", "up", "\u2191");
  set(up, "href", "#top");
  set(up, "aria-label", "all labs");
  const Node line = add(head, "p", "headline");
  add_verdict(line, lab.verdict);
  add(line, "b", "", fmt::format(" {}", lab.score));
  add_text(line, fmt::format(" of {} points", lab.max_score));
  if (const std::string note = not_graded_note(lab); !note.empty()) {
    add(line, "span", "dim", " \u00b7 " + note);
  }
  add(head, "p", "mono dim source", lab.source);
  add_checks(section, lab, options);
  add_outputs(section, lab, options);
  add_source(section, lab, options);
  add_roofline(section, lab, options);
  add_history(section, lab, options);
}

}  // namespace gemmlab::html
