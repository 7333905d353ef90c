#include "grader/report/words/finding_words.h"

#include <fmt/format.h>

#include "grader/report/words/target_words.h"

namespace gemmlab {
namespace {

// "reads", "writes", "updates".
std::string verb(Access access) {
  return std::string(name(access)) + "s";
}

// By flaw, in its order. {at}: the place by its name; {miss}: the same, and how far outside.
constexpr std::string_view kFlaws[] = {
    "{who} {does} {miss}.",
    "{who} {does} device address {at}, where nothing is allocated.",
    "{who} {does} {buffer}, which has been freed.",
    "{who} {does} through a null pointer.",
    "{who} {does} address {at}, where there is no memory: the pointer is wrong.",
    "{who} runs out of stack: recursion is too deep, or local arrays are too large.",
    "{who} {does} {bytes} bytes at byte {offset} of {variable}, which has {size}.",
    "{who} {does} {at}, outside {variable}, which has {size} bytes.",
    "{who} {does} {at}, before the start of {variable}, which has {size} bytes. It hits another "
    "shared variable.",
    "{who} {does} {at}, past the end of {variable}, which has {size} bytes. It hits another shared "
    "variable.",
    "{who} {does} byte {offset} of dynamic shared memory, of which the launch has {size}.",
    "{who} {does} shared memory outside every variable.",
    "{who} {does} {bytes} bytes at {at}, an address that is not a multiple of {bytes}.",
    "{who} {does} host memory ({at}). A kernel can use device memory only: copy the data with "
    "cudaMemcpy and pass the device pointer.",
    "Host code {does} {at}, which is device memory: on a GPU this crashes. Copy with cudaMemcpy, "
    "and use the copy.",
};
constexpr std::string_view kNoDynamicShared =
    "{who} {does} dynamic shared memory, but the launch asks for none: give its bytes after the "
    "block.";

std::string words_of(const BadAccess& bad) {
  const auto* buffer = std::get_if<BufferPlace>(&bad.at);
  const auto* variable = std::get_if<VariablePlace>(&bad.at);
  const auto* shared = std::get_if<DynamicSharedPlace>(&bad.at);
  const bool has_none = bad.flaw == Flaw::outside_dynamic_shared && shared && shared->bytes == 0;
  const auto text = has_none ? kNoDynamicShared : text_of(kFlaws, bad.flaw);
  return fmt::format(
      fmt::runtime(text), fmt::arg("who", bad.who.thread.empty() ? "" : words_of(bad.who)),
      fmt::arg("does", verb(bad.access)), fmt::arg("at", words_of(bad.at)),
      fmt::arg("bytes", bad.bytes),
      fmt::arg("miss", buffer ? words_of_miss(*buffer, bad.bytes) : words_of(bad.at)),
      fmt::arg("buffer", buffer ? words_of(buffer->buffer) : words_of(bad.at)),
      fmt::arg("variable", variable ? variable->variable : ""),
      fmt::arg("offset", variable ? variable->offset
                         : shared ? std::int64_t(shared->offset)
                                  : 0),
      fmt::arg("size", variable ? variable->bytes
                       : shared ? shared->bytes
                                : 0));
}

// Of memory that was filled in part only, as by a copy that counts elements where it should count
// bytes.
std::string filled_part(const UnwrittenRead& read) {
  const auto* place = std::get_if<BufferPlace>(&read.at);
  if (place == nullptr || read.filled == 0) {
    return "";
  }
  const std::uint64_t bytes = place->buffer.bytes;
  const bool in_elements = read.filled / 4 == (bytes / 4 + 3) / 4;
  return fmt::format(
      " Of its {} bytes only the first {} were filled{}.", bytes,
      in_elements ? bytes / 4 : read.filled,
      in_elements ? ": cudaMemcpy counts bytes, so sizeof(float) is missing there" : "");
}

// By a race's cause, in its order. Some have sentences of their own.
constexpr std::string_view kCures[] = {
    "There is no __syncthreads() between the two.",
    "",
    "No __syncwarp() or __syncthreads() comes between the two, and the threads of a warp do not "
    "run "
    "in step.",
    "",
    "Two threads compute the same element: its index is wrong.",
    "A __device__ variable is one for all threads.",
    "A place is for one thread to fill: look at the index that tells the threads apart.",
    "If several threads add to one element, use atomicAdd(), or let one thread sum it up.",
    "Blocks run in any order, so either may come first.",
};

std::string_view cure_of(const Race& race) {
  return race.cause == RaceCause::missing_barrier && std::holds_alternative<BufferPlace>(race.at)
             ? "No __syncthreads() comes between the two."
             : text_of(kCures, race.cause);
}

struct Words {
  const Finding& finding;

  // " at line 12", where that is another one.
  std::string other_line() const {
    const Place there = finding.other.value_or(Place{});
    const bool is_here = there.line == finding.at.line && there.file == finding.at.file;
    return !there.is_known() || is_here ? "" : fmt::format(" at line {}", there.line);
  }

  std::string operator()(const BadAccess& bad) const { return words_of(bad); }

  std::string operator()(const Race& race) const {
    const std::string who = words_of(race.who), element = words_of(race.at),
                      other = words_of(race.other);
    const int line = finding.other.value_or(Place{}).line;
    if (race.cause == RaceCause::missing_wait) {
      return fmt::format(
          "{} reads {}, into which a copy of {} from line {} may be under way: whoever started it "
          "must wait for it (__pipeline_wait_prior), and then all at a barrier, before anybody "
          "reads.",
          who, element, other, line);
    }
    if (race.cause == RaceCause::missing_barrier_after_reads) {
      const char* cure = "a barrier is missing after the reads, at the end of the round.";
      return race.access == Access::read
                 ? fmt::format(
                       "{} reads {}, which {} may already have overwritten at line {}, in "
                       "the next round of the loop: {}",
                       who, element, other, line, cure)
                 : fmt::format(
                       "{} writes {} in the next round of the loop, while other threads "
                       "may still read it at line {}: {}",
                       who, element, line, cure);
    }
    const char* too = race.same_value ? " too, with the same value"
                      : race.access == Access::write && race.other_wrote ? " too"
                                                                         : "";
    return fmt::format("{} {} {}, which {} {}{}{}{}. {}", who, verb(race.access), element, other,
                       race.other_wrote ? "write" : "read", race.other.thread.empty() ? "" : "s",
                       too, other_line(), cure_of(race));
  }

  std::string operator()(const BarriersApart& apart) const {
    const bool told_apart = !other_line().empty() && finding.at.is_known();
    const auto line = [&](const Place& at) {
      return told_apart ? fmt::format(" (line {})", at.line) : "";
    };
    return fmt::format(
        "{} waits at one {}{} while {} waits at another{}: all threads of a block must reach the "
        "same one.",
        words_of(apart.who), name(apart.barrier), line(finding.at), words_of_thread(apart.other),
        line(finding.other.value_or(Place{})));
  }

  std::string operator()(const LeftBeforeBarrier& left) const {
    return fmt::format(
        "{} had left the kernel before this {}, which {} reached: what it should have done for "
        "the block is missing.",
        words_of(left.who), name(left.barrier), words_of_thread(left.reached_by));
  }

  std::string operator()(const NeverComes& never) const {
    return fmt::format(
        "{} waits for lanes of its warp (mask {:#010x}) that never come{}. On a GPU the kernel "
        "would hang.",
        words_of(never.who), never.mask,
        never.other.empty()
            ? ""
            : fmt::format(": {} waits at a {}", words_of_thread(never.other), name(never.barrier)));
  }

  std::string operator()(const UnwrittenRead& read) const {
    return fmt::format(
        "{} reads {}, which nothing has written{}.{}", words_of(read.who), words_of(read.at),
        std::holds_alternative<BufferPlace>(read.at) ? "" : " in this block", filled_part(read));
  }

  std::string operator()(const ShuffleFromNobody& shuffle) const {
    return fmt::format(
        "{} asks lane {} of its warp for a value by a shuffle, but that lane does not take part: "
        "it has left the kernel, or the mask does not name it.",
        words_of(shuffle.who), shuffle.lane);
  }

  std::string operator()(const FreedInput& freed) const {
    return fmt::format(
        "Host code frees {}, which belongs to the caller: free only what you have allocated.",
        freed.matrix);
  }

  std::string operator()(const HostCrash& crash) const {
    constexpr std::string_view kWhat[] = {
        "a memory access outside everything the program owns (segmentation fault)",
        "an integer division by zero (SIGFPE)",
        "an illegal instruction (SIGILL)",
        "abort() was called, by the program or by the library for it (SIGABRT)",
    };
    return fmt::format("The program crashed in host code: {}.", text_of(kWhat, crash.fault));
  }

  std::string operator()(const WrittenInput& input) const {
    return fmt::format("The program writes to its input {}.", input.matrix);
  }

  std::string operator()(const BesideMatrix& beside) const {
    return fmt::format("Host code reads or writes just outside {}.", beside.matrix);
  }

  std::string operator()(const StrayStores& strays) const {
    return fmt::format(
        "Threads wrote {} elements outside of {} [{} x {}], up to {} {} it.\nLikely cause: the "
        "store is not guarded by row < {} && col < {}.",
        strays.elements, strays.matrix, strays.rows, strays.cols, strays.farthest,
        strays.before ? "before" : "after the end of", strays.matrix == "b" ? "k" : "m",
        strays.matrix == "a" ? "k" : "n");
  }

  std::string operator()(const DeviceFailure& failure) const {
    constexpr std::string_view kWhat[] = {
        "A thread read or wrote an address that belongs to no allocation.",
        "A thread used an address that is no multiple of the size of what it accessed.",
        "A thread used an address of another kind of memory than the instruction takes.",
        "The kernel ran for so long that the GPU's watchdog, which keeps a display alive, stopped "
        "it.",
        "An assert() in device code failed.",
        "A thread's stack overflowed or was overwritten.",
        "A thread came to an illegal instruction, or a trap.",
        "The kernel failed while it ran.",
        "",  // told below
    };
    if (failure.fault == DeviceFault::context_lost) {
      return fmt::format(
          "After the call the GPU's memory cannot be used any more ({}: {}).\nLikely cause: it "
          "frees a matrix that belongs to the caller, or resets the device.",
          failure.call, failure.error);
    }
    return fmt::format("{}\nThe GPU stopped the kernel ({}) and does not say where.",
                       text_of(kWhat, failure.fault), failure.error);
  }
};

}  // namespace

std::string sentence(const Finding& finding) {
  return std::visit(Words{finding}, finding.fact);
}

}  // namespace gemmlab
