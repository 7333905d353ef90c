#include "grader/judge/judge.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "grader/core/score.h"
#include "grader/core/sha256.h"
#include "grader/core/source_text.h"
#include "grader/judge/compile.h"
#include "grader/judge/counts.h"
#include "grader/judge/cpu_speed.h"
#include "grader/judge/host_entry.h"
#include "grader/judge/paths.h"
#include "grader/judge/plan.h"
#include "grader/judge/session.h"
#include "grader/judge/values.h"

namespace gemmlab {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) {
    throw std::runtime_error("cannot read " + path.string());
  }
  return text.str();
}

std::size_t most_elements(const Spec& spec) {
  std::size_t most = 3 * 384 * 384;  // what lab 01 is timed at; more than the metrics' 128
  for (const auto& [m, n, k, reason, only_launch] : spec.shapes) {
    most = std::max(most, std::size_t(m) * k + std::size_t(k) * n + std::size_t(m) * n);
  }
  return most;
}

class LabJudge {
 public:
  LabJudge(const Lab& lab,
           const Spec& spec,
           const std::filesystem::path& source,
           const JudgeOptions& options)
      : lab_(lab),
        spec_(spec),
        source_(source),
        options_(options),
        text_(contents(source)),
        solution_(contents(paths().solutions() / lab.path())),
        on_host_(std::filesystem::path(lab.file).extension() == ".cpp") {
    if (options.only_shape) {
      spec_.shapes = {*options.only_shape};
    }
    result_.id = lab.id;
    result_.slug = lab.slug();
    result_.title = lab.title;
    result_.source = source.string();
    result_.source_sha256 = sha256(text_);
    plan_ = plan_checks(spec_, result_);
  }

  LabResult judge() {
    try {
      if (started() && compiles()) {
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
    add_hints();
    return std::move(result_);
  }

 private:
  Check& file_check() { return result_.checks[plan_.file]; }

  bool started();
  bool compiles();
  void examine();
  void judge_host(const Candidate& candidate, Check& check);
  void judge_speed(Session& session);
  void leave_ungraded(const std::string& why);
  void add_hints();

  // A problem of this machine: nothing is the student's fault.
  void give_up(const std::string& why) {
    result_.infrastructure = true;
    leave_ungraded(why);
  }

  const Lab& lab_;
  Spec spec_;
  std::filesystem::path source_;
  const JudgeOptions& options_;
  std::string text_;
  std::string solution_;  // its text
  bool on_host_;
  LabResult result_;
  Plan plan_;
  std::filesystem::path module_;
};

void LabJudge::leave_ungraded(const std::string& why) {
  for (Check& each : result_.checks) {
    if (each.status == Status::not_graded && each.message.empty()) {
      each.message = why;
    }
  }
}

// The step to read up on: the one that the failing line belongs to, or the first that is still to
// do. A guess would mislead, and so would a hint for what the compiler has said.
void LabJudge::add_hints() {
  const auto steps = steps_of(solution_);
  const auto open = open_steps_of(text_);
  if (steps.empty()) {
    return;
  }
  for (Check& each : result_.checks) {
    if (each.status != Status::failed || each.verdict == Verdict::does_not_compile) {
      continue;
    }
    std::string step;
    if (each.verdict == Verdict::too_slow) {
      step = steps.back();
    } else if (each.line) {
      step = step_at(text_, *each.line);
    } else if (each.verdict <= Verdict::unfinished && !open.empty()) {
      step = open.front();
    }
    each.hint = std::find(steps.begin(), steps.end(), step) != steps.end() ? step : "";
  }
  if (plan_.host_entry && result_.checks[*plan_.host_entry].status == Status::failed &&
      value_verdict(plan_, result_) == Verdict::passed) {
    result_.checks[*plan_.host_entry].hint = steps.back();
  }
}

bool LabJudge::started() {
  if (without_comments(text_) != without_comments(skeleton_of(solution_))) {
    return true;
  }
  const auto steps = steps_of(text_);
  fail(file_check(), Verdict::not_started,
       "This is the skeleton as it was handed out." +
           (steps.empty() ? "" : " Begin with step " + steps.front() + "."));
  fail_the_rest(result_, Verdict::not_started, "not run: the file is the skeleton");
  return false;
}

bool LabJudge::compiles() {
  if (options_.progress) {
    options_.progress("compiling");
  }
  const CompileResult compiled = compile(source_, on_host_ ? ModuleKind::cpu : ModuleKind::sim);
  switch (compiled.outcome) {
    case CompileResult::Outcome::ok:
      module_ = compiled.module;
      pass(file_check());
      return true;
    case CompileResult::Outcome::infrastructure:
      throw InfrastructureError(compiled.message);
    case CompileResult::Outcome::refused:
      fail(file_check(), Verdict::not_graded, compiled.message);
      break;
    case CompileResult::Outcome::does_not_compile:
      fail(file_check(), Verdict::does_not_compile, compiled.message);
      break;
  }
  file_check().line = compiled.line;
  if (compiled.line) {
    file_check().lines = {*compiled.line};
  }
  fail_the_rest(result_, file_check().verdict, "not run: there is nothing to run");
  return false;
}

void LabJudge::examine() {
  Session session(on_host_ ? "cpu" : "sim", module_, most_elements(spec_));
  if (session.load().kind == Outcome::Kind::replied && !session.has(Entry::matmul)) {
    fail(file_check(), Verdict::does_not_compile,
         "The file defines no extern \"C\" function matmul.");
    fail_the_rest(result_, Verdict::does_not_compile, "not run: there is nothing to run");
    return;
  }
  const Candidate candidate{session, spec_, plan_, source_, text_, on_host_, options_};
  judge_values(candidate, result_);
  if (!options_.only_shape) {
    if (plan_.host_entry) {
      judge_host(candidate, result_.checks[*plan_.host_entry]);
    }
    if (!on_host_) {
      judge_counts(candidate, result_);
    }
  }
  judge_speed(session);
  leave_ungraded("one shape was asked for, and nothing else");
  result_.printed = session.printed();
}

// matmul_host uses matmul: while that is wrong, there is nothing to learn.
void LabJudge::judge_host(const Candidate& candidate, Check& check) {
  const Verdict values = value_verdict(plan_, result_);
  if (values == Verdict::passed) {
    candidate.say("matmul_host");
    judge_host_entry(candidate.session, source_, options_, check);
  } else if (check.status == Status::not_graded) {
    fail(check, values, "not run: matmul itself is not right yet");
  }
}

void LabJudge::judge_speed(Session& session) {
  Check& check = result_.checks[plan_.speed];
  Speed speed;
  speed.over = spec_.speed.over;
  speed.baseline = spec_.speed.baseline;
  speed.nominal = spec_.speed.nominal;
  const Verdict values = value_verdict(plan_, result_);
  if (options_.only_shape) {
    speed.reason = "one shape was asked for, and nothing else";
  } else if (!on_host_) {
    speed.reason = "no GPU: the simulator counts accesses, it does not measure time";
  } else if (!options_.measure_speed) {
    speed.reason = "it was not asked for";
  } else if (values != Verdict::passed) {
    speed.reason = "the values are not right";
    fail(check, values, "not timed: " + speed.reason);
  } else {
    if (options_.progress) {
      options_.progress("timing");
    }
    judge_cpu_speed(spec_, lab_, session, options_, check, speed);
  }
  if (check.status == Status::not_graded && check.message.empty()) {
    check.message = speed.reason;
  }
  result_.speed = speed;
}

}  // namespace

LabResult judge_lab(const Lab& lab,
                    const Spec& spec,
                    const std::filesystem::path& source,
                    const JudgeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  LabResult result = LabJudge(lab, spec, source, options).judge();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

const Spec& spec_of(const Lab& lab) {
  for (const Spec* spec : registered_specs()) {
    if (spec->lab == lab.slug()) {
      return *spec;
    }
  }
  throw std::logic_error("lab " + lab.slug() + " has no Spec: see grader/tests");
}

}  // namespace gemmlab
