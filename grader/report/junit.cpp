#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

#include "grader/report/console.h"
#include "grader/report/formats.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

using Node = pugi::xml_node;

// A <testsuite>, and the start of the run that its cases belong to.
struct Suite {
  Node node;
  std::string started_at;
};

// XML 1.0 does not allow control characters, so all text goes through this function.
void set(Node node, const char* attribute, const std::string& value) {
  node.append_attribute(attribute) = printable(value).c_str();
}

void set_time(Node node, double seconds, const std::string& started_at) {
  set(node, "time", fmt::format("{:.3f}", seconds));
  set(node, "timestamp", started_at);
}

// How many cases there are below the node, a suite or the root, and of each outcome.
void set_totals(Node node, double seconds, const std::string& started_at) {
  constexpr std::pair<const char*, const char*> kTotals[] = {{"tests", ".//testcase"},
                                                             {"failures", ".//failure"},
                                                             {"disabled", ".//disabled"},
                                                             {"skipped", ".//skipped"},
                                                             {"errors", ".//error"}};
  for (const auto& [attribute, elements] : kTotals) {
    set(node, attribute, std::to_string(node.select_nodes(elements).size()));
  }
  set_time(node, seconds, started_at);
}

void add_property(Node properties, const char* name, const std::string& value) {
  const Node property = properties.append_child("property");
  set(property, "name", name);
  set(property, "value", value);
}

// <failure>, <skipped> or <error>: the text as an attribute and, to preserve line ends, as CDATA.
void add_outcome(Node test, const char* element, const std::string& type, const std::string& text) {
  Node node = test.append_child(element);
  set(node, "message", text);
  set(node, "type", type);
  node.append_child(pugi::node_cdata).set_value(printable(text).c_str());
}

// A case with that name, without an outcome.
Node add_case(const Suite& suite, const LabResult& lab, const std::string& name, Status status) {
  Node test_case = Node(suite.node).append_child("testcase");
  set(test_case, "name", name);
  set(test_case, "file", lab.source);
  set(test_case, "status", "run");
  set(test_case, "result", status == Status::not_graded ? "skipped" : "completed");
  set_time(test_case, 0, suite.started_at);
  set(test_case, "classname", lab.slug);
  return test_case;
}

void add_check(const Suite& suite, const LabResult& lab, const Check& check) {
  Node test_case = add_case(suite, lab, check.name, check.status());
  if (check.line()) {
    set(test_case, "line", std::to_string(*check.line()));
  }
  Node properties = test_case.append_child("properties");
  add_property(properties, "points", std::to_string(check.points()));
  add_property(properties, "max_points", std::to_string(check.max_points));
  if (check.status() == Status::failed) {
    const std::string verdict(name(check.verdict));
    const std::string place =
        check.line() ? fmt::format("{}:{}\n", path_of(lab, check), *check.line()) : "";
    add_outcome(test_case, "failure", verdict,
                fmt::format("{}{}\n{}", place, verdict, message(check)));
  } else if (check.status() == Status::not_graded) {
    add_outcome(test_case, "skipped", "", message(check));
  }
}

// A case for each of the lab's checks, and one more if none of them explains why it did not pass.
void add_cases(const Suite& suite, const LabResult& lab) {
  for (const Check& check : lab.checks) {
    add_check(suite, lab, check);
  }
  if (lab.verdict != Verdict::passed &&
      !std::ranges::count(lab.checks, Status::failed, &Check::status)) {
    const std::string verdict(name(lab.verdict));
    add_outcome(add_case(suite, lab, "verdict", Status::failed),
                lab.infrastructure ? "error" : "failure", verdict, verdict);
  }
}

void add_lab(Node suites, const LabResult& lab, const std::string& started_at) {
  Node suite = suites.append_child("testsuite");
  set(suite, "name", lab.slug);
  Node properties = suite.append_child("properties");
  add_property(properties, "verdict", std::string(name(lab.verdict)));
  add_property(properties, "score", std::to_string(lab.score));
  add_property(properties, "max_score", std::to_string(lab.max_score));
  add_property(properties, "not_graded_points", std::to_string(lab.not_graded_points));
  add_cases({suite, started_at}, lab);
  set_totals(suite, lab.seconds, started_at);
}

}  // namespace

std::string to_junit(const Result& result) {
  pugi::xml_document document;
  const Node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  const Node suites = document.append_child("testsuites");
  set(suites, "name", "gemmlab");
  double seconds = 0;
  for (const LabResult& lab : result.labs) {
    add_lab(suites, lab, result.started_at);
    seconds += lab.seconds;
  }
  set_totals(suites, seconds, result.started_at);
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace gemmlab
