#include "grader/judge/file_check.h"

#include "grader/compile/compile.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/source/comments.h"
#include "grader/core/source/source_text.h"
#include "grader/report/words/refusal_words.h"

namespace gemmlab {
namespace {

// What a refusal means for the grade.
const std::string kNotRun =
    "\nThe file was not run, so nothing is said about its results. It has no points until then.";

}  // namespace

bool is_started(const std::string& text,
                const std::string& skeleton,
                const Plan& plan,
                LabResult& lab) {
  if (without_comments(text) != without_comments(skeleton)) {
    return true;
  }
  const auto steps = steps_of(text);
  fail(lab.checks[plan.file], Verdict::not_started,
       "This is the skeleton as it was handed out." +
           (steps.empty() ? "" : " Begin with step " + steps.front() + "."));
  fail_the_rest(lab, Verdict::not_started, "not run: the file is the skeleton");
  return false;
}

std::optional<std::filesystem::path> module_of(const std::filesystem::path& source,
                                               Backend backend,
                                               const Enclosure* enclosure,
                                               const Plan& plan,
                                               LabResult& lab) {
  Check& check = lab.checks[plan.file];
  const CompileResult result = compile(source, backend, enclosure);
  switch (result.outcome) {
    case CompileResult::Outcome::ok:
      pass(check);
      lab.warnings = sentence(result.warnings);
      return result.module;
    case CompileResult::Outcome::infrastructure:
      throw InfrastructureError(result.problem);
    case CompileResult::Outcome::refused:
      fail(check, Verdict::not_graded, message(result) + kNotRun);
      break;
    case CompileResult::Outcome::does_not_compile:
      fail(check, Verdict::does_not_compile, message(result));
      break;
  }
  check.line = result.refusal->line;
  if (check.line) {
    check.lines = {*check.line};
  }
  fail_the_rest(lab, check.verdict, "not run: there is nothing to run");
  return std::nullopt;
}

bool has_matmul(Session& session, const Plan& plan, LabResult& lab) {
  if (session.load().kind != Outcome::Kind::replied || session.has(Entry::matmul)) {
    return true;
  }
  fail(lab.checks[plan.file], Verdict::does_not_compile,
       "The file defines no extern \"C\" function matmul.");
  fail_the_rest(lab, Verdict::does_not_compile, "not run: there is nothing to run");
  return false;
}

}  // namespace gemmlab
