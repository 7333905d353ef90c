#include "grader/changes/change_spread.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/simt/translate/lexer.h"
#include "grader/changes/names_in_scope.h"

namespace gemmlab {
namespace {

using simt::TokenKind;
using simt::Tokens;
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

// first * second + term, each of them one name or number, in whichever order.
struct Index {
  Span whole, first, second, term;
};

// A name, a number, or threadIdx.x and such, at a token.
std::optional<Span> single_at(const Tokens& tokens, int i) {
  const TokenKind kind = tokens.at(i).kind;
  const bool is_single = kind == TokenKind::identifier || kind == TokenKind::number;
  return is_axis(tokens, i) ? std::optional(Span{i, i + 2})
         : is_single        ? std::optional(Span{i, i})
                            : std::nullopt;
}

// That begins at a token; what it stands in must end with it.
std::optional<Index> index_from(const ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const auto one = single_at(tokens, i);
  const auto two = one ? single_at(tokens, one->last + 2) : std::nullopt;
  const auto three = two ? single_at(tokens, two->last + 2) : std::nullopt;
  if (!three) {
    return std::nullopt;
  }
  const Span whole{one->first, three->last}, around = writer.expression_around(i);
  const auto is_sign = [&](const Span& behind, std::string_view sign) {
    return tokens.at(behind.last + 1).is(sign);
  };
  if (around.first != whole.first || around.last != whole.last) {
    return std::nullopt;
  }
  return is_sign(*one, "*") && is_sign(*two, "+") ? std::optional(Index{whole, *one, *two, *three})
         : is_sign(*one, "+") && is_sign(*two, "*")
             ? std::optional(Index{whole, *two, *three, *one})
             : std::nullopt;
}

// "threadIdx.x", also of a variable that is only that; else what stands there.
std::string meaning_of(const ChangeWriter& writer, Span single) {
  const DeclaredName* const name = writer.names().meaning(single.first);
  if (name == nullptr || single.first != single.last) {
    return writer.text(single);
  }
  const Span value = writer.outline().declarator(name->at).value;
  const bool is_known = value.last == value.first + 2 && is_axis(writer.tokens(), value.first);
  return writer.text(is_known ? value : single);
}

// blockIdx.x + blockDim.x * threadIdx.x as blockIdx.x * blockDim.x + threadIdx.x
void exchange_roles(ChangeWriter& writer, const Index& index) {
  const std::string block = meaning_of(writer, index.term);
  for (const auto& [thread, extent] :
       {std::pair(index.first, index.second), std::pair(index.second, index.first)}) {
    const std::string own = meaning_of(writer, thread);
    const bool is_same_axis = !own.empty() && !block.empty() && own.back() == block.back();
    if (block.starts_with("blockIdx.") && own.starts_with("threadIdx.") && is_same_axis &&
        !meaning_of(writer, extent).starts_with("gridDim.")) {
      writer.offer(index.whole,
                   fmt::format("{} * {} + {}", writer.text(index.term), writer.text(extent),
                               writer.text(thread)),
                   ChangeKind::roles);
    }
  }
}

// x += blockDim.x as x += gridDim.x * blockDim.x: all threads, in place of those of a block.
void step_over_all_threads(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  if (tokens.at(i).is("blockDim") && is_axis(tokens, i) && tokens.at(i - 1).is("=") &&
      tokens.at(i - 2).is("+") && tokens.at(i + 3).is_any({")", ";"})) {
    const std::string axis = writer.text({i + 1, i + 2});
    writer.replace_tokens(writer.around(i), {{i, fmt::format("gridDim{0} * blockDim{0}", axis)}});
  }
}

}  // namespace

void change_spread(ChangeWriter& writer) {
  writer.at_each([&](int i) {
    if (const auto index = index_from(writer, i)) {
      exchange_roles(writer, *index);
    }
    step_over_all_threads(writer, i);
  });
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
