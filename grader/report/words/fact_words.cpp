#include "grader/report/words/fact_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/report/words/finding_words.h"
#include "grader/report/words/refusal_words.h"
#include "grader/report/words/speed_words.h"

namespace gemmlab {
namespace {

constexpr const char* kLikelyCause = "\nLikely cause: ";
constexpr const char* kNoEnd =
    "a loop whose condition never becomes false, or far more work than the shape needs.";

std::string described(const Shape& shape) {
  return fmt::format("m = {}, n = {}, k = {}", shape.m, shape.n, shape.k);
}

// One function a fact; `check` is what it was seen in.
struct Words {
  const Check& check;

  std::string operator()(const SkeletonUnchanged& fact) const {
    return "This is the skeleton as it was handed out." +
           (fact.first_step.empty() ? "" : " Begin with step " + fact.first_step + ".");
  }

  std::string operator()(const Refusal& fact) const {
    return sentence(fact) + (check.outcome == CheckOutcome::refused
                                 ? "\nThe file was not run, so nothing is said about its results. "
                                   "It has no points until then."
                                 : "");
  }

  std::string operator()(const NoMatmul&) const {
    return "The file defines no extern \"C\" function matmul.";
  }

  std::string operator()(const NoFile& fact) const { return fact.text; }

  std::string operator()(const WrongValues& fact) const {
    std::string text =
        fmt::format("{} of {} elements of C are wrong at {} ({} input).", fact.wrong, fact.elements,
                    check.shape ? described(*check.shape) : "", name(fact.input));
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
    std::string text = "C was never written, at any shape.";
    if (fact.never_launched) {
      text += " matmul returned without launching a kernel.";
    }
    if (!fact.open_steps.empty()) {
      text += fmt::format(" Steps still marked TODO: {}.", fmt::join(fact.open_steps, ", "));
    }
    return text;
  }

  std::string operator()(const InputChanged& fact) const {
    return fmt::format("Matrix {} has changed: the inputs belong to the caller.", fact.matrix);
  }

  std::string operator()(const ProgramEnded& fact) const {
    switch (fact.how) {
      case ProgramEnded::How::exited:
        return fmt::format(
            "The program ended itself ({}) instead of returning from the function.{}a call of "
            "exit() or _exit(). Return, and leave judging to the grader.",
            fact.detail, kLikelyCause);
      case ProgramEnded::How::timed_out:
        return std::string("The program did not end in time and was stopped.") + kLikelyCause +
               kNoEnd;
      case ProgramEnded::How::not_loaded:
        return "The compiled file cannot be loaded: " + fact.detail + kLikelyCause +
               "a function is declared and called, but not defined.";
      case ProgramEnded::How::crashed:
        break;
    }
    return fmt::format("The program crashed: {}.", fact.detail);
  }

  std::string operator()(const RanOn&) const {
    return "The program ran on here, most likely for the reason that was found before.";
  }

  std::string operator()(const RunsTookTooLong& fact) const {
    return fmt::format(
        "The runs up to here took {:.0f} s together, and that is more than the {:.0f} s a lab has.",
        fact.seconds, fact.limit);
  }

  std::string operator()(const ComputedElsewhere& fact) const {
    switch (fact.missing) {
      case ComputedElsewhere::Missing::launch:
        return "No kernel was launched: C was computed without the GPU, and the kernel is what "
               "this lab is about.";
      case ComputedElsewhere::Missing::stores:
        return fmt::format(
            "The kernels stored {} bytes, and C has {}: its values come from somewhere else, and "
            "the kernel is what this lab is about.",
            fact.bytes, fact.needed);
      case ComputedElsewhere::Missing::loads:
        break;
    }
    return fmt::format(
        "The kernels loaded {} bytes, and A and B have {}: the values of C come from somewhere "
        "else, and the kernel is what this lab is about.",
        fact.bytes, fact.needed);
  }

  std::string operator()(const CompilerProof& fact) const {
    return fmt::format(
        "The compiler proves of line {}: {}. The loop leaves an array there, or a number "
        "overflows. What comes out is a matter of luck.",
        fact.line, fact.text);
  }

  std::string operator()(const NothingRunsOnGpu& fact) const {
    return "On the GPU nothing can be run: " + fact.problem +
           ".\nThe textbook solution runs there. Likely cause: the program takes all of the GPU's "
           "memory, or meddles with its process, before matmul is called.";
  }

  std::string operator()(const HostEntryFault& fact) const {
    switch (fact.kind) {
      case HostEntryFault::Kind::missing:
        return "Step 2.3 is missing: the file defines no extern \"C\" function matmul_host.";
      case HostEntryFault::Kind::not_copied_back:
        return std::string(
                   "Step 2.3 is unfinished: matmul_host returned, no call of CUDA's had "
                   "failed, and the caller's C was never written.") +
               kLikelyCause + "the result is not copied back to it.";
      case HostEntryFault::Kind::returned_error:
        return fmt::format(
            "matmul_host computed C and returned error {}; a run without errors returns "
            "cudaSuccess.",
            fact.error);
      case HostEntryFault::Kind::leaks:
        return fmt::format(
            "matmul_host leaves {} of its allocations ({} bytes) behind: each cudaMalloc needs its "
            "cudaFree.",
            fact.allocations, fact.bytes);
      case HostEntryFault::Kind::leaks_after_refusal:
        return fmt::format(
            "After a launch that was refused matmul_host leaves {} of its allocations ({} bytes) "
            "behind: free them before you return the error.",
            fact.allocations, fact.bytes);
      case HostEntryFault::Kind::ignores_refusal:
        return "matmul_host returned cudaSuccess although its launch was refused: ask "
               "cudaGetLastError() after the launch, and return what it says.";
      case HostEntryFault::Kind::dies_of_refusal:
        break;
    }
    return fmt::format("matmul_host did not survive a refused launch: {}.", fact.detail);
  }

  std::string operator()(const LimitMissed& fact) const {
    // Where that is not where the report's counts are from.
    const Shape& shape = fact.counted_at;
    const std::string where = fact.elsewhere
                                  ? fmt::format(" (counted at {} x {} x {}, where that is least)",
                                                shape.m, shape.n, shape.k)
                                  : "";
    switch (fact.kind) {
      case Evidence::Kind::threads_per_output_at_least:
        return fmt::format(
            "{:.0f} threads computed the {} elements of C; this lab gives each element a thread."
            "{}a loop over rows or columns is still in the kernel. Let the grid cover C: each "
            "thread takes one row and one column from its place in it.",
            fact.threads, shape.m * shape.n, kLikelyCause);
      case Evidence::Kind::uses_shared_memory:
        return fmt::format(
            "{}, and passing operands through it is what this lab is about.\n"
            "Declare tiles with __shared__, and let each block load what its threads share.",
            fact.value > 0 ? "The kernel puts less into shared memory than one matrix holds"
                           : "The kernel puts nothing into shared memory");
      case Evidence::Kind::reuse_at_least:
        return fmt::format(
            "Each element loaded from global memory is used {:.1f} times; at least {:.1f} is asked."
            "{}the inner loop reads global memory where it could read the tile.",
            fact.value, fact.limit, kLikelyCause);
      case Evidence::Kind::sectors_over_ideal_at_most:
        return fmt::format(
            "The warps touch {:.1f} times as many 32-byte sectors of global memory as the bytes "
            "they use would fill{}; at most {:.1f} is asked.{}neighbouring threads do not touch "
            "neighbouring addresses. Let threadIdx.x run along a row (the column index), in blocks "
            "at least 16 wide.",
            fact.value, where, fact.limit, kLikelyCause);
      case Evidence::Kind::shared_loads_per_fma_at_most:
        return fmt::format(
            "The threads load {:.2f} floats from shared memory for each multiply-add{}; at most "
            "{:.2f} is asked.{}what a thread has loaded serves too few of its outputs. Keep a "
            "value in a register and use it for several outputs.",
            fact.value, where, fact.limit, kLikelyCause);
      case Evidence::Kind::bank_conflicts_at_most:
        break;
    }
    return fmt::format(
        "Shared memory needs {:.1f} times the passes that it would without bank conflicts; at most "
        "{:.1f} is asked.{}the threads of a warp walk down a column of a tile whose rows are a "
        "multiple of 32 floats long: all of them meet in one bank.",
        fact.value, fact.limit, kLikelyCause);
  }

  std::string operator()(const TooSlow& fact) const {
    return sentence(fact.speed, fact.speed.on_gpu) + kLikelyCause + fact.usual_cause;
  }

  std::string operator()(const SpeedNotJudged& fact) const {
    const std::string why = sentence(fact.why);
    return check.status() == Status::failed ? "The speed cannot be judged: " + why + "." : why;
  }

  std::string operator()(const Finding& fact) const { return sentence(fact); }

  std::string operator()(const ApiError& fact) const { return sentence(fact); }

  std::string operator()(const OutOfTime& fact) const { return sentence(fact); }
};

}  // namespace

std::string sentence(const Fact& fact, const Check& check) {
  return std::visit(Words{check}, fact);
}

}  // namespace gemmlab
