// What an index may lack: another variable, or a factor.
#include <fmt/format.h>

#include "grader/changes/change_writer.h"

namespace gemmlab {
namespace {

using Name = DeclaredName::Kind;

bool is_in_index(const ChangeWriter& writer, int i) {
  const NamesInScope& names = writer.names();
  for (int at = names.bracket_around(i); at >= 0; at = names.bracket_around(at)) {
    if (!writer.tokens().at(at).is("(")) {
      return writer.tokens().at(at).is("[");
    }
  }
  return false;
}

void put_multiples(ChangeWriter& writer, int i, const std::string& what, Name factors) {
  for (const DeclaredName* factor : writer.names().numbers(factors, i)) {
    writer.put(writer.around(i), {{i, fmt::format("({} * {})", what, factor->name)}});
  }
}

// x as x + y; of loops' variables also multiples.
void add_terms(ChangeWriter& writer, int i, const DeclaredName& name) {
  const std::string own(name.name);
  if (writer.is_in_for(name.at)) {
    put_multiples(writer, i, own, Name::constant);
  }
  if (!is_in_index(writer, i)) {
    return;
  }
  for (const DeclaredName* other : writer.names().numbers(Name::local, i)) {
    const std::string sum = fmt::format("{} + {}", own, other->name);
    if (other != &name) {
      writer.put(writer.around(i), {{i, "(" + sum + ")"}});
    }
    if (other != &name && writer.is_in_for(other->at)) {
      put_multiples(writer, i, sum, Name::constant);
    }
  }
}

// x * c + y as x + y * d, and the reverse: outputs that are apart, or next to each other.
void spread(ChangeWriter& writer, int i) {
  const simt::Tokens& is = writer.tokens();
  const bool is_factor_first = is.at(i + 1).is("*") && is.at(i + 3).is("+");
  const bool is_factor_last = is.at(i + 1).is("+") && is.at(i + 3).is("*");
  const DeclaredName* const factor = writer.names().meaning(is_factor_first ? i + 2 : i + 4);
  if (!(is_factor_first || is_factor_last) || factor == nullptr || factor->kind != Name::constant ||
      is.at(i - 1).is_any({"*", "/"})) {
    return;
  }
  const std::string x = writer.text({i, i}), y = writer.text({i + 2, i + 2});
  const std::string last = writer.text({i + 4, i + 4});
  const Span whole{i, i + 4};
  for (const DeclaredName* other : writer.names().numbers(Name::constant, i)) {
    const std::string now = is_factor_first ? fmt::format("{} + {} * {}", x, last, other->name)
                                            : fmt::format("{} * {} + {}", x, other->name, y);
    const int number = writer.add(i, writer.text(whole), now);
    writer.wrap(whole, fmt::format("({} ? {} : (", writer.chosen(number), now), "))");
  }
}

}  // namespace

void change_indices(ChangeWriter& writer) {
  for (int i = 0; i < writer.tokens().size(); ++i) {
    const DeclaredName* const name = writer.is_open(i) ? writer.names().meaning(i) : nullptr;
    if (name == nullptr || name->type != "int" || writer.names().declared_at(i) != nullptr) {
      continue;
    }
    const bool steps = writer.tokens().at(i - 1).is("=") && writer.tokens().at(i - 2).is("+");
    if (name->kind == Name::constant && steps) {
      put_multiples(writer, i, std::string(name->name), Name::parameter);
    } else if (name->kind == Name::local && !writer.is_in_for(i)) {
      spread(writer, i);
      add_terms(writer, i, *name);
    }
  }
}

}  // namespace gemmlab
