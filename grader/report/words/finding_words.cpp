// What a run showed: findings, failed CUDA calls, and stopped runs.
#include "grader/report/words/finding_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/facts/counts.h"
#include "common/facts/json.h"
#include "common/facts/names.h"
#include "common/facts/place.h"
#include "common/facts/run_report.h"
#include "grader/report/words/count.h"
#include "grader/report/words/race_words.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

using fmt::arg;

// "reads", "writes", "updates".
std::string verb(Access access) {
  return std::string(name(access)) + "s";
}

// That a size counts elements instead of bytes, where the buffer was allocated; or nothing.
std::string size_in_elements(const DeviceBuffer& buffer) {
  const std::string pointer = buffer.pointer.empty() ? "it" : buffer.pointer;
  return buffer.is_in_elements && buffer.ordinal > 0
             ? " " + filled("size_in_elements", "-", arg("line", buffer.line),
                            arg("pointer", pointer), arg("bytes", buffer.bytes))
             : "";
}

std::string never_set(const std::string& pointer) {
  const char* const row = pointer.starts_with('&')                 ? "by_value"
                          : pointer.find(' ') == std::string::npos ? "-"
                                                                   : "several";
  return pointer.empty()
             ? ""
             : " " + filled("pointer_never_set", row, arg("pointer", quotable(pointer)));
}

// Why memory was only partly filled: by a guard, too few threads, or a copy that counts elements
// instead of bytes.
std::string filled_part(const UnwrittenRead& read) {
  if (read.is_only_at_edges) {
    return text_of("filled_part", "at_edges");
  }
  if (read.guard_line > 0) {
    return filled("filled_part", "guarded", arg("line", read.guard_line));
  }
  const auto* variable = std::get_if<VariablePlace>(&read.at);
  const std::uint64_t elements = variable != nullptr ? variable->bytes / 4 : 0;
  const unsigned with_padding = read.threads + read.threads / 8;
  if (elements > with_padding && read.threads > 0) {
    return filled("filled_part", "too_few_threads", arg("variable", variable->variable),
                  arg("elements", elements), arg("threads", read.threads));
  }
  const auto* place = std::get_if<BufferPlace>(&read.at);
  if (place == nullptr) {
    return "";
  }
  const DeviceBuffer& buffer = place->buffer;
  const bool in_elements = read.filled > 0 && read.filled / 4 == (buffer.bytes / 4 + 3) / 4;
  if (in_elements) {
    return filled("filled_part", "in_elements", arg("bytes", buffer.bytes),
                  arg("filled", buffer.bytes / 4),
                  arg("pointer", !buffer.pointer.empty() ? quotable(buffer.pointer)
                                 : buffer.ordinal == 0   ? buffer.matrix
                                                         : "it"));
  }
  if (is_result(buffer.matrix)) {
    return filled("filled_part", read.factor.empty() ? "added_to" : "multiplied",
                  arg("factor", quotable(read.factor)),
                  arg("result", buffer.matrix == "c" ? "C" : buffer.matrix));
  }
  return read.filled > 0
             ? filled("filled_part", "-", arg("bytes", buffer.bytes), arg("filled", read.filled))
             : "";
}

// `index`: 0 if it is not known.
std::string words_of_wrap(Wrap wrap, std::int64_t index) {
  constexpr std::int64_t kWhole = std::int64_t{1} << 32;
  if (wrap == Wrap::none) {
    return "";
  }
  const auto as_int = static_cast<std::int32_t>(static_cast<std::uint32_t>(index));
  return " " + filled("wrap", name(wrap),
                      arg("to", index > 0 ? fmt::format(", to {}", index - kWhole) : ""),
                      arg("as_int", index > 0 ? fmt::format(": {} as {}", index, as_int) : ""));
}

// "m or n", "row < m and col < n".
std::pair<std::string, std::string> words_of_untested(const BadAccess& bad) {
  std::vector<std::string> extents, needed;
  for (const char extent : bad.untested) {
    const char* const index = extent == 'm' ? "row" : extent == 'n' ? "col" : "p";
    extents.emplace_back(1, extent);
    needed.push_back(fmt::format("{} < {}", index, extent));
  }
  return {fmt::format("{}", fmt::join(extents, " or ")),
          fmt::format("{}", fmt::join(needed, " and "))};
}

// "256 elements"; in bytes if an access may be of several at once, or if there is no element.
std::string words_of_extent(const VariablePlace& place, unsigned bytes) {
  constexpr unsigned kElement = 4;
  const bool are_elements = bytes <= kElement && place.offset == 0 &&
                            place.element.ends_with(']') && place.bytes % bytes == 0;
  return are_elements ? counted(place.bytes / bytes, "element") : counted(place.bytes, "byte");
}

struct FindingWords {
  const Finding& finding;

  // " at line 12", if that is a different one.
  std::string other_line() const {
    const Place there = finding.other.value_or(Place{});
    const bool is_here = there.line == finding.at.line && there.file == finding.at.file;
    return !there.is_known() || is_here ? "" : fmt::format(" at line {}", there.line);
  }

  template <typename Each>
  std::string operator()(const Each& fact) const {
    return said(fact);
  }

  std::string operator()(const BadAccess& bad) const {
    const auto* buffer = std::get_if<BufferPlace>(&bad.at);
    const auto* variable = std::get_if<VariablePlace>(&bad.at);
    const auto* shared = std::get_if<DynamicSharedPlace>(&bad.at);
    const bool has_none = bad.flaw == Flaw::outside_dynamic_shared && shared && shared->bytes == 0;
    const auto [extents, needed] = words_of_untested(bad);
    const std::string more =
        words_of_wrap(bad.wrap, buffer ? buffer->offset / bad.bytes : 0) +
        (bad.narrow.empty()
             ? ""
             : ' ' + filled("narrow", "-", arg("index", quotable(bad.narrow)),
                            arg("type", bad.narrow_type), arg("most", bad.narrow_most))) +
        (buffer ? size_in_elements(buffer->buffer) : "") + never_set(bad.pointer);
    return said_in(has_none               ? "no_dynamic_shared"
                   : bad.by_reference     ? "by_reference"
                   : bad.untested.empty() ? name(bad.flaw)
                                          : "untested",
                   bad, arg("extents", extents), arg("needed", needed),
                   arg("letter", buffer ? capitalised(buffer->buffer.matrix) : ""),
                   arg("done", bad.access == Access::read ? "read" : "written"),
                   arg("who", bad.who.thread.empty() ? "this call" : words_of(bad.who)),
                   arg("does", verb(bad.access)),
                   arg("miss", buffer ? words_of_miss(*buffer, bad.bytes) : words_of(bad.at)),
                   arg("buffer", buffer ? words_of(buffer->buffer) : words_of(bad.at)),
                   arg("variable", variable ? variable->variable : ""),
                   arg("extent", variable ? words_of_extent(*variable, bad.bytes) : ""),
                   arg("offset", variable ? variable->offset
                                 : shared ? std::int64_t(shared->offset)
                                          : 0),
                   arg("size", variable ? variable->bytes
                               : shared ? shared->bytes
                                        : 0)) +
           more;
  }

  std::string operator()(const LeftBeforeBarrier& left) const {
    return said_in(left.break_line > 0 ? "loop" : "-", left);
  }

  std::string operator()(const Race& race) const {
    const std::string cure = cure_of(race);
    const char* const too = race.same_value ? " too, with the same value"
                            : race.access == Access::write && race.other_wrote ? " too"
                                                                               : "";
    const std::string other_does = fmt::format("{}{}", race.other_wrote ? "write" : "read",
                                               race.other.thread.empty() ? "" : "s");
    return said_in(row_of(race), race, arg("does", verb(race.access)),
                   arg("other_does", other_does), arg("too", too), arg("other_line", other_line()),
                   arg("line", finding.other.value_or(Place{}).line), arg("cure", cure),
                   arg("idle_too", race.idle == Idle::none ? "" : " " + cure));
  }

  std::string operator()(const BarriersApart& apart) const {
    const bool told_apart = !other_line().empty() && finding.at.is_known();
    const auto line = [&](const Place& at) {
      return told_apart ? fmt::format(" (line {})", at.line) : "";
    };
    return said(apart, arg("line", line(finding.at)),
                arg("other_line", line(finding.other.value_or(Place{}))));
  }

  std::string operator()(const UnwrittenRead& read) const {
    const std::string part = filled_part(read);
    return said(read, arg("filled_part", part.empty() ? "" : " " + part),
                arg("where", std::holds_alternative<BufferPlace>(read.at) ? "" : " in this block"));
  }

  std::string operator()(const FragmentFault& fault) const {
    return said_in(name(fault.flaw), fault,
                   arg("cure", text_of("fragment_set", fault.operand == "C" ? "sums" : "-")));
  }

  std::string operator()(const HostCrash& crash) const {
    return said(crash) + never_set(crash.pointer);
  }

  std::string operator()(const BesideMatrix& beside) const {
    return said_in(beside.by_copy ? "by_copy" : "-", beside);
  }

  std::string operator()(const StrayStores& strays) const {
    return said(strays, arg("m", strays.matrix == "b" ? "k" : "m"),
                arg("n", strays.matrix == "a" ? "k" : "n"));
  }
};

// What was wrong, after CUDA's own words; empty: nothing more is known.
struct ApiWords {
  const LaunchShape launch;

  static std::string triple(const std::array<unsigned, 3>& extents) {
    return fmt::format("({})", fmt::join(extents, ", "));
  }

  template <typename Each>
  std::string operator()(const Each& cause) const {
    return said(cause, arg("grid", triple(launch.grid)), arg("block", triple(launch.block)));
  }
  std::string operator()(const Unexplained&) const { return ""; }
  std::string operator()(const BeyondLimit& beyond) const {
    constexpr std::int64_t kNoGrid = std::int64_t{1} << 26;  // blocks that nobody asks for
    const bool is_of_grid = beyond.limit <= LaunchLimit::grid_z;
    return said(beyond, arg("block", triple(launch.block)),
                arg("wrapped", is_of_grid && beyond.value > kNoGrid ? text_of("wrapped") : ""));
  }
  std::string operator()(const BadPointer& bad) const {
    return said(bad, arg("of_buffer", bad.buffer ? ", " + words_of(*bad.buffer) : ""));
  }
  std::string operator()(const WrongDirection& wrong) const {
    const auto side = [](bool device) { return device ? "device" : "host"; };
    return said(wrong, arg("target", side(wrong.to_device)),
                arg("source", side(wrong.from_device)));
  }
};

std::string words_of_call(const ApiError& error) {
  if (!error.launch) {
    return error.call;
  }
  const auto extents = [](const auto& each) { return fmt::format("{}", fmt::join(each, " x ")); };
  return error.launch->kernel.empty()
             ? fmt::format("launch with a grid of {} and blocks of {} threads",
                           extents(error.launch->grid), extents(error.launch->block))
             : "launch of " + error.launch->kernel;
}

}  // namespace

Finding without_guesses(Finding finding, bool has_tell, bool has_cause) {
  auto* const read = get_if<UnwrittenRead>(&finding.fact);
  auto* const bad = get_if<BadAccess>(&finding.fact);
  if (read != nullptr && has_tell) {
    read->is_only_at_edges = false;
    read->guard_line = 0;
    read->threads = 0;
  } else if (bad != nullptr && (has_tell || has_cause)) {
    bad->untested = "";
  }
  return finding;
}

std::string sentence(const Finding& finding) {
  return visit(FindingWords{finding}, finding.fact);
}

std::string sentence(const ApiError& error) {
  const auto cause = visit(ApiWords{error.launch.value_or(LaunchShape{})}, error.cause);
  const std::string call = words_of_call(error);
  const std::string what =
      fmt::format("{}{}{} ({}).", error.text, cause.empty() ? "" : ": ", cause, error.error);
  const char* const row = !error.launch                             ? "-"
                          : error.error == "cudaErrorLaunchFailure" ? "stopped"
                                                                    : "refused";
  const auto* const bad = get_if<BadPointer>(&error.cause);
  return filled("failed_call", row, arg("call", call), arg("what", what)) +
         (bad != nullptr && bad->buffer ? size_in_elements(*bad->buffer) : "") +
         never_set(error.pointer);
}

}  // namespace gemmlab
