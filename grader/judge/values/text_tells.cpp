#include "grader/judge/values/text_tells.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <variant>
#include <vector>

#include "grader/changes/source_accesses.h"
#include "grader/changes/source_lines.h"
#include "grader/judge/values/index_tells.h"

namespace gemmlab {
namespace {

using Barrier = SourceAccesses::Barrier;

// The file's text, read once for all questions about a failure.
struct Source {
  explicit Source(const std::string& text) : lines(text), accesses(text) {}

  const SourceLines lines;
  const SourceAccesses accesses;
};

bool is_of_barrier(const Race& race) {
  return race.access != Access::update && (race.cause == RaceCause::missing_barrier ||
                                           race.cause == RaceCause::missing_warp_barrier);
}

// Between a store and a read in the text, and which of them ran: one that did not is why, else a
// read of the next phase's store is meant.
void tell_of_barriers(const Finding& finding, Race& race, const RunCounts& counts,
                      const Source& source) {
  const SourceLines& lines = source.lines;
  const auto [here, there] = lines.in_one_function(finding.at.line, finding.other->line);
  const bool reads_here = race.access == Access::read;
  const int read = reads_here ? here : there, write = reads_here ? there : here;
  const std::vector<int> loop_ends = lines.end_of_loop(here, there);
  const std::vector<int> loops = lines.loops_around(write);
  const int loop_end = loop_ends.empty() ? 0 : loop_ends.front();
  const int loop_begin = loops.empty() ? 0 : *std::ranges::min_element(loops);
  const bool tells = !counts.lines.empty();  // of the simulator
  const auto has_run = [&](const Barrier& each) {
    return each.is_called && (!tells || std::ranges::count(counts.barrier_lines, each.line) > 0);
  };
  const Barrier* idle = nullptr;
  bool runs_between = false, runs_after = false;
  const std::vector<Barrier> all = source.accesses.barriers(here);
  for (const Barrier& each : all) {
    const bool is_between = write <= each.line && each.line <= read;
    const bool is_in_loop = loop_begin <= each.line && each.line <= loop_end;
    runs_between |= is_between && has_run(each);
    runs_after |= !is_between && is_in_loop && !each.is_in_if && has_run(each);
    if (is_between && (!has_run(each) || each.is_in_if) && (idle == nullptr || !each.is_called)) {
      idle = &each;
    }
  }
  if (idle != nullptr && (!runs_between || runs_after)) {
    race.idle = idle->is_called ? Idle::not_reached : Idle::uncalled;
    race.idle_line = idle->line;
  } else if (runs_between && loop_end > 0) {
    race.cause = RaceCause::missing_barrier_after_reads;
    const auto last = std::ranges::find_if(all, [&](const Barrier& each) {
      return read <= each.line && each.line <= loop_end && !has_run(each);
    });
    if (last != all.end()) {
      race.idle = last->is_called ? Idle::not_reached : Idle::uncalled;
      race.idle_line = last->line;
    }
  }
}

// Pointers of other names that reach one element of dynamic shared memory, or two names for all.
bool have_one_memory(const Race& race, int line, int other, const SourceLines& lines) {
  const auto here = lines.stored_on(line), there = lines.stored_on(other);
  const bool are_others =
      !here.empty() && !there.empty() &&
      std::ranges::none_of(here, [&](std::string_view each) { return there.contains(each); });
  return !lines.same_memory(line).empty() ||
         (are_others && std::holds_alternative<DynamicSharedPlace>(race.at));
}

bool is_of_two_names(const Finding& finding, const Race& race, const SourceLines& lines) {
  const bool is_shared = std::holds_alternative<DynamicSharedPlace>(race.at) ||
                         std::holds_alternative<VariablePlace>(race.at);
  const bool may_be =
      is_of_barrier(race) || (race.access != Access::update && race.cause == RaceCause::same_place);
  return may_be && is_shared && finding.at.line != finding.other->line &&
         have_one_memory(race, finding.at.line, finding.other->line, lines);
}

// The shared array that the line stores to, if that store was in another one; else empty.
std::string left_array(const Finding& finding, const Race& race, const SourceLines& lines) {
  const auto* const at = std::get_if<VariablePlace>(&race.at);
  const std::set<std::string_view> names = lines.stored_on(finding.at.line);
  if (at == nullptr || race.access != Access::write || names.size() != 1) {
    return "";
  }
  const std::vector<int> shared = lines.lines_containing({"__shared__"});
  const std::vector<int> declared = lines.declaration_of(*names.begin());
  const bool is_shared_array = !declared.empty() &&
                               std::ranges::count(shared, declared.front()) > 0 &&
                               lines.lines_containing({"extern"}, finding.at.line).empty();
  return is_shared_array && *names.begin() != at->variable ? std::string(*names.begin()) : "";
}

// A full tile or block needs no condition: an extent that it divides is not missed.
std::string missed(const std::string& untested, const DeviceBuffer& matrix) {
  constexpr int kUsual = 16;
  std::string missed;
  for (const char extent : untested) {
    const bool is_of_rows = extent == 'm' || (extent == 'k' && matrix.matrix == "b");
    if ((is_of_rows ? matrix.rows : matrix.cols) % kUsual != 0) {
      missed += extent;
    }
  }
  return missed;
}

// Whether a guard cannot help: the very first thread's only element is outside.
bool is_beside_guards(const BadAccess& bad, int line, const SourceLines& lines) {
  const auto is_first = [](const Coordinates& at) {
    return std::ranges::all_of(at, [](unsigned each) { return each == 0; });
  };
  return is_first(bad.who.thread) && is_first(bad.who.block) && lines.is_only_store(line);
}

void tell_of_matrix(BadAccess& bad, int line, const SourceLines& lines) {
  const auto* const place = std::get_if<BufferPlace>(&bad.at);
  if (place == nullptr || place->buffer.ordinal != 0 || place->buffer.matrix.size() != 1) {
    return;
  }
  if (bad.flaw == Flaw::outside_buffer && place->offset >= 0 && line > 0 &&
      !is_beside_guards(bad, line, lines)) {
    bad.untested = missed(lines.untested(line, place->buffer.matrix[0]), place->buffer);
  } else if (bad.flaw == Flaw::device_memory_in_host_code && !lines.launches_anything()) {
    bad.flaw = Flaw::computed_on_host;
  }
}

// What nothing sets among the host's pointers; "&d_a": cudaMalloc would, if it got that. Empty:
// nothing.
std::string unset_pointers(const SourceAccesses& accesses) {
  std::string names;
  for (const SourceAccesses::Pointer& each : accesses.unset_pointers()) {
    if (each.is_given_by_value) {
      return '&' + each.name;
    }
    names += (names.empty() ? "" : " and ") + each.name;
  }
  return names;
}

void name_pointer(Target& target, const SourceAccesses& accesses) {
  auto* const place = std::get_if<BufferPlace>(&target);
  if (place != nullptr) {
    place->buffer.pointer = accesses.allocated_at(place->buffer.line);
  }
}

void tell(Finding& finding, const RunCounts& counts, const Source& source) {
  if (auto* const race = get_if<Race>(&finding.fact)) {
    if (const std::string array = left_array(finding, *race, source.lines); !array.empty()) {
      race->cause = RaceCause::left_array;
      race->stored = array;
    } else if (finding.other && is_of_two_names(finding, *race, source.lines)) {
      race->cause = RaceCause::same_memory;
    } else if (race->cause == RaceCause::one_place || race->cause == RaceCause::same_place) {
      tell_of_store(finding, *race, source.accesses);
    } else if (finding.other && is_of_barrier(*race) &&
               is_done_by_all(finding, *race, source.accesses)) {
      race->cause = RaceCause::one_place;
      tell_of_store(finding, *race, source.accesses);
    } else if (finding.other && is_of_barrier(*race)) {
      tell_of_barriers(finding, *race, counts, source);
      tell_of_index(finding, *race, source.lines);
    }
  } else if (auto* const bad = get_if<BadAccess>(&finding.fact)) {
    tell_of_matrix(*bad, finding.at.line, source.lines);
    tell_of_narrow(*bad, finding.at.line, source.lines);
    const bool is_pointer = bad->flaw == Flaw::null_pointer || bad->flaw == Flaw::wild_pointer ||
                            bad->flaw == Flaw::not_allocated ||
                            bad->flaw == Flaw::host_memory_in_kernel;
    bad->pointer = is_pointer ? unset_pointers(source.accesses) : "";
    bad->by_reference =
        bad->flaw == Flaw::host_memory_in_kernel && source.lines.takes_reference(finding.at.line);
    name_pointer(bad->at, source.accesses);
  } else if (auto* const left = get_if<LeftBeforeBarrier>(&finding.fact)) {
    const std::vector<int> breaks = source.lines.breaks_around(finding.at.line);
    left->break_line = breaks.empty() ? 0 : breaks.front();
  } else if (auto* const crash = get_if<HostCrash>(&finding.fact)) {
    crash->pointer =
        crash->fault == HostFault::memory ? unset_pointers(source.accesses) : std::string();
  } else if (auto* const beside = get_if<BesideMatrix>(&finding.fact)) {
    beside->by_copy = source.lines.calls_copy(finding.at.line);
  } else if (auto* const read = get_if<UnwrittenRead>(&finding.fact)) {
    const auto* const place = std::get_if<BufferPlace>(&read->at);
    if (place != nullptr && is_result(place->buffer.matrix)) {
      read->factor = source.accesses.factor_of_old(finding.at.line);
    }
    name_pointer(read->at, source.accesses);
  }
}

void tell(ApiError& error, const SourceAccesses& accesses) {
  auto* const bad = get_if<BadPointer>(&error.cause);
  const auto* const misused = get_if<Misused>(&error.cause);
  const bool is_pointer =
      (bad != nullptr && bad->why != BadArgument::too_small && bad->why != BadArgument::freed) ||
      holds_alternative<WrongDirection>(error.cause) ||
      (misused != nullptr &&
       (misused->what == Misuse::not_device_memory || misused->what == Misuse::not_of_cuda_malloc));
  error.pointer = is_pointer ? unset_pointers(accesses) : "";
  if (bad != nullptr && bad->buffer) {
    bad->buffer->pointer = accesses.allocated_at(bad->buffer->line);
  }
}

// What a finding tells its failed call does not tell again.
void say_once(Failure& failure) {
  auto* const finding = get_if<Finding>(&failure.fact);
  auto* const bad = finding != nullptr ? get_if<BadAccess>(&finding->fact) : nullptr;
  if (bad == nullptr) {
    return;
  }
  if (!bad->pointer.empty()) {
    failure.failed_call->pointer = "";
  }
  auto* const argument = get_if<BadPointer>(&failure.failed_call->cause);
  const auto* const place = std::get_if<BufferPlace>(&bad->at);
  if (argument != nullptr && argument->buffer && place != nullptr) {
    argument->buffer->is_in_elements &= argument->buffer->line != place->buffer.line;
  }
}

}  // namespace

void tell_by_text(Failure& failure, const RunCounts& counts, const std::string& text) {
  auto* const finding = get_if<Finding>(&failure.fact);
  auto* const error = get_if<ApiError>(&failure.fact);
  if (finding == nullptr && error == nullptr && !failure.failed_call) {
    return;
  }
  const Source source(text);
  if (finding != nullptr) {
    tell(*finding, counts, source);
  } else if (error != nullptr) {
    tell(*error, source.accesses);
  }
  if (failure.failed_call) {
    tell(*failure.failed_call, source.accesses);
    say_once(failure);
  }
}

std::vector<SourceAccesses::GuardedStore> guards_of_unwritten(const Failure& failure,
                                                              const std::string& text) {
  const auto& read = get<UnwrittenRead>(get<Finding>(failure.fact).fact);
  const auto* const at = std::get_if<VariablePlace>(&read.at);
  const SourceAccesses accesses(text);
  std::vector<SourceAccesses::GuardedStore> stores;
  if (at != nullptr) {
    stores = accesses.guarded_stores(at->variable);
  }
  if (stores.empty()) {  // by a pointer's name
    stores = accesses.guarded_stores("");
    std::erase_if(stores, [&](const SourceAccesses::GuardedStore& each) {
      return std::ranges::none_of(failure.counts.lines, [&](const LineMetrics& line) {
        return line.line == each.line && line.shared_store.requests > 0;
      });
    });
  }
  return stores;
}

void tell_of_edges(Failure& failure, const std::string& text, bool is_right_inside,
                   bool has_edges) {
  auto* const finding = get_if<Finding>(&failure.fact);
  auto* const read = finding ? get_if<UnwrittenRead>(&finding->fact) : nullptr;
  if (read == nullptr || std::holds_alternative<BufferPlace>(read->at)) {
    return;
  }
  read->is_only_at_edges = is_right_inside;
  const auto guards = guards_of_unwritten(failure, text);
  read->guard_line = has_edges && !guards.empty() ? guards.front().guard : 0;
}

}  // namespace gemmlab
