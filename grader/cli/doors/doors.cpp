#include "grader/cli/doors/doors.h"

#include <unistd.h>

#include <utility>

#include <fmt/format.h>

#include "common/facts/json.h"
#include "grader/cli/exit_code.h"
#include "grader/cli/grading.h"
#include "grader/cli/result_files.h"
#include "grader/doors/judge_door.h"
#include "grader/doors/show_door.h"
#include "grader/report/json_read.h"

namespace gemmlab {
namespace {

Result blank(const Context& context, const JudgeSetup& setup) {
  return empty_result(context, setup.backend, setup.seed, setup.has_kernels);
}

}  // namespace

int judge_command(Context& context, const JudgeCommandOptions& options) {
  if (options.serve) {
    serve_judging(STDIN_FILENO, STDOUT_FILENO, context.labs, context.judge,
                  [&](const JudgeSetup& setup) { return blank(context, setup); });
    return kDone;
  }
  if (options.source.empty()) {
    throw UsageError("judge needs a LAB and the FILE to judge, or --serve.");
  }
  if (!fs::is_regular_file(options.source)) {
    throw UsageError(fmt::format("there is no file {}.", options.source));
  }
  const JudgeSetup setup{
      .backend = options.backend, .seed = options.seed, .may_be_weak = options.sandbox == "weak"};
  JudgeDoor door(setup, blank(context, setup), context.labs, context.judge);
  const fs::path file = fs::absolute(options.source);
  const std::string json = options.json.empty() ? "-" : options.json;
  int code = kDone;
  door.ask({.lab = lab_meant(context, options.lab).id, .file = file}, [&](const Json& result) {
    code = exit_code(result_from_json(result).labs);
    write_result(context, json, [&] { return result.text(2) + '\n'; });
  });
  while (!door.is_idle()) {
    door.wait();
  }
  return code;
}

int show_command(Context& context, const ShowOptions& options) {
  if (options.serve) {
    serve_showing(STDIN_FILENO, STDOUT_FILENO);
    return kDone;
  }
  if (options.result.empty()) {
    throw UsageError("show needs a RESULT, a file that judge or grade --json wrote, or --serve.");
  }
  Json request{{"result", Json::parse(read_text(options.result))}};
  const Json answer = shown(request);
  if (options.html.empty()) {
    for (const auto& [lab, text] : answer.at("labs").members()) {
      context.out << text.as_string();
    }
    return kDone;
  }
  write_result(context, options.html, [&] { return answer.at("html").as_string(); });
  return kDone;
}

}  // namespace gemmlab
