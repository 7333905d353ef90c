#include "grader/report/html/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <pugixml.hpp>
#include <utility>
#include <vector>

#include "common/facts/names.h"
#include "grader/report/console.h"
#include "grader/report/excerpt.h"
#include "grader/report/html/checks.h"
#include "grader/report/html/element.h"
#include "grader/report/html/html_options.h"
#include "grader/report/html/lab_section.h"
#include "grader/report/html/roofline.h"
#include "grader/report/html/source.h"
#include "grader/report/html/style.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace html {

namespace {

constexpr double kStep = 22, kBarsHeight = 96, kBarsTop = 10, kBarsBottom = 14, kBarsLeft = 42;

double part(double score, double max_score) {
  return max_score > 0 ? std::clamp(score / max_score, 0.0, 1.0) : 0;
}

std::pair<double, double> points_of(const LabResult& lab, const HtmlOptions& options) {
  const auto found = options.points.find(lab.id);
  return found == options.points.end() ? std::pair<double, double>(lab.score, lab.within_reach())
                                       : found->second;
}

// "2026-01-02 03:04"
std::string when(const Attempt& attempt) {
  std::string text = attempt.at.substr(0, 16);
  std::replace(text.begin(), text.end(), 'T', ' ');
  return text;
}

void add_timeline(Node parent, const std::vector<Attempt>& attempts) {
  const Attempt& last = attempts.back();
  const double right = kBarsLeft + kStep * double(attempts.size());
  const double width = right + kDigitWidth * double(name(last.verdict).size()) + 6;
  const Node svg = add_svg(parent, width, kBarsHeight, "score of each attempt");
  const auto x = [](std::size_t i) { return kBarsLeft + kStep * (double(i) + 0.5); };
  const auto y = [](const Attempt& attempt) {
    return kBarsHeight - kBarsBottom -
           part(attempt.score, attempt.max_score) * (kBarsHeight - kBarsTop - kBarsBottom);
  };
  std::string steps;
  for (const double level : {0.0, 0.5, 1.0}) {
    const double at = kBarsHeight - kBarsBottom - level * (kBarsHeight - kBarsTop - kBarsBottom);
    add_line(svg, kBarsLeft, at, right, at, "grid-line");
    add_label(svg, kBarsLeft - 6, at + 4, fmt::format("{:.0f} %", 100 * level), "end dim");
  }
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    steps += drawn(i == 0 ? "M{} {}" : "L{} {}", x(i), y(attempts[i]));
  }
  add_path(svg, steps, "steps");
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    const Attempt& attempt = attempts[i];
    add_title(add_circle(svg, x(i), y(attempt), 5, "attempt " + verdict_class(attempt.verdict)),
              fmt::format("{}: {}, {} of {} points", when(attempt), name(attempt.verdict),
                          attempt.score, attempt.max_score));
  }
  add_label(svg, right, y(last) + 4, name(last.verdict), verdict_class(last.verdict));
}

void add_attempts(Node parent, const std::vector<Attempt>& attempts) {
  const Node table =
      add_table(parent, {"when", "verdict", "score", "speed-up", "seconds"}, "small");
  for (auto attempt = attempts.rbegin(); attempt != attempts.rend(); ++attempt) {
    const auto& ratio = attempt->speed_ratio;
    add_row(table, {{"", when(*attempt)},
                    {verdict_class(attempt->verdict), std::string(name(attempt->verdict))},
                    {"", fmt::format("{}/{}", attempt->score, attempt->max_score)},
                    {"", ratio ? fmt::format("{:.2f}\u00d7", *ratio) : "\u2013"},
                    {"", fmt::format("{:.1f}", attempt->seconds)}});
  }
}

void add_history(Node section, const LabResult& lab, const HtmlOptions& options) {
  std::vector<Attempt> attempts = options.history;
  std::erase_if(attempts, [&](const Attempt& attempt) { return attempt.slug != lab.slug; });
  if (attempts.empty()) {
    return;
  }
  const Node part = add_part(section, "Attempts");
  add_timeline(add_picture_box(part), attempts);
  add_attempts(add_details(part, counted_in_groups(attempts.size(), "attempt")), attempts);
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
  const auto [points, of] = points_of(lab, options);
  add(line, "b", "", " " + short_number(points));
  add_text(line, fmt::format(" of {} points", short_number(of)));
  if (const std::string note = not_graded_note(lab); !note.empty()) {
    add(line, "span", "dim", " \u00b7 " + note);
  }
  add(head, "p", "mono dim source", lab.source);
  for (const std::string& each : advice_in(lab)) {
    add(section, "p", "", each);
  }
  add_checks(section, lab, options);
  add_outputs(section, lab, options);
  add_source(section, lab, options);
  if (options.title.empty()) {
    add_roofline(section, lab, options);
  }
  add_history(section, lab, options);
}

// A row per lab: its link on this page, verdict and score, with a bar as long as that.
void add_ladder(Node parent, const Result& result, const HtmlOptions& options) {
  const Node ladder = add(parent, "nav", "ladder");
  set(ladder, "aria-label", "labs");
  for (const LabResult& lab : result.labs) {
    const Node row = add(ladder, "a");
    set(row, "href", "#lab-" + lab.id);
    add(row, "span", "id", lab.id);
    add(row, "span", "title", lab.title);
    add_verdict(row, lab.verdict);
    const auto [points, of] = points_of(lab, options);
    const Node bar = add(row, "span", "score-bar " + verdict_class(lab.verdict));
    set(add(bar, "i"), "style", fmt::format("width:{:.0f}%", 100 * part(points, of)));
    add(row, "span", "points", fmt::format("{}/{}", short_number(points), short_number(of)));
  }
}

void add_rows(Node parent, const std::vector<std::vector<std::string>>& rows) {
  const Node table = add_table(parent, rows.front(), "small");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Node row = add(table, "tr");
    std::ranges::for_each(rows[i], [&](const auto& cell) { add(row, "td", "", cell); });
  }
}

void add_facts(Node parent, const Result& result, const HtmlOptions& options) {
  const Node facts = add(parent, "dl", "facts");
  const auto fact = [&](const char* what, const std::string& value) {
    if (!value.empty()) {
      add(facts, "dt", "", what);
      add(facts, "dd", "", value);
    }
  };
  std::string when = result.started_at;
  std::replace(when.begin(), when.end(), 'T', ' ');
  std::replace(when.begin(), when.end(), 'Z', ' ');
  fact("when", when.empty() ? "" : when + "UTC");
  fact("machine", result.device);
  fact("graded by", fmt::format("gemmlab {}, backend {}, seed {}", result.tool_version,
                                name(result.backend), result.seed));
  if (!options.command.empty()) {
    add(facts, "dt", "", "command");
    add(add(facts, "dd"), "code", "", options.command);
  }
}

}  // namespace
}  // namespace html

std::string to_html(const Result& result, const HtmlOptions& options) {
  using namespace html;
  pugi::xml_document document;
  const Node main = add(document, "main");
  const Node head = add(main, "header");
  set(head, "id", "top");
  add(head, "p", "brand", options.title.empty() ? "gemmlab" : options.title);
  constexpr int kOneLine = 10000;
  std::string summary = console_summary(result, {false, false, kOneLine});
  summary.erase(summary.find_last_not_of('\n') + 1);
  const std::size_t comma = std::min(summary.find(", "), summary.size());
  const bool is_titled = !options.heading.empty();
  add(head, "h1", "", is_titled ? options.heading : summary.substr(0, comma));  // "2 of 6 labs ..."
  add(head, "p", "lead",
      is_titled ? options.lead : summary.substr(std::min(comma + 2, summary.size())));
  add_ladder(head, result, options);
  if (!options.table.empty()) {
    add_rows(add(head, "section", "part"), options.table);
  }
  add_facts(head, result, options);
  for (const LabResult& lab : result.labs) {
    add_lab(main, lab, options);
  }
  if (!options.folded.empty()) {
    add_rows(add_details(main, options.folded[0][0]), options.folded);
  }
  return page("gemmlab", kStyle, document);
}

}  // namespace gemmlab
