// Facts of checks, refusals and speed.
#include "grader/report/words/fact_words.h"

#include <fmt/ranges.h>

#include "grader/core/facts/fact_json.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using fmt::arg;

struct RefusalWords {
  const std::string& file;

  template <typename Each>
  std::string operator()(const Each& cause) const {
    return said(cause, arg("file", file));
  }
  std::string operator()(const CompilerErrors& cause) const { return sentence(cause.diagnostics); }
  std::string operator()(const Untranslatable& cause) const { return sentence({cause.error}); }
  std::string operator()(const ToolStopped& cause) const {
    const bool has_spoken =
        cause.tool == ToolStopped::Tool::compiler && cause.why == ToolStopped::Why::other;
    return said_in(has_spoken ? "said" : "", cause, arg("file", file));
  }
};

struct UntimedWords {
  template <typename Each>
  std::string operator()(const Each& cause) const {
    if constexpr (requires { cause.kept; }) {
      return said(cause, arg("percent", 100 * cause.kept));
    }
    return said(cause);
  }
  std::string operator()(const DoesNotCompileHere& cause) const {
    return fmt::format("{} does not compile here: {}", cause.refusal.file.text(),
                       sentence(cause.refusal));
  }
  std::string operator()(const FoundWhileTimed& cause) const { return sentence(cause.finding); }
};

struct Words {
  const Check& check;

  template <typename Each>
  std::string operator()(const Each& fact) const {
    return said(fact);
  }
  std::string operator()(const Finding& fact) const { return sentence(fact); }
  std::string operator()(const ApiError& fact) const { return sentence(fact); }
  std::string operator()(const OutOfTime& fact) const { return sentence(fact); }

  std::string operator()(const Refusal& fact) const {
    return sentence(fact) +
           (check.outcome == CheckOutcome::refused
                ? "\nThe file was not run, so there are no results and no points yet."
                : "");
  }

  std::string operator()(const WrongValues& fact) const {
    const Shape shape = check.shape.value_or(Shape{});
    const std::string extents =
        check.shape ? fmt::format("m = {}, n = {}, k = {}", shape.m, shape.n, shape.k) : "";
    std::string text = said(fact, arg("shape", extents));
    if (!check.error_map) {
      return text;
    }
    for (const Mismatch& miss : check.error_map->first) {
      const std::string value =
          miss.unwritten ? "was never written" : fmt::format("is {:.7g}", miss.got);
      text += fmt::format("\n  C[{}][{}] {}, expected {:.7g}", miss.row, miss.col, value,
                          miss.expected);
    }
    return text + (fact.wrong > check.error_map->first.size() ? "\n  ..." : "");
  }

  std::string operator()(const NeverWritten& fact) const {
    const std::string steps =
        fmt::format(" Steps still marked TODO: {}.", fmt::join(fact.open_steps, ", "));
    return said(fact, arg("steps", fact.open_steps.empty() ? "" : steps));
  }

  std::string operator()(const LimitMissed& fact) const {
    const Shape& shape = fact.counted_at;
    const std::string where =
        fmt::format(" (counted at {} x {} x {}, where it is lowest)", shape.m, shape.n, shape.k);
    return said(fact, arg("where", fact.elsewhere ? where : ""), arg("outputs", shape.m * shape.n),
                arg("put", fact.value > 0 ? "too little" : "nothing"));
  }

  std::string operator()(const TooSlow& fact) const {
    return sentence(fact.speed) + "\nLikely cause: " + fact.usual_cause;
  }

  std::string operator()(const SpeedNotJudged& fact) const {
    const std::string why = sentence(fact.why);
    return check.status() == Status::failed ? "The speed cannot be graded: " + why + "." : why;
  }
};

}  // namespace

std::string sentence(const Fact& fact, const Check& check) {
  return std::visit(Words{check}, fact);
}

std::string sentence(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& each : diagnostics) {
    text += fmt::format("{}{}:{}: {}: {}", text.empty() ? "" : "\n", each.file, each.line,
                        name(each.severity), each.text.text());
    if (!each.source.empty()) {
      text += fmt::format("\n  {} | {}", each.line, each.source.text());
    }
  }
  return text;
}

std::string sentence(const Refusal& refusal) {
  return std::visit(RefusalWords{refusal.file.text()}, refusal.cause);
}

std::string sentence(const Speed& speed) {
  const std::string where = speed.on_gpu ? "on your GPU" : "on this machine";
  const std::string yours = fmt::format("yours is {:.2f}x ({:.2f} to {:.2f})", speed.ratio,
                                        speed.interval[0], speed.interval[1]);
  // The meaning of an outcome that needs an explanation.
  std::string remark = speed.outcome == SpeedOutcome::borderline
                           ? " Too few measurements are below that, so it counts as fast enough."
                       : speed.outcome == SpeedOutcome::too_slow ? " It was measured twice."
                                                                 : "";
  if (speed.read_by_program) {
    remark +=
        " Its results were read by its own process, because this GPU's memory cannot be shared.";
  }
  if (speed.required == speed.nominal) {
    return fmt::format(
        "{:.2f}x the speed of {} is required; {}, the textbook solution's {:.2f}x {}.{}",
        speed.required, speed.baseline, yours, speed.reference_ratio, where, remark);
  }
  return fmt::format("{:.0f} % of the textbook solution's speed-up over {} {} is {:.2f}x; {}.{}",
                     100 * kPassMark, speed.baseline, where, speed.required, yours, remark);
}

std::string sentence(const Untimed& why) {
  return (why.is_ours ? "the reference programs cannot be timed: " : "") +
         std::visit(UntimedWords(), why.cause);
}

}  // namespace gemmlab
