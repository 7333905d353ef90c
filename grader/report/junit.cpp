#include "grader/report/junit.h"

#include "grader/report/junit_cases.h"

namespace gemmlab {
namespace junit {
namespace {

Tally add_lab(pugi::xml_node suites, const LabResult& lab, const std::string& started_at) {
  pugi::xml_node suite = suites.append_child("testsuite");
  set(suite, "name", lab.slug);
  pugi::xml_node properties = suite.append_child("properties");
  add_property(properties, "verdict", std::string(name(lab.verdict)));
  add_property(properties, "score", std::to_string(lab.score));
  add_property(properties, "max_score", std::to_string(lab.max_score));
  add_property(properties, "not_graded_points", std::to_string(lab.not_graded_points));
  const Tally tally = add_cases(suite, lab, started_at);
  set_tally(suite, tally, started_at);
  return tally;
}

}  // namespace
}  // namespace junit

std::string to_junit(const Result& result) {
  pugi::xml_document document;
  const pugi::xml_node suites = junit::add_root(document);
  junit::Tally total;
  for (const LabResult& lab : result.labs) {
    total.add(junit::add_lab(suites, lab, result.started_at));
  }
  junit::set_tally(suites, total, result.started_at);
  return junit::text_of(document);
}

}  // namespace gemmlab
