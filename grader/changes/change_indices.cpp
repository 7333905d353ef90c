#include "grader/changes/change_indices.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "grader/changes/change_writer.h"
#include "grader/changes/index_range.h"
#include "grader/changes/names_in_scope.h"
#include "grader/changes/tiles/tile_text.h"

namespace gemmlab {
namespace {

using Name = DeclaredName::Kind;

// Between [ and ], or in what a number is declared with: it may become an index.
bool is_in_index(const ChangeWriter& writer, int i) {
  const NamesInScope& names = writer.names();
  for (int j = i; !writer.tokens().at(j).is_any({";", "{", "}", ","}); --j) {
    if (names.declared_at(j) != nullptr) {
      return names.declared_at(j)->type == "int" && !writer.is_in_for(j);
    }
  }
  const simt::Outline& outline = writer.outline();
  for (int at = outline.bracket_around(i); at >= 0; at = outline.bracket_around(at)) {
    if (!writer.tokens().at(at).is("(") || encloses_place(writer, at)) {
      return !writer.tokens().at(at).is("{");
    }
  }
  return false;
}

void put_multiples(ChangeWriter& writer, int i, const std::string& what, Name factors) {
  const simt::Tokens& tokens = writer.tokens();
  const bool is_term = what.find(' ') == std::string::npos &&
                       tokens.at(i - 1).is_any({"+", "=", "[", "("}) &&
                       tokens.at(i + 1).is_any({"+", ";", "]", ")"});
  for (const DeclaredName* factor : writer.names().numbers(factors, i)) {
    const std::string product = fmt::format("{} * {}", what, factor->name);
    writer.replace_tokens(writer.around(i), {{i, is_term ? product : "(" + product + ")"}});
  }
}

// Parameters of the file's own functions that no kernel has: where a tile begins, not how large a
// matrix is.
std::vector<const DeclaredName*> origins_at(const ChangeWriter& writer, int i) {
  std::vector<const DeclaredName*> origins = writer.names().numbers(Name::parameter, i);
  for (const simt::Function& each : writer.outline().functions()) {
    const bool is_kernel = any_index(each.first, each.parameters.first, [&](int at) {
      return writer.tokens().at(at).is("__global__");
    });
    if (is_kernel) {
      std::erase_if(origins, [&](const DeclaredName* name) {
        return any_index(each.parameters.first, each.parameters.last,
                         [&](int at) { return writer.tokens().at(at).is(name->name); });
      });
    }
  }
  return origins;
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
  std::vector<const DeclaredName*> others = writer.names().numbers(Name::local, i);
  const std::vector<const DeclaredName*> origins = origins_at(writer, i);
  others.insert(others.end(), origins.begin(), origins.end());
  for (const DeclaredName* other : others) {
    const std::string sum = fmt::format("{} + {}", own, other->name);
    if (other != &name && writer.is_term_beside(i, other->name)) {
      continue;
    }
    if (other != &name) {
      writer.replace_tokens(writer.around(i), {{i, "(" + sum + ")"}});
    }
    if (other != &name && writer.is_in_for(other->at)) {
      put_multiples(writer, i, sum, Name::constant);
    }
  }
}

// x < end as t + threadIdx < end, for a loop's t, or a multiple: the element that is loaded there.
void compare_loaded(ChangeWriter& writer, int i) {
  const NamesInScope& names = writer.names();
  for (const DeclaredName* loop : names.numbers(Name::local, i)) {
    for (const DeclaredName* own : names.numbers(Name::local, i)) {
      if (!writer.is_in_for(loop->at) || !is_axis(writer.tokens(), own->at + 2)) {
        continue;
      }
      writer.replace_tokens(writer.around(i),
                            {{i, fmt::format("({} + {})", loop->name, own->name)}});
      put_multiples(writer, i, fmt::format("{} + {}", own->name, loop->name), Name::constant);
    }
  }
}

// The end of a loop as the number of tiles that an extent has.
void count_tiles(ChangeWriter& writer, int i) {
  const NamesInScope& names = writer.names();
  for (const DeclaredName* extent : names.numbers(Name::parameter, i)) {
    for (const DeclaredName* tile : names.numbers(Name::constant, i)) {
      writer.replace_tokens(writer.around(i),
                            {{i, fmt::format("({0} + {1} - 1) / {1}", extent->name, tile->name)}});
    }
  }
}

// In an index, one of the matrices' extents as one of a tile's, and the reverse.
void exchange_extents(ChangeWriter& writer, int i, const DeclaredName& name) {
  const Name others = name.kind == Name::constant ? Name::parameter : Name::constant;
  for (const DeclaredName* other : writer.names().numbers(others, i)) {
    writer.replace_tokens(writer.around(i), {{i, std::string(other->name)}});
  }
}

}  // namespace

void index_by_loops(ChangeWriter& writer) {
  const simt::Tokens& tokens = writer.tokens();
  writer.at_each([&](int i) {
    const DeclaredName* const array = writer.names().meaning(i - 2);
    const bool is_only_index = tokens.at(i - 1).is("[") && tokens.at(i + 1).is("]") &&
                               !tokens.at(i + 2).is("[") && array != nullptr && array->is_array();
    if (!is_only_index || writer.names().declared_at(i - 2) != nullptr) {
      return;
    }
    for (const DeclaredName* other : writer.names().numbers(Name::local, i)) {
      if (writer.is_in_for(other->at) && !tokens.at(i).is(other->name)) {
        writer.replace_tokens({i - 2, i + 1}, {{i, std::string(other->name)}});
      }
    }
  });
}

void change_indices(ChangeWriter& writer) {
  writer.at_each([&](int i) {
    const bool is_end = writer.is_in_for(i) && writer.tokens().at(i - 1).is("<");
    if (is_end && is_axis(writer.tokens(), i)) {
      count_tiles(writer, i);
    }
    const DeclaredName* const name = writer.names().meaning(i);
    if (name == nullptr || name->type != "int" || writer.names().declared_at(i) != nullptr) {
      return;
    }
    const bool steps = writer.tokens().at(i - 1).is("=") && writer.tokens().at(i - 2).is("+");
    if (name->kind != Name::local && is_in_index(writer, i)) {
      exchange_extents(writer, i, *name);
    }
    const bool is_offset = writer.tokens().at(i - 1).is("+") && writer.tokens().at(i + 1).is(";");
    if (name->kind == Name::constant && steps) {
      put_multiples(writer, i, std::string(name->name), Name::parameter);
    } else if (name->kind == Name::constant && is_offset) {
      put_multiples(writer, i, std::string(name->name), Name::constant);
    } else if (name->kind == Name::local && !writer.is_in_for(i)) {
      add_terms(writer, i, *name);
      if (writer.tokens().at(i + 1).is("<")) {
        compare_loaded(writer, i);
      }
    }
  });
}

}  // namespace gemmlab
