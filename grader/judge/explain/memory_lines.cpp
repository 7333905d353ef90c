#include "grader/judge/explain/memory_lines.h"

#include "grader/changes/source_accesses.h"
#include "grader/judge/values/text_tells.h"

namespace gemmlab {
namespace {

using Lines = std::vector<int>;

// The fact of a finding of that type; null: the failure is another.
template <typename Wanted>
const Wanted* found(const Failure& failure) {
  const auto* const finding = get_if<Finding>(&failure.fact);
  return finding != nullptr ? get_if<Wanted>(&finding->fact) : nullptr;
}

const DeviceBuffer* buffer_of(const Failure& failure) {
  if (const auto* const error = get_if<ApiError>(&failure.fact)) {
    const auto* const pointer = get_if<BadPointer>(&error->cause);
    return pointer != nullptr && pointer->buffer ? &*pointer->buffer : nullptr;
  }
  const auto* const bad = found<BadAccess>(failure);
  const auto* const unwritten = found<UnwrittenRead>(failure);
  const Target* const target = bad ? &bad->at : unwritten ? &unwritten->at : nullptr;
  const auto* const place = target != nullptr ? std::get_if<BufferPlace>(target) : nullptr;
  return place != nullptr ? &place->buffer : nullptr;
}

}  // namespace

Lines idle_barrier(const Failure& failure) {
  const int line = found<Race>(failure)->idle_line;
  return line > 0 ? Lines{line} : Lines();
}

Lines guarded_tile_stores(const Failure& failure, const std::string& text) {
  const auto& read = *found<UnwrittenRead>(failure);
  Lines lines;
  for (const SourceAccesses::GuardedStore& each : guards_of_unwritten(failure, text)) {
    if (read.is_only_at_edges || read.guard_line > 0) {
      lines.insert(lines.end(), {each.line, each.guard});
    }
  }
  return lines;
}

Lines sizes_in_elements(const Failure& failure, const std::string& text) {
  const DeviceBuffer* const buffer = buffer_of(failure);
  if (buffer == nullptr || buffer->ordinal == 0) {
    return {};
  }
  if (buffer->is_in_elements && buffer->line > 0) {
    return {buffer->line};
  }
  return found<UnwrittenRead>(failure) != nullptr && !buffer->pointer.empty()
             ? SourceAccesses(text).sizes_without_sizeof(buffer->pointer)
             : Lines();
}

Lines unset_pointers(const Failure& failure, const std::string& text) {
  const auto* const error = get_if<ApiError>(&failure.fact);
  const auto* const bad = found<BadAccess>(failure);
  const auto* const crash = found<HostCrash>(failure);
  const bool is_meant = (crash != nullptr && !crash->pointer.empty()) ||
                        (error != nullptr && !error->pointer.empty()) ||
                        (bad != nullptr && !bad->pointer.empty()) ||
                        (failure.failed_call && !failure.failed_call->pointer.empty());
  Lines lines;
  if (is_meant) {
    for (const SourceAccesses::Pointer& each : SourceAccesses(text).unset_pointers()) {
      lines.push_back(each.line);
    }
  }
  return lines;
}

}  // namespace gemmlab
