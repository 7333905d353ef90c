#include "grader/oral/editable_code.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gemmlab {

std::size_t EditableCode::begin_of(int token) const {
  return std::size_t(tokens_.at(token).text.data() - source_.data());
}

std::size_t EditableCode::end_of(int token) const {
  return begin_of(token) + tokens_.at(token).text.size();
}

std::string EditableCode::text(simt::Span span) const {
  return source_.substr(begin_of(span.first), end_of(span.last) - begin_of(span.first));
}

std::string EditableCode::edited(const std::vector<Edit>& edits) const {
  std::string out;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    out += source_.substr(at, begin_of(edit.span.first) - at) + edit.now;
    at = end_of(edit.span.last);
  }
  return out + source_.substr(at);
}

bool EditableCode::is_in_kernel(int token) const {
  const simt::Function* const function = outline_.function_around(token);
  if (function == nullptr) {
    return false;
  }
  for (int i = function->first; i < function->body.first; ++i) {
    if (tokens_.at(i).is_any({"__global__", "__device__"})) {
      return true;
    }
  }
  return false;
}

bool EditableCode::is_extent(int token) const {
  constexpr auto kWords = std::to_array<std::string_view>({"int", "long", "short", "size_t"});
  const DeclaredName* const name = names_.meaning(token);
  return name != nullptr && name->kind == DeclaredName::Kind::parameter && !name->is_array() &&
         !name->type.ends_with('*') && std::ranges::any_of(kWords, [&](std::string_view word) {
           return name->type.find(word) != name->type.npos;
         });
}

}  // namespace gemmlab
