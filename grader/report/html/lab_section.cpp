#include "grader/report/html/lab_section.h"

#include <fmt/format.h>

#include "common/facts/names.h"
#include "grader/report/console.h"
#include "grader/report/text.h"

namespace gemmlab::html {

std::string verdict_class(Verdict verdict) {
  const Ink ink = verdict_ink(verdict);
  return ink == Ink::good ? "good" : ink == Ink::bad ? "bad" : "plain";
}

void add_verdict(Node parent, Verdict verdict) {
  add(parent, "span", "verdict " + verdict_class(verdict), name(verdict));
}

std::string line_id(const LabResult& lab, int line) {
  return fmt::format("lab-{}-line-{}", lab.id, line);
}

Node add_part(Node section, std::string_view title, const char* heading) {
  const Node part = add(section, "section", "part");
  add(part, heading, "", title);
  return part;
}

}  // namespace gemmlab::html
