#include "grader/judge/stages.h"

#include "grader/compile/compile.h"
#include "grader/core/drawn_shapes.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"
#include "grader/diagnosis/access_pattern.h"
#include "grader/machine/paths.h"
#include "grader/sandbox/enclosure.h"
#include "grader/speed/runner.h"

namespace gemmlab {

static Check not_started(const std::string& skeleton, Check planned) {
  const auto steps = steps_of(skeleton);
  return failed(std::move(planned), Verdict::not_started,
                SkeletonUnchanged{steps.empty() ? "" : steps.front()});
}

FileCheck judge_file(const fs::path& source, Backend backend, const Enclosure* enclosure,
                     Check planned) {
  const CompileResult compiled = compile(source, backend, enclosure);
  if (compiled.outcome == CompileResult::Outcome::infrastructure) {
    throw InfrastructureError(compiled.problem);
  }
  if (compiled.outcome == CompileResult::Outcome::ok) {
    return {passed(std::move(planned)), compiled.module, compiled.warnings};
  }
  std::vector<Place> places;
  if (compiled.refusal->line) {
    places = {{"", *compiled.refusal->line}};
  }
  return {compiled.outcome == CompileResult::Outcome::refused
              ? refused(std::move(planned), *compiled.refusal, places)
              : failed(std::move(planned), Verdict::does_not_compile, *compiled.refusal, places)};
}

LabJudge::LabJudge(const Lab& lab, const Spec& spec, const fs::path& source,
                   const JudgeOptions& options)
    : lab_(lab),
      spec_(spec),
      source_(source),
      options_(options),
      text_(read_foreign(source).value_or("")),
      skeleton_(handed_out_skeleton(paths(), lab)),
      shape_key_(shape_key(text_, options.course_secret)),
      first_(timed_on(lab.file) == Backend::cpu       ? Backend::cpu
             : options.backend == BackendChoice::cuda ? Backend::cuda
                                                      : Backend::sim) {
  if (options.only_shape) {
    spec_.shapes = {*options.only_shape};
    spec_.large.clear();
  } else if (spec_.draws_shapes) {
    const std::vector<Shape> drawn = drawn_value_shapes(spec_, shape_key_);
    spec_.shapes.insert(spec_.shapes.end(), drawn.begin(), drawn.end());
  }
  result_.id = lab.id;
  result_.slug = lab.slug();
  result_.title = lab.title;
  result_.source = source.string();
  result_.source_sha256 = sha256(text_);
  checks_ = plan_checks(spec_, has_gpu());
}

std::size_t LabJudge::most_elements(Backend backend) const {
  const std::size_t counted =
      std::max(elements_of(roomy_shape(spec_, shape_key_)), elements_of(options_.count_at));
  std::size_t most = backend == Backend::sim ? counted : timed_elements(backend);
  for (const auto* shapes : {&spec_.shapes, &spec_.large}) {
    for (const Shape& shape : *shapes) {
      most = std::max(most, elements_of(shape));
    }
  }
  return most * std::size_t(words_of(spec_.element));
}

LabResult LabJudge::judge() {
  const auto give_up = [&](const std::exception& error) {
    result_.infrastructure = true;
    leave_open_ungraded(checks_, Reason::machine, error.what());
  };
  try {
    require_gpu();
    if (without_comments(text_) == without_comments(skeleton_)) {
      checks_.file = not_started(text_, std::move(checks_.file));
      close_open(checks_, Verdict::not_started, Reason::skeleton);
    } else {
      examine();
    }
  } catch (const InfrastructureError& error) {
    give_up(error);
  } catch (const std::system_error& error) {
    give_up(error);
  }
  const fs::path page = paths().docs() / (lab_.slug() + ".md");
  add_hints(in_order(checks_), skeleton_, text_, fs::exists(page) ? read_file(page) : "");
  for (Check* check : in_order(checks_)) {
    result_.checks.push_back(std::move(*check));
  }
  settle(result_);
  if (result_.metrics && has_right_values(result_.verdict)) {
    result_.advice = advice_on(*result_.metrics);
  }
  return std::move(result_);
}

// If it does not compile, all open checks are closed.
std::optional<fs::path> LabJudge::compiled(Backend backend) {
  options_.say(backend == Backend::cuda ? "compiling for the GPU" : "compiling");
  FileCheck file = judge_file(source_, backend, options_.enclosure, checks_.file);
  checks_.file = std::move(file.check);
  warnings_ = std::move(file.warnings);
  if (!file.module && backend == Backend::cuda && checks_.file.verdict != Verdict::not_graded) {
    const Check refused = checks_.file;
    checks_ = plan_checks(spec_, has_gpu());  // takes back what the simulator gave
    checks_.file = refused;
  }
  if (!file.module) {
    close_open(checks_, checks_.file.verdict, Reason::nothing_to_run);
  }
  return file.module;
}

void LabJudge::examine() {
  const auto module = compiled(first_);
  if (!module) {
    return;
  }
  Session session(first_, *module, most_elements(first_), options_.sandbox());
  // If the module cannot be loaded, the first run reports it.
  if (session.load().kind == Outcome::Kind::replied && !session.has(Entry::matmul)) {
    checks_.file = failed(std::move(checks_.file), Verdict::does_not_compile,
                          NoMatmul{text_.find("gemmlab/matmul.h") == text_.npos});
    close_open(checks_, Verdict::does_not_compile, Reason::nothing_to_run);
    return;
  }
  if (first_ != Backend::cuda && options_.in_pairs && options_.sandbox() == nullptr) {
    start_second(*module);
  }
  judge_all_values(candidate(session));
  if (first_ == Backend::sim) {
    judge_accesses(candidate(session));
  } else if (first_ == Backend::cuda) {
    count_on_simulator();
  }
  second_.reset();  // it would disturb what is timed
  if (first_ != Backend::sim) {
    time(session);
  } else if (has_gpu()) {
    examine_again_on_gpu();
  } else {
    leave_untimed_without_gpu();
  }
  leave_open_ungraded(checks_, options_.only_shape ? Reason::one_shape : Reason::simulator_counts);
  // At last: values that leak are right, and all else is judged.
  if (Check& last = checks_.shapes.back(); leak_ && last.outcome == CheckOutcome::passed) {
    last = WhereToLook(candidate(session)).in(failed(std::move(last), Verdict::partial, *leak_));
  }
  result_.printed = session.printed().text();
}

// By this thread, because a worker ends with the thread that started it.
void LabJudge::start_second(const fs::path& module) {
  second_ = std::make_unique<Session>(first_, module, most_elements(first_));
  try {
    second_->spawn();
  } catch (const InfrastructureError&) {
    second_.reset();  // one is enough
  }
}

// matmul's values, and then matmul_host's, which uses matmul: while matmul is wrong, testing it
// shows nothing.
void LabJudge::judge_all_values(const Candidate& candidate) {
  std::vector<Check> planned = checks_.shapes;
  const bool with_large = candidate.session.backend() == Backend::cuda;
  if (with_large) {
    planned.insert(planned.end(), checks_.large.begin(), checks_.large.end());
  }
  ValueChecks values = judge_values(candidate, std::move(planned));
  const auto large = values.checks.begin() + std::ptrdiff_t(checks_.shapes.size());
  checks_.shapes.assign(values.checks.begin(), large);
  if (with_large) {
    checks_.large.assign(large, values.checks.end());
  }
  leak_ = leak_ ? leak_ : values.leak;
  if (values.demonstration) {
    result_.demonstration = values.demonstration;
  }
  if (checks_.host_entry.empty() || options_.only_shape) {
    return;
  }
  Check& check = checks_.host_entry.front();
  if (const Verdict verdict = value_verdict(checks_); verdict == Verdict::passed) {
    candidate.options.say("matmul_host");
    check = judge_host_entry(candidate, check);
  } else if (is_open(check)) {
    check = not_run(std::move(check), verdict, Reason::matmul_wrong);
  }
}

void LabJudge::judge_accesses(const Candidate& candidate) {
  const Verdict values = value_verdict(checks_);
  EvidenceChecks evidence;
  if (!options_.only_shape && values == Verdict::passed) {
    evidence = judge_evidence(candidate, checks_.evidence);
  } else if (options_.explain) {
    evidence.metrics = count_to_explain(candidate, values);
  }
  if (!evidence.checks.empty()) {
    checks_.evidence = std::move(evidence.checks);
  } else if (!options_.only_shape) {
    checks_.evidence = not_run(std::move(checks_.evidence), values, Reason::values_wrong);
  }
  result_.metrics = std::move(evidence.metrics);
}

// A GPU counts nothing. What the simulator cannot run leaves the checks open.
void LabJudge::count_on_simulator() {
  if (options_.only_shape && !options_.explain) {
    return;  // nothing to count
  }
  if (const Verdict values = value_verdict(checks_);
      values != Verdict::passed && !options_.explain) {
    checks_.evidence = not_run(std::move(checks_.evidence), values, Reason::values_wrong);
    return;
  }
  const FileCheck file = judge_file(source_, Backend::sim, options_.enclosure, Check{});
  if (file.module) {
    Session simulator(Backend::sim, *file.module, most_elements(Backend::sim), options_.sandbox());
    judge_accesses(candidate(simulator));
    for (Check& host_entry : checks_.host_entry) {
      if (host_entry.outcome == CheckOutcome::passed) {  // there kernels can be left out
        host_entry = judge_host_entry(candidate(simulator), host_entry);
      }
    }
  }
}

void LabJudge::time(Session& session) {
  if (options_.only_shape) {
    leave_untimed(Reason::one_shape);
  } else if (value_verdict(checks_) != Verdict::passed) {
    leave_untimed_as_wrong();
  } else if (!options_.measure_speed) {
    leave_untimed(Reason::no_speed_asked);
  } else {
    options_.say("timing");
    SpeedCheck timed = judge_speed(spec_, lab_, session, shape_key_, options_, checks_.speed);
    checks_.speed = std::move(timed.check);
    if (session.backend() == Backend::cpu) {
      checks_.speed = WhereToLook(candidate(session)).in(std::move(checks_.speed));
    }
    result_.speed = timed.speed;
  }
}

void LabJudge::leave_untimed(Reason reason, const std::string& machine) {
  result_.speed = speed_asked_for(spec_);
  if (is_open(checks_.speed)) {
    checks_.speed = not_graded(std::move(checks_.speed), reason, machine);
  }
}

void LabJudge::leave_untimed_as_wrong() {
  result_.speed = speed_asked_for(spec_);
  checks_.speed = not_run(std::move(checks_.speed), value_verdict(checks_), Reason::values_wrong);
}

LabResult judge_lab(const Lab& lab, const Spec& spec, const fs::path& source,
                    const JudgeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  LabResult result = LabJudge(lab, spec, source, options).judge();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

const Spec& spec_of(const Lab& lab) {
  const auto found = std::ranges::find(registered_specs(), lab.slug(), &Spec::lab);
  if (found == registered_specs().end()) {
    throw std::logic_error("lab " + lab.slug() + " has no Spec: see grader/tests");
  }
  return **found;
}

}  // namespace gemmlab
