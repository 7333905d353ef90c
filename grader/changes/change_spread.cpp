#include "grader/changes/change_spread.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "common/simt/translate/lexer.h"
#include "grader/changes/names_in_scope.h"

namespace gemmlab {
namespace {

using Name = DeclaredName::Kind;

// x * c + y as x + y * d, and the reverse: outputs that are apart, or next to each other.
void spread(ChangeWriter& writer, int i) {
  const simt::Tokens& tokens = writer.tokens();
  const bool is_factor_first = tokens.at(i + 1).is("*") && tokens.at(i + 3).is("+");
  // Not of x + y * c + z, where y * c + z is meant
  const bool is_factor_last =
      tokens.at(i + 1).is("+") && tokens.at(i + 3).is("*") && !tokens.at(i + 5).is("+");
  const DeclaredName* const factor = writer.names().meaning(is_factor_first ? i + 2 : i + 4);
  if (!(is_factor_first || is_factor_last) || factor == nullptr || factor->kind != Name::constant ||
      tokens.at(i - 1).is_any({"*", "/"})) {
    return;
  }
  const std::string x = writer.text({i, i}), y = writer.text({i + 2, i + 2});
  const std::string last = writer.text({i + 4, i + 4});
  const Span whole{i, i + 4};
  for (const DeclaredName* other : writer.names().numbers(Name::constant, i)) {
    const std::string now = is_factor_first ? fmt::format("{} + {} * {}", x, last, other->name)
                                            : fmt::format("{} * {} + {}", x, other->name, y);
    writer.offer(whole, now);
  }
}

// A thread's number in its row of a block, as that in all rows, in its block, or in all blocks.
void thread_number(ChangeWriter& writer, int i) {
  const simt::Tokens& tokens = writer.tokens();
  const DeclaredName* const name = writer.names().declared_at(i);
  const Span value = writer.outline().declarator(i).value;
  if (name == nullptr || name->type != "int" || value.last < value.first ||
      !writer.is_open(value.first) || writer.is_in_for(i)) {
    return;
  }
  // By the names that the kernel gives them
  const auto is_direct = [&](Span of, std::string_view axis) {
    return of.last == of.first + 2 && tokens.at(of.first).is("threadIdx") &&
           tokens.at(of.last).is(axis);
  };
  const DeclaredName* const other = writer.names().meaning(value.first);
  const bool is_named = value.first == value.last && other != nullptr &&
                        is_direct(writer.outline().declarator(other->at).value, "x");
  for (const std::string_view axis : {"x", "y"}) {
    if (is_direct(value, axis)) {
      writer.offer(value, fmt::format("blockIdx.{0} * blockDim.{0} + threadIdx.{0}", axis));
    }
  }
  if (!is_named && !is_direct(value, "x")) {
    return;
  }
  std::string y = "threadIdx.y";
  for (const DeclaredName* each : writer.names().numbers(Name::local, i)) {
    y = is_direct(writer.outline().declarator(each->at).value, "y") ? std::string(each->name) : y;
  }
  writer.offer(value, fmt::format("{} * blockDim.x + {}", y, writer.text(value)));
  if (is_named) {  // that one has a name already, so another number is meant
    writer.mark_as(Likeness::like_others);
  }
}

}  // namespace

void change_spread(ChangeWriter& writer) {
  writer.at_each([&](int i) {
    const DeclaredName* const name = writer.names().meaning(i);
    if (writer.names().declared_at(i) != nullptr) {
      thread_number(writer, i);
    } else if (name != nullptr && name->type == "int" && name->kind == Name::local &&
               !writer.is_in_for(i)) {
      spread(writer, i);
    }
  });
}

}  // namespace gemmlab
