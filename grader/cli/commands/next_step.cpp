#include "grader/cli/commands/next_step.h"

#include <fmt/format.h>

#include "grader/cli/course.h"

namespace gemmlab {

const Lab* first_open_lab(const Context& context, const Progress& progress) {
  for (const Lab& lab : context.labs) {
    if (!progress.of(lab.slug()).passed) {
      return &lab;
    }
  }
  return nullptr;
}

const Lab& next_lab(const Context& context, const Progress& progress) {
  const Lab* open = first_open_lab(context, progress);
  return open != nullptr ? *open : context.labs.back();
}

std::string next_step(const Context& context, const Progress& progress, const Lab* lab) {
  if (lab == nullptr) {
    return fmt::format("All {} labs passed. Compare with ours: ./gemmlab solution {} --diff",
                       context.labs.size(), context.labs.back().id);
  }
  const LabProgress& so_far = progress.of(lab->slug());
  const bool is_tried = so_far.verdict && *so_far.verdict != Verdict::not_started;
  const std::string page = shown(context.paths.docs() / (lab->slug() + ".md")).string();
  return fmt::format("next: edit {}, then ./gemmlab grade {}\n      {}",
                     shown(student_file(context, *lab)).string(), lab->id,
                     is_tried ? fmt::format("stuck? ./gemmlab hint {}", lab->id)
                              : fmt::format("what it is about: {}", page));
}

}  // namespace gemmlab
