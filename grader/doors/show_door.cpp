#include "grader/doors/show_door.h"

#include <signal.h>
#include <sys/prctl.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "grader/core/result.h"
#include "grader/doors/json_lines.h"
#include "grader/report/console.h"
#include "grader/report/html/html_options.h"
#include "grader/report/html/page.h"
#include "grader/report/json_read.h"

namespace gemmlab {
namespace {

constexpr int kColumns = 80;  // of the text

// A member that may be missing.
template <typename Value>
Value member(const Json& request, const char* key) {
  const Json* const found = request.find(key);
  return found == nullptr ? Value() : found->get<Value>();
}

template <typename Value>
std::map<std::string, Value> members(const Json& request, const char* key) {
  std::map<std::string, Value> all;
  if (const Json* const found = request.find(key)) {
    for (const auto& [name, value] : found->members()) {
      all[name] = value.template get<Value>();
    }
  }
  return all;
}

}  // namespace

Json shown(const Json& request) {
  using Rows = std::vector<std::vector<std::string>>;
  const Result result = result_from_json(request.at("result"));
  const auto sources = members<std::string>(request, "sources");
  HtmlOptions page;
  page.read_source = [&](const std::string& path) {
    const auto found = sources.find(path);
    return found == sources.end() ? "" : found->second;
  };
  page.title = member<std::string>(request, "title");
  page.heading = member<std::string>(request, "heading");
  page.lead = member<std::string>(request, "lead");
  page.table = member<Rows>(request, "table");
  page.folded = member<Rows>(request, "folded");
  for (const auto& [lab, points] : members<std::vector<double>>(request, "points")) {
    page.points[lab] = {points.at(0), points.at(1)};
  }
  Json labs = Json::object();
  for (const LabResult& lab : result.labs) {
    ConsoleOptions plain{.terminal = {.width = kColumns}, .read_source = page.read_source};
    if (const auto points = page.points.find(lab.id); points != page.points.end()) {
      plain.points = points->second;
    }
    labs[lab.id] = console_report(lab, plain);
  }
  return {{"html", to_html(result, page)}, {"labs", std::move(labs)}};
}

void serve_showing(int input, int output) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  signal(SIGPIPE, SIG_IGN);
  JsonLines lines(input);
  while (lines.read([&](const Json& request) { write_line(output, shown(request)); })) {
  }
}

}  // namespace gemmlab
