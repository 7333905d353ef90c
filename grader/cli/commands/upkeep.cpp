#include "grader/cli/commands/upkeep.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "common/facts/json.h"
#include "common/model/figures.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/result_files.h"
#include "grader/compile/compile.h"
#include "grader/compile/toolchain_flags.h"
#include "grader/core/facts/cause.h"
#include "grader/core/fs.h"
#include "grader/core/labs.h"
#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"
#include "grader/machine/toolchain.h"

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

// The skeleton that students get; null if its marks are wrong, which upkeep says.
Json skeleton_json(const Context& context, const Lab& lab) {
  try {
    return handed_out_skeleton(context.paths, lab);
  } catch (const std::runtime_error&) {
    return {};
  }
}

// The compiler's words for a lab's module that is handed out, without the files; null: there is no
// compiler for it.
Json handed_out_compiler(const Lab& lab) {
  const bool is_cuda = lab.file.ends_with(".cu");
  const auto& compiler = is_cuda ? toolchain().nvcc : toolchain().host;
  const auto spec = std::ranges::find(registered_specs(), lab.slug(), &Spec::lab);
  const int oldest = spec == registered_specs().end() ? 0 : (*spec)->needs.architecture;
  const Arguments flags = handed_out_flags(is_cuda ? Backend::cuda : Backend::cpu, oldest);
  return compiler ? Json{{"path", compiler->path},
                         {"stamp", compiler->stamp()},
                         {"command", command(*compiler, flags, {})}}
                  : Json();
}

// What Facts in grader/upkeep/course.py explains, and beside it what grader/course needs.
Json facts(const Context& context) {
  Json json{
      {"version", GEMMLAB_VERSION},
      {"root", context.paths.root},
      {"build", context.paths.build},
      {"labs", Json::array()},
      {"handed_out", Json::object()},
      {"solutions", Json::object()},
      {"specs", Json::array()},
      {"figures", model::figures_in_json()},
      {"verdicts", EnumNames<Verdict>::all},
      {"diagnoses", all_cause_names()},
  };
  for (const Lab* lab : exercises(context.labs)) {
    json["labs"].push_back({{"id", lab->id},
                            {"slug", lab->slug()},
                            {"file", lab->path()},
                            {"title", lab->title},
                            {"skeleton", skeleton_json(context, *lab)}});
    json["handed_out"][lab->slug()] = handed_out_compiler(*lab);
    if (fs::is_regular_file(context.paths.solutions() / lab->path())) {
      json["solutions"][lab->slug()] = solution_json(context, *lab);
    }
  }
  for (const Spec* spec : registered_specs()) {
    json["specs"].push_back(spec->lab);
  }
  return json;
}

}  // namespace

int upkeep(Context& context, const UpkeepOptions& options) {
  if (options.json.empty()) {
    require_solutions(context, "upkeep");
  }
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
