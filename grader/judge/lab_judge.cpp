#include "grader/judge/lab_judge.h"

#include <algorithm>

#include "grader/compile/compile.h"
#include "grader/core/array_task.h"
#include "grader/core/drawn_shapes.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"
#include "grader/judge/evidence.h"
#include "grader/judge/file_check.h"
#include "grader/judge/host_entry_check.h"
#include "grader/judge/speed_check.h"
#include "grader/machine/paths.h"
#include "grader/sandbox/enclosure.h"
#include "grader/speed/runner.h"

namespace gemmlab {

LabJudge::LabJudge(const Lab& lab, const Spec& spec, const fs::path& source,
                   const JudgeOptions& options)
    : lab_(lab),
      spec_(spec),
      source_(source),
      options_(options),
      text_(read_foreign(source).value_or("")),
      skeleton_(handed_out_skeleton(paths(), lab)),
      shape_key_(shape_key(text_, options.course_secret)),
      first_(timed_on(lab.file) == Backend::cpu                                 ? Backend::cpu
             : options.backend == BackendChoice::cuda && !lacks_what_it_needs() ? Backend::cuda
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
      std::max({elements_of(roomy_shape(spec_, shape_key_)),
                elements_of(drawn_host_shape(spec_, shape_key_)), elements_of(options_.count_at)});
  std::size_t most = backend == Backend::sim ? counted : timed_elements(backend);
  if (asks_for(Evidence::Kind::blocks_at_least, spec_)) {
    most = std::max(most, elements_of(square(kBlocksExtent)));
  }
  if (asks_for(Evidence::Kind::pieces_of_k_at_least, spec_)) {
    most = std::max(most, elements_of({kLongK[0], kLongK[1], kLongK[2], ""}));
  }
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
      checks_.file.judgement = not_started(text_);
      close_open(checks_, Verdict::not_started, Reason::skeleton);
    } else {
      examine();
    }
  } catch (const InfrastructureError& error) {
    give_up(error);
  } catch (const std::system_error& error) {
    give_up(error);
  }
  return finished();
}

// If it does not compile, all open checks are closed.
std::optional<fs::path> LabJudge::compiled(Backend backend) {
  options_.say(backend == Backend::cuda ? "compiling for the GPU" : "compiling");
  FileJudgement file = judge_file(source_, backend, options_.enclosure);
  checks_.file.judgement = file.judgement;
  warnings_ = std::move(file.warnings);
  const Verdict verdict = file.judgement.verdict;
  if (!file.module && backend == Backend::cuda && verdict != Verdict::not_graded) {
    checks_ = plan_checks(spec_, has_gpu());  // takes back what the simulator gave
    checks_.file.judgement = file.judgement;
    values_ = {};
  }
  if (!file.module) {
    close_open(checks_, verdict, Reason::nothing_to_run);
  }
  return file.module;
}

void LabJudge::examine() {
  const auto module = compiled(first_);
  if (!module) {
    return;
  }
  session_ = std::make_unique<Session>(first_, *module, most_elements(first_), options_.sandbox());
  Session& session = *session_;
  // If the module cannot be loaded, the first run reports it.
  if (session.load().kind == Outcome::Kind::replied && !session.has_entry(entry_of(spec_))) {
    const bool is_hidden = text_.find("gemmlab/matmul.h") == text_.npos;
    const Fact fact = spec_.task != nullptr ? Fact(NoStep{}) : Fact(NoMatmul{is_hidden});
    checks_.file.judgement = failed({Verdict::does_not_compile, fact});
    close_open(checks_, Verdict::does_not_compile, Reason::nothing_to_run);
    return;
  }
  if (first_ != Backend::cuda && options_.in_pairs && options_.sandbox() == nullptr) {
    start_second(*module);
  }
  judge_all_values(candidate(session));
  if (first_ == Backend::sim) {
    judge_accesses(candidate(session), values_.counted);
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
  result_.printed = session.printed().text();
}

// By this thread, because a worker ends with the thread that started it.
void LabJudge::start_second(const fs::path& module) {
  second_ = std::make_unique<Session>(first_, module, most_elements(first_));
  try {
    second_->spawn();
    is_in_pairs_ = true;
  } catch (const InfrastructureError&) {
    second_.reset();  // one is enough
  }
}

// matmul's values, and then matmul_host's, which uses matmul: while matmul is wrong, testing it
// shows nothing.
void LabJudge::judge_all_values(const Candidate& candidate) {
  const bool with_large = candidate.session.backend() == Backend::cuda;
  std::vector<PlannedCheck*> checks;
  for (auto* stage : {&checks_.shapes, &checks_.large}) {
    for (PlannedCheck& check : *stage) {
      if (stage == &checks_.shapes || with_large) {
        checks.push_back(&check);
      }
    }
  }
  std::vector<CheckPlan> planned;
  std::ranges::transform(checks, std::back_inserter(planned),
                         [](const PlannedCheck* check) { return check->plan; });
  values_ = judge_values(candidate, std::move(planned));
  for (std::size_t i = 0; i < checks.size(); ++i) {
    checks[i]->judgement = values_.judgements[i];
  }
  leak_ = leak_ ? leak_ : values_.leak;
  if (values_.demonstration) {
    result_.demonstration = values_.demonstration;
  }
  if (checks_.host_entry.empty() || options_.only_shape) {
    return;
  }
  if (checks_.host_entry.front().has_failed()) {
    return;  // on the simulator: a GPU may well read what has been freed, and C be right
  }
  if (const Verdict verdict = value_verdict(checks_); verdict == Verdict::passed) {
    candidate.options.say("matmul_host");
    judge_host(candidate);
  } else if (checks_.host_entry.front().is_open()) {
    checks_.host_entry.front().judgement = not_run(verdict, Reason::matmul_wrong);
  }
}

void LabJudge::judge_host(const Candidate& candidate) {
  HostEntryJudgement judged = judge_host_entry(candidate);
  PlannedCheck& check = checks_.host_entry.front();
  check.judgement = std::move(judged.judgement);
  check.plan.shape = judged.shape;
  of_host_ = std::move(judged.to_change);
}

// `counted`: by a run of the values.
void LabJudge::judge_accesses(const Candidate& candidate, const std::optional<Metrics>& counted) {
  if (spec_.task != nullptr) {
    return;  // there is nothing to count
  }
  const Verdict values = value_verdict(checks_);
  EvidenceJudgements evidence;
  if (!options_.only_shape && values == Verdict::passed) {
    evidence = judge_evidence(candidate, counted);
    for (std::size_t i = 0; i < checks_.evidence.size(); ++i) {
      checks_.evidence[i].judgement = std::move(evidence.judgements[i]);
      checks_.evidence[i].plan.shape = evidence.wrong_at;
    }
  } else if (options_.explain) {
    evidence.metrics = count_to_explain(candidate, values);
  }
  if (!options_.only_shape && values != Verdict::passed) {
    close_all(checks_.evidence, values, Reason::values_wrong);
  }
  result_.metrics = std::move(evidence.metrics);
}

// A GPU counts nothing. What the simulator cannot run leaves the checks open.
void LabJudge::count_on_simulator() {
  if (spec_.task != nullptr || (options_.only_shape && !options_.explain)) {
    return;  // nothing to count
  }
  if (const Verdict values = value_verdict(checks_);
      values != Verdict::passed && !options_.explain) {
    close_all(checks_.evidence, values, Reason::values_wrong);
    return;
  }
  const FileJudgement file = judge_file(source_, Backend::sim, options_.enclosure);
  if (file.module) {
    Session simulator(Backend::sim, *file.module, most_elements(Backend::sim), options_.sandbox());
    judge_accesses(candidate(simulator), std::nullopt);
    if (!checks_.host_entry.empty() && checks_.host_entry.front().has_passed()) {
      judge_host(candidate(simulator));  // there kernels can be left out
    }
  }
}

void LabJudge::time(Session& session) {
  if (!checks_.speed) {
    return;
  }
  if (options_.only_shape) {
    leave_untimed(Reason::one_shape);
  } else if (value_verdict(checks_) != Verdict::passed) {
    leave_untimed_as_wrong();
  } else if (!options_.measure_speed) {
    leave_untimed(Reason::no_speed_asked);
  } else {
    options_.say("timing");
    SpeedJudgement timed = judge_speed(spec_, lab_, session, shape_key_, options_);
    checks_.speed->judgement = std::move(timed.judgement);
    result_.speed = timed.speed;
  }
}

}  // namespace gemmlab
