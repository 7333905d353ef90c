// The parts of JUnit XML that the report of one student shares with that of a class.
#pragma once

#include <pugixml.hpp>

#include "grader/core/result.h"

namespace gemmlab::junit {

using Node = pugi::xml_node;

// A <testsuite>, and the start of the run that its cases belong to.
struct Suite {
  Node node;
  std::string started_at;
};

// XML 1.0 does not allow control characters, so all text goes through this function.
void set(Node node, const char* attribute, const std::string& value);

// How many cases there are below the node, a suite or the root, and of each outcome.
void set_totals(Node node, double seconds, const std::string& started_at);

// A case that did not pass: `element` is failure, skipped or error.
void add_outcome(Node test, const char* element, const std::string& type, const std::string& text);

// A case with that name, without an outcome.
Node add_case(const Suite& suite, const LabResult& lab, const std::string& name, Status status);

// A case for each of the lab's checks, and one more if none of them explains why it did not pass.
void add_cases(const Suite& suite, const LabResult& lab);

}  // namespace gemmlab::junit
