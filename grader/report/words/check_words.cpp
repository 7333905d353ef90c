#include "grader/report/words/check_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/report/words/cause_words.h"
#include "grader/report/words/fact_words.h"
#include "grader/report/words/finding_words.h"
#include "grader/report/words/speed_words.h"
#include "grader/report/words/tile_map.h"

namespace gemmlab {
namespace {

// What most likely made the values wrong, as a line of its own. Where something graver was seen it
// only adds to that.
std::string cause_line(const Check& check) {
  const bool is_seen = is_about_values(check.verdict) || check.verdict == Verdict::unfinished;
  const std::string label = is_seen ? "\nLikely cause: " : "\nThe values say: ";
  if (check.failed_call) {
    return label + sentence(*check.failed_call);
  }
  if (check.cause && check.verdict != Verdict::unfinished) {
    // What tells right shapes from wrong ones is no cause yet.
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

// Of the map, where the values themselves are the complaint.
std::string map_lines(const Check& check) {
  const bool is_shown = check.fact && std::holds_alternative<WrongValues>(*check.fact);
  return is_shown && check.error_map
             ? fmt::format("\n{}", fmt::join(tile_map(*check.error_map), "\n"))
             : "";
}

std::string warning_lines(const Check& check) {
  std::string text;
  for (const CompilerWarning& warning : check.warnings) {
    text += fmt::format("\nThe compiler warns of line {}: {}. That may be the cause.", warning.line,
                        warning.text);
  }
  return text;
}

std::string composed(const Check& check, const std::string& map) {
  if (!check.fact || check.outcome == CheckOutcome::not_run) {
    return reason(check);
  }
  std::string text = sentence(*check.fact, check);
  const bool is_of_host_entry =
      check.kind == CheckKind::host_entry && !std::holds_alternative<HostEntryFault>(*check.fact);
  text = (check.only_on_gpu  ? "On the GPU: "
          : is_of_host_entry ? "matmul_host: "
                             : "") +
         text + cause_line(check) + map + warning_lines(check);
  if (check.only_on_gpu) {
    text +=
        "\nThe simulator found nothing wrong at the shapes it ran. What differs on a GPU: many "
        "blocks run at the same time, warps in another order, and memory holds what other programs "
        "left in it. NVIDIA's compute-sanitizer looks at it there.";
  }
  return text;
}

}  // namespace

std::string message(const Check& check) {
  return composed(check, map_lines(check));
}

std::string message_without_map(const Check& check) {
  return composed(check, "");
}

std::string reason(const Check& check) {
  switch (check.reason) {
    case Reason::none:
      return "";
    case Reason::skeleton:
      return "not run: the file is the skeleton";
    case Reason::nothing_to_run:
      return "not run: there is nothing to run";
    case Reason::out_of_time:
      return "not run: the program had run out of time before";
    case Reason::ended_itself:
      return "not run: the program had ended itself before";
    case Reason::ran_on:
      return "not run: the program had run on for too long";
    case Reason::matmul_wrong:
      return "not run: matmul itself is not right yet";
    case Reason::values_wrong:
      return check.kind == CheckKind::speed ? "not timed: the values are not right"
                                            : "not examined: the values are not right";
    case Reason::simulator_first:
      return "not run on the GPU: the simulator comes first";
    case Reason::one_shape:
      return "one shape was asked for, and nothing else";
    case Reason::no_speed_asked:
      return "it was not asked for";
    case Reason::simulator_alone:
      return "speed needs a GPU: the simulator counts accesses, it does not measure time";
    case Reason::no_gpu:
      return "no GPU: the simulator counts accesses, it does not measure time";
    case Reason::simulator_counts:
      return "only the simulator counts accesses";
    case Reason::machine:
      return check.machine;
    case Reason::speed_unsettled:
      break;
  }
  return check.fact ? sentence(*check.fact, check) : "";
}

std::string sentence(NotCounted why) {
  switch (why) {
    case NotCounted::none:
      return "";
    case NotCounted::not_finished:
      return "the run in which they are counted did not finish";
    case NotCounted::timed_out:
      return "the kernel does not end in time";
    case NotCounted::on_cpu:
      return "this lab runs on the CPU: they are counted from lab 02 on";
    case NotCounted::on_gpu:
      return "only the simulator counts them: leave out --backend cuda";
    case NotCounted::does_not_compile:
      return "the file does not compile";
    case NotCounted::skeleton:
      return "this is the skeleton: there is no kernel of yours yet";
    case NotCounted::could_not_be_run:
      break;
  }
  return "the kernel could not be run";
}

std::string speed_reason(const LabResult& lab) {
  if (!lab.speed) {
    return "";
  }
  if (lab.speed->outcome != SpeedOutcome::not_graded) {
    return sentence(*lab.speed, lab.speed->on_gpu);
  }
  for (const Check& check : lab.checks) {
    if (check.kind == CheckKind::speed) {
      return check.reason == Reason::values_wrong ? "the values are not right" : reason(check);
    }
  }
  return "";
}

}  // namespace gemmlab
