#include <algorithm>

#include "grader/report/html/element.h"
#include "grader/report/html/sections.h"

namespace gemmlab::html {
namespace {

constexpr double kStep = 22, kBarsHeight = 96, kBarsTop = 10, kBarsBottom = 14, kBarsLeft = 42;

std::vector<Attempt> attempts_at(const LabResult& lab, const HtmlOptions& options) {
  std::vector<Attempt> attempts = options.history;
  std::erase_if(attempts, [&](const Attempt& attempt) { return attempt.slug != lab.slug; });
  return attempts;
}

double part(const Attempt& attempt) {
  return attempt.max_score > 0 ? std::clamp(double(attempt.score) / attempt.max_score, 0.0, 1.0)
                               : 0;
}

// "2026-01-02 03:04"
std::string when(const Attempt& attempt) {
  std::string text = attempt.at.substr(0, 16);
  std::replace(text.begin(), text.end(), 'T', ' ');
  return text;
}

std::string in_words(const Attempt& attempt) {
  return fmt::format("{}: {}, {} of {} points", when(attempt), name(attempt.verdict), attempt.score,
                     attempt.max_score);
}

void add_timeline(Node parent, const std::vector<Attempt>& attempts) {
  const Attempt& last = attempts.back();
  const double right = kBarsLeft + kStep * double(attempts.size());
  const double width = right + kDigitWidth * double(name(last.verdict).size()) + 6;
  const Node svg = add_svg(parent, width, kBarsHeight, "score of each attempt");
  const auto x = [](std::size_t i) { return kBarsLeft + kStep * (double(i) + 0.5); };
  const auto y = [](const Attempt& attempt) {
    return kBarsHeight - kBarsBottom - part(attempt) * (kBarsHeight - kBarsTop - kBarsBottom);
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
    add_title(
        add_circle(svg, x(i), y(attempts[i]), 5, "attempt " + verdict_class(attempts[i].verdict)),
        in_words(attempts[i]));
  }
  add_label(svg, right, y(last) + 4, name(last.verdict), verdict_class(last.verdict));
}

void add_attempts(Node parent, const std::vector<Attempt>& attempts) {
  const Node table =
      add_table(parent, {"when", "verdict", "score", "speed-up", "seconds"}, "small");
  for (auto attempt = attempts.rbegin(); attempt != attempts.rend(); ++attempt) {
    const std::string colour = verdict_class(attempt->verdict);
    const auto& ratio = attempt->speed_ratio;
    add_row(table, {{"", when(*attempt)},
                    {colour, std::string(name(attempt->verdict))},
                    {"", fmt::format("{}/{}", attempt->score, attempt->max_score)},
                    {"", ratio ? fmt::format("{:.2f}\u00d7", *ratio) : "\u2013"},
                    {"", fmt::format("{:.1f}", attempt->seconds)}});
  }
}

}  // namespace

void add_history(Node section, const LabResult& lab, const HtmlOptions& options) {
  const std::vector<Attempt> attempts = attempts_at(lab, options);
  if (attempts.empty()) {
    return;
  }
  const Node part = add_part(section, "Attempts");
  add_timeline(add_picture_box(part), attempts);
  add_attempts(add_details(part, counted(attempts.size(), "attempt")), attempts);
}

}  // namespace gemmlab::html
