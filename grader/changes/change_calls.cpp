// Launches, their extents, allocations and copies.
#include <fmt/format.h>

#include "grader/changes/change_writer.h"

namespace gemmlab {
namespace {

using simt::Tokens;

// k<<<x, y>>> as k<<<y, x>>>.
void exchange_extents(ChangeWriter& writer, int open) {
  const Tokens& is = writer.tokens();
  const int comma = is.find(open + 1, {","}, {">>>"});
  const int end = comma < 0 ? -1 : is.find(comma + 1, {",", ">>>"});
  if (end > 0) {
    writer.exchange({open, is.find(open, {">>>"})}, {open + 1, comma - 1}, {comma + 1, end - 1},
                    "dim3");
  }
}

// The size in bytes as that of each matrix: a product of two of the function's extents.
void change_bytes(ChangeWriter& writer, Span bytes) {
  const auto extents = writer.names().numbers(DeclaredName::Kind::parameter, bytes.first);
  for (std::size_t i = 0; i < extents.size(); ++i) {
    for (std::size_t j = i + 1; j < extents.size() && !writer.is_full(); ++j) {
      const std::string now =
          fmt::format("{} * {} * sizeof(float)", extents[i]->name, extents[j]->name);
      const int number = writer.add(bytes.first, writer.text(bytes), now);
      writer.wrap(bytes, fmt::format("({} ? {} : (", writer.chosen(number), now), "))");
    }
  }
}

void change_copy(ChangeWriter& writer, const std::vector<Span>& arguments) {
  change_bytes(writer, arguments[2]);
  const int kind = arguments[3].first;
  const bool is_down = writer.tokens().at(kind).is("cudaMemcpyDeviceToHost");
  if (arguments[3].last == kind) {
    writer.put(arguments[3],
               {{kind, is_down ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost"}});
  }
  writer.exchange({arguments[0].first, arguments[1].last}, arguments[0], arguments[1], "(void*)");
}

// x / y, rounded up: alone, and with all others of the function.
void round_up(ChangeWriter& writer, int i, std::map<int, int>& all_of_function) {
  const Tokens& is = writer.tokens();
  const simt::Token &before = is.at(i - 1), &after = is.at(i + 1);
  const bool is_simple =
      after.kind == simt::TokenKind::identifier || after.kind == simt::TokenKind::number;
  const bool is_name = writer.names().meaning(i - 1) != nullptr;
  if (!is_simple || !(is_name || before.is(")"))) {
    return;
  }
  const Span divided{is_name ? i - 1 : before.partner, i - 1};
  const std::string was = writer.text({divided.first, i + 1});
  const std::string now = fmt::format("({0} + {1} - 1) / {1}", writer.text(divided), after.text);
  const auto [all, is_first] = all_of_function.try_emplace(writer.names().function_around(i));
  if (is_first) {
    all->second = writer.add(i, was, now, 0);
  }
  ++writer.change(all->second).places;
  const int number = writer.add(i, was, now);
  writer.wrap(divided, "(",
              fmt::format(" + ({} || {} ? {} - 1 : 0))", writer.chosen(number),
                          writer.chosen(all->second), after.text));
}

}  // namespace

void change_calls(ChangeWriter& writer) {
  const Tokens& is = writer.tokens();
  std::map<int, int> roundings;
  for (int i = 0; i < is.size(); ++i) {
    if (!writer.is_open(i)) {
      continue;
    }
    const std::vector<Span> arguments =
        is.at(i + 1).is("(") ? writer.arguments(i + 1) : std::vector<Span>();
    const bool is_extent = is.at(i).is("dim3") || is.at(i - 1).is("dim3");
    if (is.at(i).is("<<<")) {
      exchange_extents(writer, i);
    } else if (is.at(i).is("/")) {
      round_up(writer, i, roundings);
    } else if (is_extent && arguments.size() >= 2) {
      writer.exchange({i, is.at(i + 1).partner}, arguments[0], arguments[1], "unsigned");
    } else if (is.at(i).is("cudaMalloc") && arguments.size() == 2) {
      change_bytes(writer, arguments[1]);
    } else if (is.at(i).is("cudaMemcpy") && arguments.size() == 4) {
      change_copy(writer, arguments);
    }
  }
}

}  // namespace gemmlab
