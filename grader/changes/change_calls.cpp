#include "grader/changes/change_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "grader/changes/change_writer.h"
#include "grader/changes/index_range.h"
#include "grader/core/facts/check.h"

namespace gemmlab {
namespace {

using simt::Tokens;

// A launch, or a call of matmul, with a wait behind it.
void wait_behind(ChangeWriter& writer, int i) {
  if (const int end = writer.outline().semicolon(i); end > 0) {
    const int number = writer.add(end, ";", "; cudaDeviceSynchronize();");
    writer.insert_before(end + 1,
                         fmt::format(" if ({}) cudaDeviceSynchronize(); ", writer.chosen(number)));
  }
}

// What a variable begins with, for its name alone; else the expression itself.
Span beginning_of(const ChangeWriter& writer, Span size) {
  const DeclaredName* const name = writer.names().meaning(size.first);
  if (name == nullptr || name->is_array() || size.first != size.last) {
    return size;
  }
  const Span value = writer.outline().declarator(name->at).value;
  return value.last < value.first ? size : value;
}

bool is_in_bytes(const ChangeWriter& writer, Span size) {
  const auto tells = [&](int i) { return writer.tokens().at(i).is_any({"sizeof", "4"}); };
  return any_index(size.first, size.last + 1, tells);
}

// A variable with a size, where it is declared: the same in bytes, if nothing multiplies it.
void size_in_bytes(ChangeWriter& writer, Span elements) {
  const DeclaredName* const name = writer.names().declared_at(elements.first - 2);
  const auto is_alone = [&](int i) {
    return writer.names().meaning(i) != name || writer.around(i).first == writer.around(i).last;
  };
  if (name != nullptr && writer.is_open(elements.first) &&
      every_index(elements.last + 1, name->until, is_alone)) {
    writer.offer(elements, writer.text(elements) + " * sizeof(float)", ChangeKind::in_bytes);
  }
}

// A size in elements, in bytes. `sizes`: where variables begin that this was done for.
void offer_bytes(ChangeWriter& writer, Span bytes, std::set<int>& sizes) {
  const Span size = beginning_of(writer, bytes);
  if (is_in_bytes(writer, size)) {
    return;
  }
  if (size.first != bytes.first && sizes.insert(size.first).second) {
    size_in_bytes(writer, size);
  }
  writer.offer(bytes, writer.text(bytes) + " * sizeof(float)", ChangeKind::in_bytes);
}

// k<<<x, y>>> as k<<<y, x>>>; and the bytes of dynamic shared memory.
void change_configuration(ChangeWriter& writer, const simt::Launch& launch, std::set<int>& sizes) {
  const std::vector<Span>& all = launch.configuration;
  if (all.size() > 1) {
    writer.exchange({launch.open, launch.close}, all[0], all[1], "dim3", ChangeKind::extents);
    writer.mark_as_mapping();
  }
  if (all.size() > 2) {
    offer_bytes(writer, all[2], sizes);
  }
}

// The size in bytes as that of each matrix: a product of two of the function's extents.
void change_bytes(ChangeWriter& writer, Span bytes, std::set<int>& sizes) {
  offer_bytes(writer, bytes, sizes);
  const auto extents = writer.names().numbers(DeclaredName::Kind::parameter, bytes.first);
  for (std::size_t i = 0; i < extents.size(); ++i) {
    for (std::size_t j = i + 1; j < extents.size() && !writer.is_full(); ++j) {
      writer.offer(bytes,
                   fmt::format("{} * {} * sizeof(float)", extents[i]->name, extents[j]->name));
    }
  }
}

void change_copy(ChangeWriter& writer, const std::vector<Span>& arguments, std::set<int>& sizes) {
  change_bytes(writer, arguments[2], sizes);
  const int kind = arguments[3].first;
  const bool is_down = writer.tokens().at(kind).is("cudaMemcpyDeviceToHost");
  if (arguments[3].last == kind) {
    writer.replace_tokens(arguments[3],
                          {{kind, is_down ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost"}});
  }
  writer.exchange({arguments[0].first, arguments[1].last}, arguments[0], arguments[1], "(void*)");
}

// dim3(x * y) as dim3(x, y); x and y exchanged; both as a constant; each divided by one, as by the
// outputs of a thread.
void change_extents(ChangeWriter& writer, int i, const std::vector<Span>& extents) {
  const Tokens& tokens = writer.tokens();
  const Span all{extents.front().first, extents.back().last};
  const int product = tokens.find(all.first, {"*"}, {"/", "+", "-", ")"});
  if (extents.size() == 1 && product > 0) {
    const std::string both =
        writer.text({all.first, product - 1}) + ", " + writer.text({product + 1, all.last});
    writer.offer(all, both, ChangeKind::replaced, "dim3");
  }
  const auto constants = writer.names().numbers(DeclaredName::Kind::constant, i);
  for (std::size_t j = 0; extents.size() > 1 && j < constants.size(); ++j) {
    const std::string_view name = constants[j]->name;
    const int both = writer.add(i, writer.text(all), fmt::format("{0}, {0}", name));
    for (const Span& each : extents) {
      const Span shown = each.first == each.last ? all : each;
      const std::string divided = fmt::format("{} / {}", tokens.at(each.last).text, name);
      const int part =
          writer.add(i, writer.text(shown), writer.text(shown, {{each.last, divided}}));
      writer.wrap(each, fmt::format("({} ? {} : (", writer.chosen(both), name),
                  fmt::format(") / ({} ? {} : 1))", writer.chosen(part), name));
    }
  }
  if (extents.size() > 1) {
    writer.exchange({i, tokens.at(i + 1).partner}, extents[0], extents[1], "unsigned");
    writer.mark_as_mapping();
  }
}

// x / y, rounded up unless it ends with - 1: alone, and with all others of the function.
void round_up(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const simt::Token &before = tokens.at(i - 1), &after = tokens.at(i + 1);
  const bool is_member = tokens.at(i + 2).is(".");  // gridDim.z
  const bool is_simple =
      after.kind == simt::TokenKind::identifier || after.kind == simt::TokenKind::number;
  const bool is_name = writer.names().meaning(i - 1) != nullptr;
  const bool is_rounded_up = tokens.at(i - 3).is("-") && tokens.at(i - 2).is("1");
  if (!is_simple || is_rounded_up || !(is_name || before.is(")"))) {
    return;
  }
  const Span divided{is_name ? i - 1 : before.partner, i - 1};
  const std::string divisor = writer.text({i + 1, is_member ? i + 3 : i + 1});
  const std::string was = writer.text({divided.first, i}) + " " + divisor;
  const std::string now = fmt::format("({0} + {1} - 1) / {1}", writer.text(divided), divisor);
  const std::string either =
      writer.add_also_everywhere(i, "rounded up", was, now, ChangeKind::rounded_up);
  writer.wrap(divided, "(", fmt::format(" + ({} ? {} - 1 : 0))", either, divisor));
}

}  // namespace

void change_calls(ChangeWriter& writer) {
  const Tokens& tokens = writer.tokens();
  std::set<int> sizes;
  writer.at_each([&](int i) {
    const std::vector<Span> arguments = writer.outline().arguments(i + 1);
    const bool is_extent = tokens.at(i).is("dim3") || tokens.at(i - 1).is("dim3");
    if (const simt::Launch* const launch = writer.outline().launch_at(i)) {
      change_configuration(writer, *launch, sizes);
      wait_behind(writer, i);
    } else if (tokens.at(i).is("matmul") && tokens.at(i - 1).is_any({";", "{", "}"})) {
      wait_behind(writer, i);
    } else if (tokens.at(i).is("/")) {
      round_up(writer, i);
    } else if (is_extent && !arguments.empty()) {
      change_extents(writer, i, arguments);
    } else if (tokens.at(i).is("cudaMalloc") && arguments.size() == 2) {
      change_bytes(writer, arguments[1], sizes);
    } else if (tokens.at(i).is("cudaMemcpy") && arguments.size() == 4) {
      change_copy(writer, arguments, sizes);
    } else if (tokens.at(i).is_any({"memset", "cudaMemset"}) && arguments.size() == 3) {
      change_bytes(writer, arguments[2], sizes);
    }
  });
}

}  // namespace gemmlab
