#include "grader/changes/change_statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "grader/changes/change_writer.h"
#include "grader/changes/index_range.h"
#include "grader/changes/names_in_scope.h"
#include "grader/core/facts/check.h"

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
  const int declared = name == nullptr ? -1 : writer.outline().semicolon(name->at);
  const bool is_zero = writer.tokens().at(end - 1).text.starts_with('0');
  if (declared < 0 || !is_zero || name->kind != Name::local) {
    return "";
  }
  const int number = writer.add(left.first, writer.text({left.first, end}),
                                fmt::format("{} = 0", name->name), 1, ChangeKind::set_once);
  writer.insert_before(declared + 1, clear(writer, number, name->name));
  return fmt::format("{} ? {} : ", writer.chosen(number), writer.text(left));
}

// x += e as x = e, and the reverse.
void change_assignment(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const int end = writer.outline().semicolon(i);
  const bool is_plain =
      tokens.at(i).is("=") && !tokens.at(i + 1).is("=") &&
      !tokens.at(i - 1).is_any({"=", "<", ">", "!", "+", "-", "*", "/", "|", "&"});
  const bool is_sum = tokens.at(i).is("+") && tokens.at(i + 1).is("=");
  const int value = i + (is_sum ? 2 : 1);
  const Span left{writer.outline().array_of(i - 1), i - 1};
  const DeclaredName* const name = writer.names().meaning(left.first);
  const bool is_number = left.first < left.last || (name != nullptr && !name->type.ends_with('*'));
  const bool begins = tokens.at(left.first - 1).is_any({";", "{", "}", ")"});
  if (end < 0 || !(is_sum || (is_plain && is_number)) || !begins || tokens.at(value).is("{")) {
    return;
  }
  const std::string what = writer.text(left),
                    kept = is_plain && value + 1 == end ? set_once(writer, left, end) : "";
  const int number = writer.add(i, writer.text({left.first, end - 1}),
                                what + (is_sum ? " = " : " += ") + writer.text({value, end - 1}));
  if (is_sum) {  // not x = (... ? 0 : x) + e: x, which other changes change, would stand there
                 // twice
    writer.insert_before(left.first, fmt::format("{} ? __gemmlab_clear({}) : void(), ",
                                                 writer.chosen(number), what));
  } else {
    writer.replace({i, i}, fmt::format("= {}({} ? {} : 0) + (", kept, writer.chosen(number), what));
    writer.insert_before(end, ")");
  }
}

// Terms of a sum that is stored: each left out, such as one that multiplies what C held before.
void leave_out_terms(ChangeWriter& writer, int i) {
  constexpr std::size_t kMost = 4;
  const Tokens& tokens = writer.tokens();
  const int end = writer.outline().semicolon(i);
  const bool is_assigned = tokens.at(i).is("=") && !tokens.at(i + 1).is_any({"=", "{"}) &&
                           !tokens.at(i - 1).is_any({"=", "<", ">", "!", "*", "/", "|", "&"});
  if (!is_assigned || end < 0 || writer.is_in_for(i)) {
    return;
  }
  std::vector<int> signs;
  for (int j = i + 1; j < end; j = std::max(j, tokens.at(j).partner) + 1) {
    if (tokens.at(j).is_any({"?", ",", "<", ">", "&", "|", "^"})) {
      return;
    }
    if (tokens.at(j).is_any({"+", "-"}) && tokens.at(j - 1).ends_operand()) {
      signs.push_back(j);
    }
  }
  if (signs.empty() || signs.size() > kMost) {
    return;
  }
  const std::string was = writer.text({i + 1, end - 1});
  for (std::size_t each = 0; each < signs.size(); ++each) {
    const int next = each + 1 < signs.size() ? signs[each + 1] : end;
    const Span term{signs[each] + 1, next - 1};
    const std::string rest = writer.text({i + 1, signs[each] - 1}) +
                             (next < end ? " " + writer.text({next, end - 1}) : "");
    const int number = writer.add(i, was, rest);
    writer.mark_as(Likeness::shorter);
    writer.wrap(term, fmt::format("({} ? 0 : (", writer.chosen(number)), "))");
  }
}

// if (inside) tile[..] = e; with zero where it is not inside: each alone, and all of a function.
void clear_otherwise(ChangeWriter& writer, int i) {
  const Tokens& tokens = writer.tokens();
  const Span body = writer.outline().body_of(i);
  const bool has_braces = tokens.at(body.first).is("{");
  const int first = body.first + (has_braces ? 1 : 0),
            semicolon = writer.outline().semicolon(first);
  const int end = has_braces ? body.last : semicolon;
  const int set = tokens.find(first, {"="}, {";"});
  if (set < 0 || semicolon < 0 || (has_braces && end != semicolon + 1) ||
      tokens.at(end + 1).is("else") || !tokens.at(set - 1).is("]") || tokens.at(set + 1).is("=")) {
    return;
  }
  const std::string left = writer.text({first, set - 1}), was = left + " = ...";
  const std::string either = writer.add_also_everywhere(i, "else 0", was, was + ", else 0");
  writer.insert_before(end + 1, fmt::format(" else if ({}) {{ {} = 0; }}", either, left));
}

// Whether a { opens the body of a for.
bool is_loop(const Tokens& tokens, int open) {
  return tokens.at(open - 1).is(")") && tokens.at(tokens.at(open - 1).partner - 1).is("for");
}

// return; in a loop as continue;
void go_on(ChangeWriter& writer, int i) {
  int loop = writer.outline().bracket_around(i);
  while (loop >= 0 && !is_loop(writer.tokens(), loop)) {
    loop = writer.outline().bracket_around(loop);
  }
  if (loop >= 0) {
    const int number = writer.add(i, "return;", "continue;");
    writer.insert_before(i, fmt::format("{{ if ({}) continue; ", writer.chosen(number)));
    writer.insert_before(i + 2, " }");
  }
}

// A pointer that a loop moves, set back in each iteration.
void set_back(ChangeWriter& writer, const DeclaredName& name, int open) {
  const Tokens& tokens = writer.tokens();
  const Span value = writer.outline().declarator(name.at).value;
  const auto moves = [&](int i) {
    return writer.names().meaning(i) == &name &&
           (tokens.at(i + 1).is("+") || tokens.at(i - 1).is("+")) &&
           tokens.at(i + 2).is_any({"+", "="});
  };
  if (value.last >= value.first && any_index(open, tokens.at(open).partner, moves)) {
    const std::string now =
        fmt::format("{} {}", name.name, writer.text({value.first - 1, value.last}));
    const int number = writer.add(open, "{", now, 1, ChangeKind::cleared);
    writer.insert_before(open + 1, fmt::format(" if ({}) {}; ", writer.chosen(number), now));
  }
}

// Sums, set to 0 in each iteration of a loop.
void clear_in_loop(ChangeWriter& writer, int open) {
  if (!is_loop(writer.tokens(), open)) {
    return;
  }
  for (const DeclaredName& name : writer.names().all()) {
    if (name.type.ends_with('*') && name.kind == Name::local &&
        writer.names().is_visible(name, open)) {
      set_back(writer, name, open);
    }
    const bool is_sum =
        name.type.starts_with("float") && !name.type.ends_with('*') && !name.type.ends_with("[]");
    if (is_sum && name.kind == Name::local && writer.names().is_visible(name, open)) {
      const int number =
          writer.add(open, "{", fmt::format("{} = 0", name.name), 1, ChangeKind::cleared);
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

// T x = 0; of a loop's body as the same before all of the function.
void keep(ChangeWriter& writer, Span declaration) {
  const int i = declaration.first + 1, begin = writer.function_around(i);
  const std::string type = writer.text({i - 1, i - 1}), own = writer.text({i, i}),
                    was = writer.text(declaration);
  const int number = writer.add(i, was, was, 1, ChangeKind::kept);
  writer.insert_before(begin + 1, fmt::format(" {} {}_kept{} = 0; ", type, own, number));
  writer.replace(declaration, fmt::format("{0} {1}_own{2} = 0; {0}& {1} = {3} ? {1}_kept{2} : "
                                          "{1}_own{2};",
                                          type, own, number, writer.chosen(number)));
}

// Each array of a function as a shared one, and all of them.
void share(ChangeWriter& writer, const std::vector<Span>& arrays) {
  const std::string first = writer.text(arrays.front());
  const int all = writer.add(arrays.front().first, first, "__shared__ " + first, arrays.size(),
                             ChangeKind::shared);
  for (const Span& each : arrays) {
    const std::string was = writer.text(each);
    const int number = writer.add(each.first, was, "__shared__ " + was, 1, ChangeKind::shared);
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
  const Tokens& tokens = writer.tokens();
  const std::string type = writer.text({i + 2, i + 2}), own = writer.text({i + 3, i + 3});
  if (tokens.at(i + 1).is("__shared__") && tokens.at(i + 4).is("[") && tokens.at(i + 6).is(";")) {
    if (!before.empty()) {
      const int number =
          writer.add(i, writer.text({i, i + 5}),
                     fmt::format("{}* {} = {} + ...", type, own, before), 1, ChangeKind::behind);
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
  const Tokens& tokens = writer.tokens();
  const int i = name.at, end = writer.outline().semicolon(i);
  if (end < 0 || name.kind != Name::local || name.type == "dim3" || writer.is_in_for(i)) {
    return;
  }
  const simt::Declarator declarator = writer.outline().declarator(i);
  const int next = std::max(i, declarator.extents.last) + 1;
  const bool is_unset = tokens.at(next).is_any({",", ";"}) && !name.type.ends_with("[]");
  const bool is_alone = tokens.at(declarator.end).is(";") && !tokens.at(i - 1).is_any({",", "*"}) &&
                        !tokens.at(i - 2).is("const");
  const DeclaredName* const hidden = writer.names().meaning(i);
  if (is_unset) {
    const std::string was = writer.text({i, next - 1});
    const int number = writer.add(i, was, was + (name.is_array() ? " = {}" : " = 0"));
    writer.insert_before(end + 1, clear(writer, number, name.name));
  }
  if (is_alone && hidden != nullptr && hidden->type == name.type && !name.is_array()) {
    reveal(writer, {i - 1, end});
  } else if (is_alone && tokens.at(i + 2).text.starts_with('0') && i + 3 == end &&
             name.type == "float" && is_loop(tokens, writer.outline().bracket_around(i))) {
    keep(writer, {i - 1, end});
  } else if (is_alone && is_unset && name.is_array()) {
    arrays.push_back({i - 1, end});
  }
}

}  // namespace

void change_statements(ChangeWriter& writer) {
  std::map<int, std::vector<Span>> arrays;  // by function
  std::map<int, std::string> dynamic;       // the last one, by function
  writer.at_each([&](int i) {
    change_assignment(writer, i);
    leave_out_terms(writer, i);
    if (writer.tokens().at(i).is("return") && writer.tokens().at(i + 1).is(";")) {
      go_on(writer, i);
    }
    if (writer.tokens().at(i).is("if") && writer.tokens().at(i + 1).is("(")) {
      clear_otherwise(writer, i);
    } else if (writer.tokens().at(i).is("extern")) {
      move_behind(writer, i, dynamic[writer.function_around(i)]);
    } else if (writer.tokens().at(i).is("{")) {
      clear_in_loop(writer, i);
    } else if (const DeclaredName* const name = writer.names().declared_at(i)) {
      change_declaration(writer, *name, arrays[writer.function_around(i)]);
    }
  });
  for (const auto& [function, each] : arrays) {
    if (!each.empty()) {
      share(writer, each);
    }
  }
}

}  // namespace gemmlab
