#include "grader/cli/commands/upkeep.h"

#include <stdexcept>
#include <utility>

#include "common/facts/json.h"
#include "common/model/figures.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/result_files.h"
#include "grader/compile/compile.h"
#include "grader/core/facts/cause.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"

namespace gemmlab {
namespace {

Json solution_json(const Context& context, const Lab& lab) {
  Json json{{"steps", steps_of(read_file(context.paths.solutions() / lab.path()))}};
  try {
    json["skeleton"] = handed_out_skeleton(context.paths, lab);
  } catch (const std::runtime_error& error) {
    json["error"] = error.what();
  }
  return json;
}

// As Facts in grader/upkeep/course.py explains.
Json facts(const Context& context) {
  Json json{
      {"build", context.paths.build},
      {"solutions", Json::object()},
      {"specs", Json::array()},
      {"figures", model::figures_in_markdown()},
      {"verdicts", EnumNames<Verdict>::all},
      {"diagnoses", all_cause_names()},
  };
  for (const Lab& lab : context.labs) {
    if (fs::is_regular_file(context.paths.solutions() / lab.path())) {
      json["solutions"][lab.slug()] = solution_json(context, lab);
    }
  }
  for (const Spec* spec : registered_specs()) {
    json["specs"].push_back(spec->lab);
  }
  return json;
}

}  // namespace

int upkeep(Context& context, const UpkeepOptions& options) {
  const fs::path file = context.paths.build / "upkeep.json";
  write_result(context, options.json.empty() ? file.string() : options.json,
               [&] { return facts(context).text() + '\n'; });
  if (!options.json.empty()) {
    return kDone;
  }
  std::vector<std::string> words{context.paths.root / "grader" / "upkeep" / "upkeep.py", file};
  for (const std::string& word : options.labs) {
    const Lab* const lab = find_lab(context.labs, word);
    words.push_back(lab != nullptr ? lab->id : word);
  }
  for (const std::string& part : options.only) {
    words.insert(words.end(), {"--only", part});
  }
  if (options.write) {
    words.emplace_back("--write");
  }
  become_python(std::move(words));
}

}  // namespace gemmlab
