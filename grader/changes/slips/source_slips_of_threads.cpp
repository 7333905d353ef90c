// Slips in how a block's threads are counted.
#include "grader/changes/slips/source_slips.h"

namespace gemmlab {

using simt::Span;

// Whether an operand is threadIdx with that axis, or a variable that is only that.
bool SourceSlips::is_thread_index(int token, std::string_view axis) const {
  if (tokens_.at(token).is("threadIdx")) {
    return tokens_.at(token + 1).is(".") && tokens_.at(token + 2).is(axis);
  }
  const DeclaredName* const name = names_.meaning(token);
  const Span value = name == nullptr ? Span{0, -1} : outline_.declarator(name->at).value;
  return name != nullptr && value.last == value.first + 2 &&
         tokens_.at(value.first).is("threadIdx") && is_thread_index(value.first, axis);
}

// x * s + y, or y + x * s, of threadIdx.x and .y: neighbours of a warp are s apart.
std::optional<Tell> SourceSlips::counted_by_columns(int line) const {
  const simt::Function* const function = outline_.function_at(line);
  for (const DeclaredName& name : names_.all()) {
    const Span value = outline_.declarator(name.at).value;
    const bool is_number = name.kind == DeclaredName::Kind::local && function != nullptr &&
                           function->body.holds(name.at) && value.last > value.first;
    const std::vector<Span> terms = is_number ? terms_of(value) : std::vector<Span>();
    for (std::size_t i = 0; i < terms.size() && terms.size() == 2; ++i) {
      const Span product = terms[i], other = terms[1 - i];
      const auto last_of = [&](int first) {
        return tokens_.at(first).is("threadIdx") ? first + 2 : first;
      };
      const int end = last_of(product.first);
      if (is_thread_index(product.first, "x") && tokens_.at(end + 1).is("*") &&
          is_thread_index(other.first, "y") && last_of(other.first) == other.last) {
        const std::string x = text({product.first, end}), y = text(other);
        return Tell{TellKind::counted_by_columns, line_of(product.first), text(value),
                    y + " * blockDim.x + " + x};
      }
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab
