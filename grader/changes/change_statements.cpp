// Assignments and sums; variables that are not set, set too often, not shared, or hide others;
// launches, their extents, allocations and copies.
#include <fmt/format.h>

#include "grader/changes/change_writer.h"

namespace gemmlab {
namespace {

using simt::Tokens;
using Name = DeclaredName::Kind;

std::string clear(const ChangeWriter& writer, int number, std::string_view name) {
  return fmt::format(" if ({}) __gemmlab_clear({}); ", writer.chosen(number), name);
}

// x = 0 as the same once, at x's declaration: the condition under which x stays.
std::string set_once(ChangeWriter& writer, Span left, int end) {
  const DeclaredName* const name = writer.names().meaning(left.first);
  const int declared = name == nullptr ? -1 : writer.end_of_statement(name->at);
  const bool is_zero = writer.tokens().at(end - 1).text.starts_with('0');
  if (declared < 0 || !is_zero || name->kind != Name::local) {
    return "";
  }
  const int number = writer.add(left.first, writer.text({left.first, end}),
                                fmt::format("{} = {{}}, once, where it is declared", name->name));
  writer.insert_before(declared + 1, clear(writer, number, name->name));
  return fmt::format("{} ? {} : ", writer.chosen(number), writer.text(left));
}

// x += e as x = e, and the reverse.
void change_assignment(ChangeWriter& writer, int i) {
  const Tokens& is = writer.tokens();
  const int end = writer.end_of_statement(i);
  const bool is_plain = is.at(i).is("=") && !is.at(i + 1).is("=") &&
                        !is.at(i - 1).is_any({"=", "<", ">", "!", "+", "-", "*", "/", "|", "&"});
  const bool is_sum = is.at(i).is("+") && is.at(i + 1).is("=");
  const int value = i + (is_sum ? 2 : 1);
  Span left{i - 1, i - 1};
  while (is.at(left.first).is("]")) {
    left.first = is.at(left.first).partner - 1;
  }
  const DeclaredName* const name = writer.names().meaning(left.first);
  const bool is_number = left.first < left.last || (name != nullptr && !name->type.ends_with('*'));
  const bool begins = is.at(left.first - 1).is_any({";", "{", "}", ")"});
  if (end < 0 || !(is_sum || (is_plain && is_number)) || !begins || is.at(value).is("{")) {
    return;
  }
  const std::string what = writer.text(left),
                    kept = is_plain && value + 1 == end ? set_once(writer, left, end) : "";
  const int number = writer.add(i, writer.text({left.first, end - 1}),
                                what + (is_sum ? " = " : " += ") + writer.text({value, end - 1}));
  writer.replace({i, value - 1}, fmt::format("= {}({} ? {} : {}) + (", kept, writer.chosen(number),
                                             is_sum ? "0" : what, is_sum ? what : "0"));
  writer.insert_before(end, ")");
}

// if (inside) tile[..] = e; with zero where it is not inside: each alone, and all of a function.
void clear_otherwise(ChangeWriter& writer, int i) {
  const Tokens& is = writer.tokens();
  const int close = is.at(i + 1).partner;
  const bool has_braces = is.at(close + 1).is("{");
  const int first = close + (has_braces ? 2 : 1), semicolon = writer.end_of_statement(first);
  const int end = has_braces ? is.at(close + 1).partner : semicolon;
  const int set = is.find(first, {"="}, {";"});
  if (set < 0 || semicolon < 0 || (has_braces && end != semicolon + 1) ||
      is.at(end + 1).is("else") || !is.at(set - 1).is("]") || is.at(set + 1).is("=")) {
    return;
  }
  const std::string left = writer.text({first, set - 1}), was = left + " = ...";
  const std::string either = writer.add_also_everywhere(i, "else 0", was, was + ", else 0");
  writer.insert_before(end + 1, fmt::format(" else if ({}) {{ {} = 0; }}", either, left));
}

// Sums, set to 0 in each iteration of a loop.
void clear_in_loop(ChangeWriter& writer, int open) {
  const Tokens& is = writer.tokens();
  if (!is.at(open - 1).is(")") || !is.at(is.at(open - 1).partner - 1).is("for")) {
    return;
  }
  for (const DeclaredName& name : writer.names().all()) {
    const bool is_sum =
        name.type.starts_with("float") && !name.type.ends_with('*') && !name.type.ends_with("[]");
    if (is_sum && name.kind == Name::local && writer.names().is_visible(name, open)) {
      const int number = writer.add(open, "{", fmt::format("{{ {} = {{}};", name.name));
      writer.insert_before(open + 1, clear(writer, number, name.name));
    }
  }
}

// A variable of its own as the one that it hides.
void reveal(ChangeWriter& writer, Span declaration) {
  const int i = declaration.first + 1;
  const std::string own = writer.text({i, i}), rest = writer.text({i + 1, declaration.last - 1});
  const int number = writer.add(i, writer.text(declaration), own + " " + rest + ";");
  writer.replace(declaration,
                 fmt::format("{0}& {1}_hidden = {1}; {0} {1}_own {2}; {0}& {1} = {3} ? "
                             "{1}_hidden : {1}_own;",
                             writer.text({i - 1, i - 1}), own, rest, writer.chosen(number)));
}

// Each array of a function as a shared one, and all of them.
void share(ChangeWriter& writer, const std::vector<Span>& arrays) {
  const std::string first = writer.text(arrays.front());
  const int all = writer.add(arrays.front().first, first, "__shared__ " + first, arrays.size());
  for (const Span& each : arrays) {
    const std::string was = writer.text(each);
    const int number = writer.add(each.first, was, "__shared__ " + was);
    writer.replace(
        each, fmt::format("{0} {1}_own{2}; __shared__ {0} {1}_shared{2}; {0} (&{1}){2} = {3} || "
                          "{4} ? {1}_shared : {1}_own;",
                          writer.text({each.first, each.first}),
                          writer.text({each.first + 1, each.first + 1}),
                          writer.text({each.first + 2, each.last - 1}), writer.chosen(all),
                          writer.chosen(number)));
  }
}

// extern __shared__ T x[]; behind those before it: all of them begin at the same place.
void move_behind(ChangeWriter& writer, int i, std::string& before) {
  const Tokens& is = writer.tokens();
  const std::string type = writer.text({i + 2, i + 2}), own = writer.text({i + 3, i + 3});
  if (is.at(i + 1).is("__shared__") && is.at(i + 4).is("[") && is.at(i + 6).is(";")) {
    if (!before.empty()) {
      const int number = writer.add(i, writer.text({i, i + 5}),
                                    fmt::format("{}* {} = {} + its length", type, own, before));
      writer.replace(
          {i, i + 6},
          fmt::format("extern __shared__ {0} {1}_first[]; __shared__ {0} {1}_behind[4096];"
                      " {0}* {1} = {2} ? {1}_behind : {1}_first;",
                      type, own, writer.chosen(number)));
    }
    before = own;
  }
}

// Appends to `arrays` what may have to be shared.
void change_declaration(ChangeWriter& writer, const DeclaredName& name, std::vector<Span>& arrays) {
  const Tokens& is = writer.tokens();
  const int i = name.at, end = writer.end_of_statement(i);
  if (end < 0 || name.kind != Name::local || name.type == "dim3" || writer.is_in_for(i)) {
    return;
  }
  int next = i + 1;
  while (is.at(next).is("[")) {
    next = is.at(next).partner + 1;
  }
  const bool is_unset = is.at(next).is_any({",", ";"}) && !name.type.ends_with("[]");
  const bool is_alone =
      is.find(i, {","}, {";"}) < 0 && !is.at(i - 1).is_any({",", "*"}) && !is.at(i - 2).is("const");
  const DeclaredName* const hidden = writer.names().meaning(i);
  if (is_unset) {
    const int number =
        writer.add(i, writer.text({i, next - 1}), writer.text({i, next - 1}) + " = {}");
    writer.insert_before(end + 1, clear(writer, number, name.name));
  }
  if (is_alone && hidden != nullptr && hidden->type == name.type && !name.is_array()) {
    reveal(writer, {i - 1, end});
  } else if (is_alone && is_unset && name.is_array()) {
    arrays.push_back({i - 1, end});
  }
}

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

// A launch, or a call of matmul, with a wait behind it.
void wait_behind(ChangeWriter& writer, int i) {
  if (const int end = writer.end_of_statement(i); end > 0) {
    const int number = writer.add(end, ";", "; cudaDeviceSynchronize();");
    writer.insert_before(end + 1,
                         fmt::format(" if ({}) cudaDeviceSynchronize(); ", writer.chosen(number)));
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

// dim3(x * y) as dim3(x, y); both extents as one constant; each divided by one, as by a thread's
// outputs.
void change_extents(ChangeWriter& writer, int i, const std::vector<Span>& extents) {
  const Tokens& is = writer.tokens();
  const Span all{extents.front().first, extents.back().last};
  for (const Span& each : extents.size() == 1 ? std::vector<Span>() : extents) {
    for (const DeclaredName* divisor : writer.names().numbers(Name::constant, i)) {
      const std::string now = fmt::format("{} / {}", writer.text(each), divisor->name);
      const int number = writer.add(i, writer.text(each), now);
      writer.wrap(each, "(",
                  fmt::format(") / ({} ? {} : 1)", writer.chosen(number), divisor->name));
    }
  }
  for (const DeclaredName* both : extents.size() == 2 ? writer.names().numbers(Name::constant, i)
                                                      : std::vector<const DeclaredName*>()) {
    const std::string now = fmt::format("{0}, {0}", both->name);
    const std::string number = writer.chosen(writer.add(i, writer.text(all), now));
    writer.wrap(all, fmt::format("({} ? dim3({}) : dim3(", number, now), "))");
  }
  const int product = is.find(all.first, {"*"}, {"/", "+", "-", ")"});
  if (extents.size() == 1 && product > 0) {
    const std::string both =
        writer.text({all.first, product - 1}) + ", " + writer.text({product + 1, all.last});
    const int number = writer.add(i, writer.text(all), both);
    writer.wrap(all, fmt::format("({} ? dim3({}) : dim3(", writer.chosen(number), both), "))");
  }
}

// x / y, rounded up: alone, and with all others of the function.
void round_up(ChangeWriter& writer, int i) {
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
  const std::string either = writer.add_also_everywhere(i, "rounded up", was, now);
  writer.wrap(divided, "(", fmt::format(" + ({} ? {} - 1 : 0))", either, after.text));
}

}  // namespace

void change_statements(ChangeWriter& writer) {
  std::map<int, std::vector<Span>> arrays;  // by function
  std::map<int, std::string> dynamic;       // the last one, by function
  writer.at_each([&](int i) {
    change_assignment(writer, i);
    if (writer.tokens().at(i).is("if") && writer.tokens().at(i + 1).is("(")) {
      clear_otherwise(writer, i);
    } else if (writer.tokens().at(i).is("extern")) {
      move_behind(writer, i, dynamic[writer.names().function_around(i)]);
    } else if (writer.tokens().at(i).is("{")) {
      clear_in_loop(writer, i);
    } else if (const DeclaredName* const name = writer.names().declared_at(i)) {
      change_declaration(writer, *name, arrays[writer.names().function_around(i)]);
    }
  });
  for (const auto& [function, each] : arrays) {
    if (!each.empty()) {
      share(writer, each);
    }
  }
}

void change_calls(ChangeWriter& writer) {
  const Tokens& is = writer.tokens();
  writer.at_each([&](int i) {
    const std::vector<Span> arguments =
        is.at(i + 1).is("(") ? writer.arguments(i + 1) : std::vector<Span>();
    const bool is_extent = is.at(i).is("dim3") || is.at(i - 1).is("dim3");
    if (is.at(i).is("<<<")) {
      exchange_extents(writer, i);
      wait_behind(writer, i);
    } else if (is.at(i).is("matmul") && is.at(i - 1).is_any({";", "{", "}"})) {
      wait_behind(writer, i);
    } else if (is.at(i).is("/")) {
      round_up(writer, i);
    }
    if (is_extent && !arguments.empty()) {
      change_extents(writer, i, arguments);
    }
    if (is_extent && arguments.size() >= 2) {
      writer.exchange({i, is.at(i + 1).partner}, arguments[0], arguments[1], "unsigned");
    } else if (is.at(i).is("cudaMalloc") && arguments.size() == 2) {
      change_bytes(writer, arguments[1]);
    } else if (is.at(i).is("cudaMemcpy") && arguments.size() == 4) {
      change_copy(writer, arguments);
    } else if (is.at(i).is_any({"memset", "cudaMemset"}) && arguments.size() == 3) {
      change_bytes(writer, arguments[2]);
    }
  });
}

}  // namespace gemmlab
