#include "grader/report/words/check_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/report/words/fact_words.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

constexpr int kMaxRows = 24, kMaxCols = 48;

char sign(const ErrorCell& cell) {
  if (cell.wrong == 0) {
    return '.';
  }
  if (cell.unwritten == cell.elements) {
    return '-';
  }
  return cell.wrong == cell.elements && cell.unwritten == 0 ? '#' : '+';
}

// What most likely made the values wrong, as a separate line. After a more severe finding it is
// only an addition.
std::string cause_line(const Check& check) {
  const bool is_seen = is_about_values(check.verdict) || check.verdict == Verdict::unfinished;
  const std::string label = is_seen ? "\nLikely cause: " : "\nThe values suggest: ";
  if (check.failed_call) {
    return label + sentence(*check.failed_call);
  }
  if (check.cause && check.verdict != Verdict::unfinished) {
    // A difference between right and wrong shapes is not yet a cause.
    const auto* const in_one_block = std::get_if<RightOnlyInOneBlock>(&*check.cause);
    const bool is_remark =
        is<RightOnlyForSquares, RightOnlyForMultiples, RightOnlyInOnePhase>(*check.cause) ||
        (in_one_block != nullptr && !in_one_block->region);
    return (is_remark ? "\n" : label) + sentence(*check.cause, check.cause_shown_at);
  }
  return check.verdict == Verdict::low_precision
             ? label + "Operands or sums are rounded somewhere to fewer bits than the 24 of fp32."
             : "";
}

// Lines of the map, if the values themselves are the complaint.
std::string map_lines(const Check& check) {
  const bool is_shown = check.fact && std::holds_alternative<WrongValues>(*check.fact);
  return is_shown && check.error_map
             ? fmt::format("\n{}", fmt::join(tile_map(*check.error_map), "\n"))
             : "";
}

std::string warning_lines(const Check& check) {
  std::string text;
  for (const CompilerWarning& warning : check.warnings) {
    text += fmt::format("\nThe compiler warns about line {}: {}. That may be the cause.",
                        warning.line, warning.text);
  }
  return text;
}

std::string change_lines(const Check& check) {
  std::string text;
  for (const Change& change : check.changes) {
    const std::string where = change.places > 1 ? fmt::format(" at {} places,", change.places) : "";
    text +=
        fmt::format("\n{} line {}: with `{}` in place of `{}`{} every tested shape is right.",
                    text.empty() ? "Look at" : "Or at", change.line, change.now, change.was, where);
  }
  return text;
}

}  // namespace

std::vector<std::string> tile_map(const ErrorMap& errors) {
  const ErrorMap map = coarser(errors, kMaxRows, kMaxCols);
  std::vector<std::string> lines;
  lines.push_back(
      map.width == 1
          ? fmt::format("C, {} x {}, one symbol per element: . right  # wrong  - not written",
                        map.rows, map.cols)
          : fmt::format(
                "C, {} x {}, one symbol per {}x{} elements: . right  # wrong  - not written  "
                "+ mixed",
                map.rows, map.cols, map.width, map.width));
  for (std::size_t at = 0; at < map.cells.size(); ++at) {
    if (at % map.cell_cols() == 0) {
      lines.emplace_back();
    }
    lines.back() += sign(map.cells[at]);
  }
  return lines;
}

std::string message(const Check& check, bool with_map) {
  if (!check.fact || check.outcome == CheckOutcome::not_run) {
    return reason(check);
  }
  const bool is_of_host_entry =
      check.kind == CheckKind::host_entry && !std::holds_alternative<HostEntryFault>(*check.fact);
  std::string text = check.only_on_gpu ? "On the GPU: " : is_of_host_entry ? "matmul_host: " : "";
  text += sentence(*check.fact, check) + cause_line(check) + change_lines(check) +
          (with_map ? map_lines(check) : "") + warning_lines(check);
  if (check.only_on_gpu) {
    text +=
        "\nThe simulator found nothing wrong at the shapes it ran. A GPU differs: many blocks run "
        "at the same time, warps run in another order, and memory holds what other programs left "
        "in it. Use NVIDIA's compute-sanitizer to look for the bug there.";
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
  switch (lab.verdict) {
    case Verdict::does_not_compile:
      return text_of("not_counted", "does_not_compile");
    case Verdict::not_started:
      return text_of("not_counted", "skeleton");
    case Verdict::timed_out:
      return text_of("not_counted", "timed_out");
    default:
      return text_of("not_counted", lab.source.ends_with(".cpp") ? "on_cpu" : "not_finished");
  }
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

}  // namespace gemmlab
