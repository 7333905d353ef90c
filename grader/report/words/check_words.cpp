#include "grader/report/words/check_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstddef>
#include <variant>

#include "common/facts/finding.h"
#include "common/facts/names.h"
#include "common/facts/run_report.h"
#include "grader/core/facts/cause.h"
#include "grader/core/facts/fact_json.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"
#include "grader/report/words/array_words.h"
#include "grader/report/words/cause_words.h"
#include "grader/report/words/finding_words.h"
#include "grader/report/words/sentences.h"
#include "grader/report/words/stop_words.h"

namespace gemmlab {
namespace {

using fmt::arg;

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
  std::string operator()(const MatricesTooLarge& cause) const {
    const auto [megabytes, allowed] = told_apart(cause.megabytes, cause.allowed, 0);
    return said(cause, arg("megabytes", megabytes), arg("allowed", allowed));
  }
  std::string operator()(const FoundWhileTimed& cause) const { return sentence(cause.finding); }
};

struct Words {
  const Check& check;

  template <typename Each>
  std::string operator()(const Each& fact) const {
    return said(fact);
  }
  std::string operator()(const Finding& fact) const {
    const bool has_cause = check.cause && !is_remark(*check.cause);
    return sentence(without_guesses(fact, check.tell.has_value(), has_cause));
  }
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
    std::string text =
        said(fact, arg("shape", extents), arg("are", fact.wrong == 1 ? "is" : "are"),
             arg("count", fact.elements == 1
                              ? "The only element"
                              : fmt::format("{} of {} elements", fact.wrong, fact.elements)));
    if (!check.error_map) {
      return text;
    }
    for (const Mismatch& miss : check.error_map->first) {
      // As many digits as show that they differ.
      const bool is_near = std::fabs(miss.got - miss.expected) < 1e-6 * std::fabs(miss.expected);
      const int digits = is_near ? 10 : 7;
      text += fmt::format("\n  C[{}][{}] {}, expected {:.{}g}", miss.row, miss.col,
                          value_of(miss, digits), miss.expected, digits);
    }
    return text + (fact.wrong > check.error_map->first.size() ? "\n  ..." : "");
  }

  std::string operator()(const WrongArray& fact) const { return sentence(fact, check.error_map); }
  std::string operator()(const ArrayNeverWritten& fact) const { return sentence(fact); }

  std::string operator()(const RunsTookTooLong& fact) const {
    const auto [seconds, limit] = told_apart(fact.seconds, fact.limit, 0);
    return said(fact, arg("seconds", seconds), arg("limit", limit));
  }

  std::string operator()(const NeverWritten& fact) const {
    const std::string steps =
        fmt::format(" Steps still marked TODO: {}.", fmt::join(fact.open_steps, ", "));
    return said(fact, arg("steps", fact.open_steps.empty() ? "" : steps));
  }

  std::string operator()(const LimitMissed& fact) const {
    const Shape& shape = fact.counted_at;
    const std::string where = fmt::format(" (counted at {} x {} x {})", shape.m, shape.n, shape.k);
    const bool is_of_loads = fact.kind == Evidence::Kind::shared_loads_per_fma_at_most ||
                             fact.kind == Evidence::Kind::load_instructions_per_fma_at_most;
    const auto [value, limit] = told_apart(fact.value, fact.limit, is_of_loads ? 2 : 1);
    const auto percent = [](double share) { return fmt::format("{:.0f}", 100 * share); };
    return said_in(fact.row(), fact, arg("value", value), arg("limit", limit),
                   arg("percent", percent(fact.value)), arg("percent_limit", percent(fact.limit)),
                   arg("where", fact.elsewhere ? where : ""),
                   arg("threads", std::size_t(std::fmin(fact.threads, 1e18))),
                   arg("outputs", shape.m * shape.n),
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

constexpr int kMaxRows = 24, kMaxCols = 48;

char sign(const ErrorCell& cell) {
  return cell.wrong == 0                                      ? '.'
         : cell.unwritten == cell.elements                    ? '-'
         : cell.wrong == cell.elements && cell.unwritten == 0 ? '#'
                                                              : '+';
}

// What most likely made the values wrong, as a separate line. After a more severe finding it is
// only an addition.
std::string cause_line(const Check& check) {
  const bool is_seen = is_about_values(check.verdict) || check.verdict == Verdict::unfinished ||
                       (check.cause && is_measured(*check.cause));
  const std::string label = is_seen ? "\nLikely cause: " : "\nThe values suggest: ";
  if (check.tell) {
    const bool has_label = holds_alternative<LimitMissed>(*check.fact);
    return (has_label ? "\n" : "\nLikely cause: ") + sentence(*check.tell);
  }
  if (check.failed_call) {
    return label + sentence(*check.failed_call);
  }
  const bool is_line_known = !check.changes.empty();
  const bool adds_nothing = is_line_known && check.cause && only_describes(*check.cause);
  if (check.cause && check.verdict != Verdict::unfinished && !adds_nothing) {
    return (is_remark(*check.cause) ? "\n" : label) +
           sentence(*check.cause, check.cause_shown_at, !is_line_known);
  }
  return check.verdict == Verdict::low_precision ? label + text_of("rounded_somewhere") : "";
}

std::string warning_lines(const Check& check) {
  std::string text;
  if (!check.changes.empty()) {
    return "";  // what is known is better than what may be
  }
  for (const CompilerWarning& warning : check.warnings) {
    text += fmt::format("\nThe compiler warns about line {}: {}. That may be the cause.",
                        warning.line, warning.text);
  }
  return text;
}

std::string row_of(ChangeKind kind) {
  constexpr ChangeKind kOwn[] = {ChangeKind::cleared, ChangeKind::behind, ChangeKind::kept,
                                 ChangeKind::axes, ChangeKind::set_once};
  return std::ranges::count(kOwn, kind) > 0 ? std::string(name(kind)) : "-";
}

std::string change_lines(const Check& check, Repairs repairs) {
  std::string text;
  for (const Change& change : check.changes) {
    const std::string where =
        change.places > 1 ? fmt::format(" at {} places from there on", change.places) : "";
    const std::string was = quotable(change.was), now = quotable(change.now);
    const std::string why = filled("change_reason", name(change.kind), arg("was", was));
    const std::string what = filled("change", row_of(change.kind), arg("was", was), arg("now", now),
                                    arg("where", where));
    text += fmt::format("\n{} at line {}: {}", text.empty() ? "Look" : "Or", change.line,
                        repairs == Repairs::hidden ? why
                        : has_reason(change.kind)  ? why + ' ' + capitalised(what)
                                                   : what);
  }
  return text;
}

}  // namespace

std::vector<std::string> tile_map(const ErrorMap& errors) {
  const ErrorMap map = coarser(errors, kMaxRows, kMaxCols);
  const bool is_exact = map.width == 1;
  std::vector<std::string> lines{
      fmt::format("C, {} x {}, one symbol per {}: . right  # wrong  - not written{}", map.rows,
                  map.cols, is_exact ? "element" : fmt::format("{0}x{0} elements", map.width),
                  is_exact ? "" : "  + mixed")};
  for (std::size_t at = 0; at < map.cells.size(); ++at) {
    if (at % map.cell_cols() == 0) {
      lines.emplace_back();
    }
    lines.back() += sign(map.cells[at]);
  }
  return lines;
}

std::string message(const Check& check, MessageParts parts) {
  if (!check.fact || check.outcome == CheckOutcome::not_run) {
    return reason(check);
  }
  const bool is_of_host_entry =
      check.kind == CheckKind::host_entry && !holds_alternative<HostEntryFault>(*check.fact);
  std::string text = check.only_on_gpu ? "On the GPU: " : is_of_host_entry ? "matmul_host: " : "";
  text += sentence(*check.fact, check) + cause_line(check) + change_lines(check, parts.repairs);
  if (parts.with_map && check.error_map && holds_alternative<WrongValues>(*check.fact)) {
    text += fmt::format("\n{}", fmt::join(tile_map(*check.error_map), "\n"));
  }
  text += warning_lines(check);
  if (check.only_on_gpu) {
    text += text_of("only_on_gpu");
  }
  return text;
}

std::string reason(const Check& check) {
  switch (check.reason) {
    case Reason::none:
      return "";
    case Reason::machine:
      return check.machine;
    case Reason::speed_unsettled:
      return check.fact ? sentence(*check.fact, check) : "";
    case Reason::values_wrong:
      return text_of("reason", check.kind == CheckKind::speed ? "untimed_values" : "values_wrong");
    default:
      return text_of("reason", name(check.reason));
  }
}

std::string why_not_counted(const LabResult& lab) {
  return text_of("not_counted", lab.verdict == Verdict::does_not_compile ? "does_not_compile"
                                : lab.verdict == Verdict::not_started    ? "skeleton"
                                : lab.is_without_points()                ? "step"
                                : lab.verdict == Verdict::timed_out      ? "timed_out"
                                : lab.source.ends_with(".cpp")           ? "on_cpu"
                                                                         : "not_finished");
}

std::string speed_reason(const LabResult& lab) {
  if (!lab.speed) {
    return "";
  }
  if (lab.speed->outcome != SpeedOutcome::not_graded) {
    return sentence(*lab.speed);
  }
  for (const Check& check : lab.checks) {
    if (check.kind == CheckKind::speed) {
      return check.reason == Reason::values_wrong ? "the values are not right" : reason(check);
    }
  }
  return "";
}

std::string sentence(const Fact& fact, const Check& check) {
  return visit(Words{check}, fact);
}

std::string sentence(const Speed& speed) {
  const std::string where = speed.on_gpu ? "on your GPU" : "on this machine";
  const auto [ratio, required] = told_apart(speed.ratio, speed.required, 2);
  const std::string yours =
      fmt::format("yours is {}x ({:.2f} to {:.2f})", ratio, speed.interval[0], speed.interval[1]);
  std::string remark = speed.outcome == SpeedOutcome::borderline
                           ? " Too few measurements are below that, so it counts as fast enough."
                       : speed.outcome == SpeedOutcome::too_slow ? " It was measured twice."
                                                                 : "";
  if (speed.read_by_program) {
    remark +=
        " Its results were read by its own process, because this GPU's memory cannot be shared.";
  }
  if (speed.required == speed.nominal) {
    return fmt::format("{}x the speed of {} is required; {}, the textbook solution's {:.2f}x {}.{}",
                       required, speed.baseline, yours, speed.reference_ratio, where, remark);
  }
  return fmt::format("{:.0f} % of the textbook solution's speed-up over {} {} is {}x; {}.{}",
                     100 * kPassMark, speed.baseline, where, required, yours, remark);
}

std::string sentence(const Untimed& why) {
  return (why.is_ours ? "the reference programs cannot be timed: " : "") +
         visit(UntimedWords(), why.cause);
}

}  // namespace gemmlab
