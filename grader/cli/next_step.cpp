#include "grader/cli/next_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/labs.h"

namespace gemmlab {

const Lab* first_open_lab(const Context& context, const Progress& progress) {
  const Lab* open = nullptr;
  bool is_later_begun = false;  // than the lab that is looked at

  for (auto all = exercises(context.labs); !all.empty(); all.pop_back()) {
    const Lab& lab = *all.back();
    const LabProgress& so_far = progress.of_lab(lab.slug());
    const bool is_begun = !so_far.attempts.empty();
    const bool is_optional = (lab.is_step() && is_later_begun) || (lab.is_beyond() && !is_begun);
    open = so_far.passed || is_optional ? open : &lab;
    is_later_begun |= !lab.is_step() && is_begun;
  }
  return open;
}

const Lab& next_lab(const Context& context, const Progress& progress) {
  const Lab* open = first_open_lab(context, progress);
  return open ? *open : last_of_course(context.labs);
}

std::string next_step(const Context& context, const Progress& progress, const Lab* lab) {
  if (lab == nullptr) {
    const auto beyond = std::ranges::find_if(context.labs, [&](const Lab& each) {
      return each.is_beyond() && !progress.of_lab(each.slug()).passed;
    });
    const Lab& last = last_of_course(context.labs);
    return fmt::format(
        "You passed all {} labs.{}{}", labs_of_course(context.labs),
        has_solution(context, last)
            ? fmt::format(" Compare with our solution: ./gemmlab solution {} --diff", last.id)
            : "",
        beyond == context.labs.end()
            ? ""
            : fmt::format("\n{}: ./gemmlab watch {}", beyond->block, beyond->id));
  }
  const LabProgress& so_far = progress.of_lab(lab->slug());
  const bool is_tried = so_far.verdict && *so_far.verdict != Verdict::not_started;
  const std::string page = shown(context.paths.docs() / lab->page()).string();
  return fmt::format("next: edit {}, then ./gemmlab grade {}\n      {}",
                     shown(student_file(context, *lab)).string(), lab->id,
                     is_tried ? fmt::format("stuck? ./gemmlab hint {}", lab->id)
                              : fmt::format("read first: {}", page));
}

std::string after_passing(const Context& context, const Lab& lab) {
  const bool is_last_step = std::ranges::any_of(context.labs, [&](const Lab& each) {
    return each.is_staircase() && &each.steps.back() == &lab;
  });
  return fmt::format("You passed {} {}. Press {}{}", lab.is_step() ? "step" : "lab", lab.id,
                     has_solution(context, lab) ? "d to compare with our solution, " : "",
                     &lab == &context.labs.back() ? "q to quit."
                     : &lab == &last_of_course(context.labs)
                         ? "n to go beyond the course, q to quit."
                     : lab.is_step() && !is_last_step ? "n for the next step."
                                                      : "n for the next lab.");
}

}  // namespace gemmlab
