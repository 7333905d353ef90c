// Slips of host code that copies to the device and back.
#include <algorithm>

#include "grader/changes/index_range.h"
#include "grader/changes/slips/source_slips.h"

namespace gemmlab {

using simt::Span;

// The calls of cudaMemcpy in these tokens, each with its arguments.
std::vector<SourceSlips::Copy> SourceSlips::copies_in(Span body) const {
  std::vector<Copy> copies;
  for (int i = body.first; i <= body.last; ++i) {
    const bool is_copy = tokens_.at(i).is_any({"cudaMemcpy", "cudaMemcpyAsync"});
    const std::vector<Span> all = is_copy ? outline_.arguments(i + 1) : std::vector<Span>();
    if (all.size() >= 4) {
      copies.push_back({i, all[0], all[1], tokens_.at(all[3].first).text});
    }
  }
  return copies;
}

// Which pointer of the device belongs to a host's, by the copies between them.
std::string SourceSlips::device_pointer_for(const DeclaredName& host, Span body) const {
  for (const Copy& copy : copies_in(body)) {
    for (const auto& [own, other] :
         {std::pair(copy.target, copy.source), std::pair(copy.source, copy.target)}) {
      const DeclaredName* const beside = names_.meaning(other.first);
      if (own.first == own.last && names_.meaning(own.first) == &host && beside != nullptr &&
          other.first == other.last && beside->kind == DeclaredName::Kind::local) {
        return std::string(beside->name);
      }
    }
  }
  return "";
}

// kernel<<<..>>>(x) where x is a parameter of a host function that copies x to or from the device
std::optional<Tell> SourceSlips::host_pointer() const {
  for (const simt::Launch& launch : outline_.launches()) {
    const simt::Function* const function = outline_.function_around(launch.open);
    if (function == nullptr) {
      continue;
    }
    for (const Span& argument : outline_.arguments(launch.parenthesis)) {
      const DeclaredName* const name = names_.meaning(argument.first);
      const bool is_pointer = argument.first == argument.last && name != nullptr &&
                              name->kind == DeclaredName::Kind::parameter &&
                              name->type.ends_with('*');
      const std::string other = is_pointer ? device_pointer_for(*name, function->body) : "";
      if (!other.empty()) {
        return Tell{TellKind::host_pointer, line_of(argument.first), std::string(name->name),
                    other};
      }
    }
  }
  return std::nullopt;
}

// The last copy of that kind before the function's only launch, if none comes behind it; or, of
// those to the device, the first behind it.
std::optional<Tell> SourceSlips::copied_at_wrong_time(TellKind kind) const {
  const bool is_back = kind == TellKind::copied_before;
  if (outline_.launches().size() != 1) {
    return std::nullopt;
  }
  const simt::Launch& launch = outline_.launches().front();
  const simt::Function* const function = outline_.function_around(launch.open);
  std::optional<Tell> found;
  for (const Copy& copy : function ? copies_in(function->body) : std::vector<Copy>()) {
    if (copy.kind != (is_back ? "cudaMemcpyDeviceToHost" : "cudaMemcpyHostToDevice")) {
      continue;
    }
    if ((copy.call < launch.open) != is_back) {
      return std::nullopt;  // one at the right time
    }
    found = Tell{kind, line_of(copy.call), text(is_back ? copy.source : copy.target),
                 std::to_string(line_of(launch.open))};
  }
  return found;
}

std::optional<Tell> SourceSlips::copied_before() const {
  return copied_at_wrong_time(TellKind::copied_before);
}

std::optional<Tell> SourceSlips::copied_after() const {
  return copied_at_wrong_time(TellKind::copied_after);
}

}  // namespace gemmlab
