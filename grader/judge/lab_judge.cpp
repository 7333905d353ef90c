#include "grader/judge/lab_judge.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "grader/compile/paths.h"
#include "grader/compile/textbook.h"
#include "grader/core/read_file.h"
#include "grader/core/score.h"
#include "grader/core/sha256.h"
#include "grader/judge/counts.h"
#include "grader/judge/evidence.h"
#include "grader/judge/file_check.h"
#include "grader/judge/host_entry.h"
#include "grader/judge/read_next.h"
#include "grader/judge/speed.h"
#include "grader/speed/runner.h"

namespace gemmlab {

LabJudge::LabJudge(const Lab& lab,
                   const Spec& spec,
                   const std::filesystem::path& source,
                   const JudgeOptions& options)
    : lab_(lab),
      spec_(spec),
      source_(source),
      options_(options),
      text_(is_withheld(source) ? "" : read_file(source)),
      skeleton_(handed_out_skeleton(paths(), lab)),
      first_(timed_on(lab.file) == Backend::cpu ? Backend::cpu
             : options.backend == "cuda"        ? Backend::cuda
                                                : Backend::sim) {
  if (options.only_shape) {
    spec_.shapes = {*options.only_shape};
    spec_.large.clear();
  }
  result_.id = lab.id;
  result_.slug = lab.slug();
  result_.title = lab.title;
  result_.source = source.string();
  result_.source_sha256 = sha256(text_);
  plan_ = plan_checks(spec_, result_, has_gpu());
}

std::size_t LabJudge::most_elements(Backend backend) const {
  const std::size_t counted =
      std::max(elements_of({kRoomyExtent, kRoomyExtent, kRoomyDepth, ""}),
               elements_of({kMetricsExtent, kMetricsExtent, kMetricsExtent, ""}));
  std::size_t most = backend == Backend::sim ? counted : timed_elements(backend);
  for (const auto* shapes : {&spec_.shapes, &spec_.large}) {
    for (const Shape& shape : *shapes) {
      most = std::max(most, elements_of(shape));
    }
  }
  return most;
}

LabResult LabJudge::judge() {
  try {
    require_gpu();
    if (is_started(text_, skeleton_, plan_, result_)) {
      examine();
    }
  } catch (const InfrastructureError& error) {
    give_up(error.what());
  } catch (const std::system_error& error) {
    give_up(error.what());
  }
  settle(result_);
  if (result_.infrastructure) {
    result_.verdict = Verdict::not_graded;
  }
  if (options_.explain && !result_.metrics && result_.not_counted.empty()) {
    result_.not_counted = why_not_counted();
  }
  const std::filesystem::path page = paths().docs() / (lab_.slug() + ".md");
  name_steps_to_read(skeleton_, text_, std::filesystem::exists(page) ? read_file(page) : "", plan_,
                     result_);
  return std::move(result_);
}

void LabJudge::leave_ungraded(const std::string& why) {
  for (Check& each : result_.checks) {
    if (each.status == Status::not_graded && each.message.empty()) {
      each.message = why;
    }
  }
}

// Where no run was made to count accesses in. Ask when the verdict is settled.
std::string LabJudge::why_not_counted() const {
  if (first_ != Backend::sim) {
    return first_ == Backend::cpu ? "this lab runs on the CPU: they are counted from lab 02 on"
                                  : "only the simulator counts them: leave out --backend cuda";
  }
  switch (result_.verdict) {
    case Verdict::does_not_compile:
      return "the file does not compile";
    case Verdict::not_started:
      return "this is the skeleton: there is no kernel of yours yet";
    default:
      return "the kernel could not be run";
  }
}

std::optional<std::filesystem::path> LabJudge::compiled(Backend backend) {
  say(backend == Backend::cuda ? "compiling for the GPU" : "compiling");
  return module_of(source_, backend, options_.enclosure, plan_, result_);
}

void LabJudge::examine() {
  const auto module = compiled(first_);
  if (!module) {
    return;
  }
  Session session(first_, *module, most_elements(first_), sandbox());
  if (!has_matmul(session, plan_, result_)) {
    return;
  }
  judge_all_values(candidate(session));
  if (first_ == Backend::sim && !options_.only_shape) {
    judge_counts(candidate(session), result_);
  } else if (first_ == Backend::sim && options_.explain) {
    count_to_explain(candidate(session), result_);
  }
  if (first_ != Backend::sim) {
    time(session);
  } else if (has_gpu()) {
    examine_again_on_gpu();
  } else {
    leave_untimed(without_gpu());
  }
  leave_ungraded(options_.only_shape ? kOneShape : "only the simulator counts accesses");
  result_.printed = session.printed().text();
}

// matmul's values, and then matmul_host's, which uses matmul: while that is wrong, there is nothing
// to learn.
void LabJudge::judge_all_values(const Candidate& candidate) {
  judge_values(candidate, result_);
  if (!plan_.host_entry || options_.only_shape) {
    return;
  }
  Check& check = result_.checks[*plan_.host_entry];
  const Verdict values = value_verdict(plan_, result_);
  if (values == Verdict::passed) {
    candidate.say("matmul_host");
    judge_host_entry(candidate.session, source_, options_, check);
  } else if (check.status == Status::not_graded) {
    fail(check, values, "not run: matmul itself is not right yet");
  }
}

void LabJudge::time(Session& session) {
  if (options_.only_shape) {
    leave_untimed(kOneShape);
    return;
  }
  if (value_verdict(plan_, result_) != Verdict::passed) {
    leave_untimed_as_wrong();
    return;
  }
  if (!options_.measure_speed) {
    leave_untimed("it was not asked for");
    return;
  }
  say("timing");
  Check& check = result_.checks[plan_.speed];
  Speed speed = speed_asked_for();
  judge_speed(spec_, lab_, session, options_, check, speed);
  result_.speed = speed;
}

void LabJudge::leave_untimed(const std::string& reason) {
  Check& check = result_.checks[plan_.speed];
  result_.speed = speed_asked_for();
  result_.speed->reason = reason;
  if (check.status == Status::not_graded && check.message.empty()) {
    check.message = reason;
  }
}

void LabJudge::leave_untimed_as_wrong() {
  const std::string reason = "the values are not right";
  leave_untimed(reason);
  fail(result_.checks[plan_.speed], value_verdict(plan_, result_), "not timed: " + reason);
}

Speed LabJudge::speed_asked_for() const {
  Speed speed;
  speed.over = spec_.speed.over;
  speed.baseline = spec_.speed.baseline;
  speed.nominal = spec_.speed.nominal;
  return speed;
}

}  // namespace gemmlab
