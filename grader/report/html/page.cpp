#include <algorithm>

#include "grader/report/console.h"
#include "grader/report/html.h"
#include "grader/report/html/sections.h"
#include "grader/report/html/style.h"

namespace gemmlab {
namespace html {
namespace {

// "2 of 6 labs passed", and what else there is to say of them all.
std::pair<std::string, std::string> summary(const Result& result) {
  constexpr int kOneLine = 10000;
  std::string text = console_summary(result, {false, false, kOneLine});
  text.erase(text.find_last_not_of('\n') + 1);
  const std::size_t comma = std::min(text.find(", "), text.size());
  return {text.substr(0, comma), text.substr(std::min(comma + 2, text.size()))};
}

// A row a lab: where it is on this page, its verdict and score.
void add_ladder(Node parent, const Result& result) {
  const Node ladder = add(parent, "nav", "ladder");
  set(ladder, "aria-label", "labs");
  for (const LabResult& lab : result.labs) {
    const Node row = add(ladder, "a");
    set(row, "href", "#lab-" + lab.id);
    add(row, "span", "id", lab.id);
    add(row, "span", "title", lab.title);
    add_verdict(row, lab.verdict);
    add_score_bar(row, lab.verdict, lab.score, lab.max_score);
    add(row, "span", "points", fmt::format("{}/{}", lab.score, lab.max_score));
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
  fact("judged by", fmt::format("gemmlab {}, backend {}, seed {}", result.tool_version,
                                name(result.backend), result.seed));
  if (!options.command.empty()) {
    add(facts, "dt", "", "command");
    add(add(facts, "dd"), "code", "", options.command);
  }
}

std::string whole_page(const Result& result, const HtmlOptions& options) {
  pugi::xml_document document;
  const Node main = add(document, "main");
  const Node head = add(main, "header");
  set(head, "id", "top");
  add(head, "p", "brand", "gemmlab");
  const auto [passed, more] = summary(result);
  add(head, "h1", "", passed);
  add(head, "p", "lead", more);
  add_ladder(head, result);
  add_facts(head, result, options);
  for (const LabResult& lab : result.labs) {
    add_lab(main, lab, options);
  }
  return page("gemmlab", kStyle, document);
}

}  // namespace
}  // namespace html

std::string to_html(const Result& result, const HtmlOptions& options) {
  return html::whole_page(result, options);
}

}  // namespace gemmlab
