// Slips that wrong values, a lost error or a compiler's proof ask for.
#include <algorithm>
#include <charconv>

#include "grader/changes/index_range.h"
#include "grader/changes/slips/source_slips.h"

namespace gemmlab {

using simt::Span;
using simt::TokenKind;

// int x = in[i]
std::optional<Tell> SourceSlips::whole_number() const {
  for (const DeclaredName& name : names_.all()) {
    const Span value = outline_.declarator(name.at).value;
    const DeclaredName* const array = names_.meaning(value.first);
    const bool is_whole = name.type == "int" || name.type == "unsigned" || name.type == "short" ||
                          name.type == "char" || name.type == "long";
    const bool is_element = array != nullptr && array->type.find("float") != array->type.npos &&
                            tokens_.at(value.first + 1).is("[");
    if (is_whole && is_element && outline_.end_of_element(value.first) == value.last) {
      return Tell{TellKind::whole_number, line_of(name.at), std::string(name.name), name.type};
    }
  }
  return std::nullopt;
}

// bool x = y ? a[i] : 0.0f
std::optional<Tell> SourceSlips::truth_value() const {
  for (const DeclaredName& name : names_.all()) {
    const Span value = outline_.declarator(name.at).value;
    int first = value.first;
    for (int i = value.first; i <= value.last; ++i) {
      first = tokens_.at(i).is("?") ? i + 1 : first;
    }
    bool has_element = false, compares = false;
    for (int i = first; i <= value.last; i = std::max(i, tokens_.at(i).partner) + 1) {
      has_element |= tokens_.at(i).is("[");
      compares |= tokens_.at(i).is_any({"<", ">", "=", "!", "&", "|"});
    }
    if (name.type == "bool" && value.last > value.first && has_element && !compares) {
      return Tell{TellKind::truth_value, line_of(name.at), std::string(name.name), ""};
    }
  }
  return std::nullopt;
}

// if (x != 0) sum += x * y;, or with continue
std::optional<Tell> SourceSlips::product_skipped() const {
  for (int i = 0; i < tokens_.size(); ++i) {
    const int close = tokens_.at(i + 1).partner;
    const bool is_zero =
        tokens_.at(close - 1).kind == TokenKind::number &&
        tokens_.at(close - 1).text.find_first_not_of("0.fF") == std::string_view::npos;
    if (!tokens_.at(i).is("if") || close != i + 6 || !tokens_.at(i + 4).is("=") || !is_zero) {
      continue;
    }
    const Span body = outline_.body_of(i);
    const DeclaredName* const name = names_.meaning(i + 2);
    const bool skips =
        tokens_.at(i + 3).is("=") &&
        any_index(body.first, body.last + 1, [&](int j) { return tokens_.at(j).is("continue"); });
    const bool adds = tokens_.at(i + 3).is("!") && any_index(body.first, body.last + 1, [&](int j) {
                        return tokens_.at(j).is("+") && tokens_.at(j + 1).is("=");
                      });
    if (name != nullptr && name->type == "float" && (skips || adds)) {
      return Tell{TellKind::product_skipped, line_of(i), std::string(name->name), ""};
    }
  }
  return std::nullopt;
}

// kernel<4><<<...>>> in a function with a constant of the template parameter's name, which is 8.
std::optional<Tell> SourceSlips::other_argument() const {
  for (const simt::Launch& launch : outline_.launches()) {
    const int argument = launch.kernel + 2;
    if (!tokens_.at(launch.kernel + 1).is("<") || !tokens_.at(argument + 1).is(">") ||
        tokens_.at(argument).kind != TokenKind::number) {
      continue;
    }
    for (const DeclaredName& parameter : names_.all()) {
      const DeclaredName* const host = names_.visible(parameter.name, launch.kernel);
      const bool is_template =
          tokens_.at(parameter.at + 1).is(">") && tokens_.at(parameter.at - 2).is("<");
      const Span value = host != nullptr ? outline_.declarator(host->at).value : Span{0, -1};
      const bool is_number =
          value.first == value.last && tokens_.at(value.first).kind == TokenKind::number;
      if (is_template && host != nullptr && host != &parameter && is_number &&
          tokens_.at(value.first).text != tokens_.at(argument).text) {
        return Tell{TellKind::other_argument, line_of(argument), text({host->at, value.last}),
                    std::string(tokens_.at(argument).text)};
      }
    }
  }
  return std::nullopt;
}

// 16, of constexpr int name = 16; 0: unknown.
int SourceSlips::number_named(std::string_view name, int token) const {
  const DeclaredName* const constant = names_.visible(name, token);
  const Span value = constant == nullptr ? Span{0, -1} : outline_.declarator(constant->at).value;
  int number = 0;
  if (value.first == value.last) {
    const std::string_view digits = tokens_.at(value.first).text;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
  }
  return number;
}

// float x[512], read or set at a col of a loop that ends at n
std::vector<SourceSlips::LocalArray> SourceSlips::counted_arrays() const {
  std::vector<LocalArray> arrays;
  for (const DeclaredName& name : names_.all()) {
    const Span extents = outline_.declarator(name.at).extents;
    const std::string_view number = tokens_.at(extents.first + 1).text;
    int elements = 0;
    std::from_chars(number.data(), number.data() + number.size(), elements);
    if (!name.is_array() || extents.last != extents.first + 2 || elements == 0) {
      continue;
    }
    for (int i = name.at + 1; i < name.until; ++i) {
      const DeclaredName* const index = names_.meaning(i + 2);
      const bool is_plain = names_.meaning(i) == &name && tokens_.at(i + 1).is("[") &&
                            tokens_.at(i + 3).is("]") && index != nullptr;
      const int end = is_plain ? tokens_.find(index->at, {"<"}, {")"}) : -1;
      const DeclaredName* const extent = end < 0 ? nullptr : names_.meaning(end + 1);
      if (extent != nullptr && extent->kind == DeclaredName::Kind::parameter &&
          tokens_.at(end - 1).text == index->name && tokens_.at(end + 2).is(";")) {
        arrays.push_back({line_of(name.at), name.name, elements, extent->name});
        break;
      }
    }
  }
  return arrays;
}

std::optional<Tell> SourceSlips::asked_again() const {
  int earlier = -1;
  for (int i = 0; i < tokens_.size(); ++i) {
    if (outline_.launch_at(i) != nullptr || tokens_.at(i).is("matmul")) {
      earlier = -1;
    } else if (tokens_.at(i).is("cudaGetLastError")) {
      const bool is_kept = tokens_.at(i - 1).is("=") && !tokens_.at(i - 2).is_any({"=", "!"});
      if (earlier >= 0 && outline_.function_around(earlier) == outline_.function_around(i)) {
        return Tell{TellKind::asked_again, line_of(earlier), "cudaGetLastError()", ""};
      }
      earlier = is_kept ? -1 : i;
    }
  }
  return std::nullopt;
}

std::optional<Tell> SourceSlips::freed_before(std::string_view pointer) const {
  for (int i = 0; !pointer.empty() && i < tokens_.size(); ++i) {
    const simt::Function* const function = outline_.function_around(i);
    if (tokens_.at(i).is("cudaFree") && tokens_.at(i + 2).is(pointer) && function != nullptr &&
        any_index(i + 3, function->body.last,
                  [&](int j) { return tokens_.at(j).is(pointer) && !tokens_.at(j + 1).is("="); })) {
      return Tell{TellKind::freed_before, line_of(i), std::string(pointer), ""};
    }
  }
  return std::nullopt;
}

// The variable of a loop up to an extent of another dimension of the array, or of another array.
std::optional<Tell> SourceSlips::loop_past(int line) const {
  for (int i = 0; i < tokens_.size(); ++i) {
    const DeclaredName* const array = names_.meaning(i);
    if (line_of(i) != line || array == nullptr || !array->is_array() || i == array->at ||
        !tokens_.at(i + 1).is("[")) {
      continue;
    }
    std::vector<std::string_view> extents;
    const Span all = outline_.declarator(array->at).extents;
    for (int j = all.first; j < all.last; j += 3) {
      extents.push_back(tokens_.at(j).partner == j + 2 ? tokens_.at(j + 1).text : "");
    }
    int open = i + 1;
    for (std::size_t d = 0; d < extents.size() && tokens_.at(open).is("["); ++d) {
      const DeclaredName* const index = names_.meaning(open + 1);
      const bool is_plain = tokens_.at(open).partner == open + 2 && index != nullptr;
      const int less = is_plain ? tokens_.find(index->at, {"<"}, {")"}) : -1;
      const std::string_view end =
          less > 0 && tokens_.at(less - 1).text == index->name && tokens_.at(less + 2).is(";")
              ? tokens_.at(less + 1).text
              : "";
      open = tokens_.at(open).partner + 1;
      if (end.empty() || end == extents[d] || names_.meaning(less + 1) == nullptr) {
        continue;
      }
      const int size = number_named(extents[d], i), counted = number_named(end, less);
      const std::string condition = std::string(index->name) + " < " + std::string(end);
      if (size > 0 && counted > size) {
        return Tell{TellKind::loop_past, line_of(less), condition, std::string(extents[d])};
      }
      if (extents.size() == 2 && end == extents[1 - d] && 0 < counted && counted < size) {
        return Tell{TellKind::declared_turned, line_of(array->at), std::string(array->name),
                    condition};
      }
    }
  }
  return std::nullopt;
}

// Of a sum, without the parentheses around it and around its terms.
std::vector<Span> SourceSlips::terms_of(Span sum) const {
  while (tokens_.at(sum.first).is("(") && tokens_.at(sum.first).partner == sum.last) {
    sum = {sum.first + 1, sum.last - 1};
  }
  std::vector<Span> terms;
  int first = sum.first;
  for (int i = sum.first; i <= sum.last + 1; i = std::max(i, tokens_.at(i).partner) + 1) {
    if (i == sum.last + 1 || tokens_.at(i).is("+")) {
      const Span term{first, i - 1};
      const bool is_sum = tokens_.at(first).is("(") && tokens_.at(first).partner == i - 1;
      const std::vector<Span> inner = is_sum ? terms_of(term) : std::vector{term};
      terms.insert(terms.end(), inner.begin(), inner.end());
      first = i + 1;
    }
    if (i == sum.last + 1) {
      break;
    }
  }
  return terms;
}

bool SourceSlips::comes_from_thread(Span value, int depth) const {
  constexpr int kDepth = 4;
  return depth < kDepth && any_index(value.first, value.last + 1, [&](int i) {
           const DeclaredName* const name = names_.meaning(i);
           return tokens_.at(i).is("threadIdx") ||
                  (name != nullptr && name->kind == DeclaredName::Kind::local &&
                   comes_from_thread(outline_.declarator(name->at).value, depth + 1));
         });
}

// The number or constant that a term, in which threadIdx is, ends with as a factor; -1: none.
int SourceSlips::factor_of_thread(Span term) const {
  const DeclaredName* const name = names_.meaning(term.last);
  const bool is_constant = tokens_.at(term.last).kind == TokenKind::number ||
                           (name != nullptr && name->kind == DeclaredName::Kind::constant);
  return tokens_.at(term.last - 1).is("*") && term.last > term.first + 1 && is_constant &&
                 comes_from_thread({term.first, term.last - 2}, 0)
             ? term.last
             : -1;
}

std::optional<Tell> SourceSlips::threads_apart(int line) const {
  std::vector<Span> terms;  // it grows
  for (int i = 0; i < tokens_.size(); ++i) {
    if (line_of(i) == line && tokens_.at(i).is("[") && tokens_.at(i).partner > i) {
      const std::vector<Span> own = terms_of({i + 1, tokens_.at(i).partner - 1});
      const bool is_of_matrix = std::ranges::any_of(own, [&](Span term) {
        return tokens_.at(term.last - 1).is("*") && names_.meaning(term.last) != nullptr &&
               names_.meaning(term.last)->kind == DeclaredName::Kind::parameter;
      });
      terms.insert(terms.end(), own.begin(), is_of_matrix ? own.end() : own.begin());
    }
  }
  constexpr std::size_t kMost = 100;
  for (std::size_t each = 0; each < std::min(terms.size(), kMost); ++each) {
    const Span term = terms[each];
    const DeclaredName* const name = names_.meaning(term.first);
    if (const int factor = factor_of_thread(term); factor >= 0) {
      return Tell{TellKind::threads_apart, line_of(factor), text(term), text({factor, factor})};
    }
    if (term.first == term.last && name != nullptr && name->kind == DeclaredName::Kind::local) {
      const Span value = outline_.declarator(name->at).value;
      const std::vector<Span> own =
          value.last < value.first ? std::vector<Span>() : terms_of(value);
      terms.insert(terms.end(), own.begin(), own.end());
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab
