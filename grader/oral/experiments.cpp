#include "grader/oral/experiments.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string_view>
#include <utility>

#include "common/simt/translate/outline.h"
#include "common/simt/translate/tokens.h"
#include "grader/changes/names_in_scope.h"
#include "grader/oral/editable_code.h"

namespace gemmlab {
namespace {

using Kind = ExperimentKind;
using simt::Span;
using simt::Token;
using simt::TokenKind;

class Experimenter {
 public:
  explicit Experimenter(const std::string& source) : source_(source), code_(source) {}

  std::vector<Experiment> all() {
    for (int i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_.at(i);
      if (code_.is_in_kernel(i)) {
        compare(i);
        change_row_length(i);
        fill_with_one(i);
        if (token.is("__syncthreads") && tokens_.at(i + 3).is(";")) {
          add(Kind::barrier_deleted, i, "", {{{i, i + 2}, ""}});
        }
      } else if (token.is("/")) {
        round_down(i);
      }
      if (token.is("__shared__")) {
        pad(i);
      }
    }
    exchange_axes();
    halve_constants();
    std::ranges::stable_sort(
        found_, {}, [](const Experiment& each) { return std::pair(each.kind, each.line); });
    return std::move(found_);
  }

 private:
  void add(Kind kind, int token, const std::string& name, const std::vector<Edit>& edits) {
    const Edit& first = edits.front();
    found_.push_back({kind, tokens_.at(token).line, code_.text(first.span), first.now, name,
                      code_.edited(edits)});
  }

  // Where the operand begins that ends before a token.
  int operand_before(int token) const {
    int first = token;
    while (first > 0) {
      const Token& before = tokens_.at(first - 1);
      if (before.is_any({"(", "[", "{", "&", "|", "=", ",", ";", "?", ":", "!", "return"})) {
        break;
      }
      first = before.partner >= 0 ? std::min(before.partner, first - 1) : first - 1;
    }
    return first;
  }

  bool is_in_for(int token) const {
    return std::ranges::any_of(outline_.loops(),
                               [&](const simt::Loop& loop) { return loop.header.holds(token); });
  }

  // row < m, and row >= m of what leaves early.
  void compare(int i) {
    const bool is_less = tokens_.at(i).is("<");
    const bool is_not_less = tokens_.at(i).is(">") && tokens_.at(i + 1).is("=");
    const int right = is_less ? i + 1 : i + 2;
    if ((!is_less && !is_not_less) || !code_.is_extent(right) ||
        !tokens_.at(right + 1).is_any({")", "&", "|", ";", "?", ","})) {
      return;
    }
    const Span whole{operand_before(i), right};
    if (whole.first >= i) {
      return;
    }
    const std::string left = code_.text({whole.first, i - 1}), extent(tokens_.at(right).text);
    const std::string weak = fmt::format("{} {} {}", left, is_less ? "<=" : ">", extent);
    if (is_in_for(i)) {
      if (is_less) {
        add(Kind::loop_one_more, i, extent, {{whole, weak}});
      }
      return;
    }
    add(Kind::test_dropped, i, extent, {{whole, is_less ? "true" : "false"}});
    add(Kind::test_weakened, i, extent, {{whole, weak}});
  }

  // b[p * n + col]
  void change_row_length(int i) {
    const DeclaredName* const matrix = names_.meaning(i);
    if (matrix == nullptr || matrix->kind != DeclaredName::Kind::parameter ||
        !matrix->type.ends_with('*') || !tokens_.at(i + 1).is("[")) {
      return;
    }
    const int end = tokens_.at(i + 1).partner;
    for (int j = i + 2; j < end; ++j) {
      if (!tokens_.at(j).is("*") || !code_.is_extent(j + 1)) {
        continue;
      }
      const DeclaredName* const width = names_.meaning(j + 1);
      for (const DeclaredName* other : names_.numbers(DeclaredName::Kind::parameter, j)) {
        if (other != width && other->type == width->type) {
          add(Kind::row_length, i, std::string(tokens_.at(i).text),
              {{{j + 1, j + 1}, std::string(other->name)}});
        }
      }
    }
  }

  // inside ? a[...] : 0.0f, and tile[y][x] = 0.0f;
  void fill_with_one(int i) {
    const std::string_view value = tokens_.at(i + 1).text;
    const bool is_zero =
        tokens_.at(i + 1).kind == TokenKind::number && value.find_first_not_of("0.f") == value.npos;
    if (!is_zero || !tokens_.at(i + 2).is(";")) {
      return;
    }
    const int begin = statement_begin(i);
    const int array = tokens_.at(begin).kind == TokenKind::identifier ? begin : begin + 1;
    const bool is_store = tokens_.at(array + 1).is("[") && names_.meaning(array) != nullptr &&
                          names_.meaning(array)->is_array();
    const bool is_otherwise = tokens_.at(i).is(":") && is_store;
    const bool is_plain = tokens_.at(i).is("=") && tokens_.at(i - 1).is("]") && is_store;
    if (is_otherwise || is_plain) {
      add(Kind::one_for_zero, i + 1, std::string(tokens_.at(array).text),
          {{{i + 1, i + 1}, "1.0f"}});
    }
  }

  int statement_begin(int token) const {
    int first = token;
    while (first > 0 && !tokens_.at(first - 1).is_any({";", "{", "}", "else"})) {
      const int partner = tokens_.at(first - 1).partner;
      if (tokens_.at(first - 1).is(")") && partner > 0 && tokens_.at(partner - 1).is("if")) {
        break;
      }
      first = partner >= 0 && partner < first ? partner : first - 1;
    }
    return first;
  }

  // (n + kTile - 1) / kTile, in the host's code
  void round_down(int slash) {
    const int close = slash - 1, open = tokens_.at(close).partner;
    const bool is_usual = open > 0 && close - open == 6 && tokens_.at(close).is(")") &&
                          tokens_.at(open + 2).is("+") && tokens_.at(open + 4).is("-") &&
                          tokens_.at(open + 5).is("1") &&
                          tokens_.at(open + 3).text == tokens_.at(slash + 1).text;
    if (is_usual && outline_.function_around(slash) != nullptr) {
      const std::string extent(tokens_.at(open + 1).text), unit(tokens_.at(slash + 1).text);
      add(Kind::grid_rounded_down, slash, extent,
          {{{open, slash + 1}, fmt::format("{} / {}", extent, unit)}});
    }
  }

  // __shared__ float b_tile[kTile][kTile]
  void pad(int shared) {
    for (int i = shared + 1; !tokens_.at(i).text.empty() && !tokens_.at(i).is(";"); ++i) {
      const int first_end = tokens_.at(i + 1).is("[") ? tokens_.at(i + 1).partner : -1;
      if (tokens_.at(i).kind != TokenKind::identifier || first_end < 0 ||
          !tokens_.at(first_end + 1).is("[") || tokens_.at(first_end + 2).is("]")) {
        continue;
      }
      int open = first_end + 1;
      while (tokens_.at(tokens_.at(open).partner + 1).is("[")) {
        open = tokens_.at(open).partner + 1;
      }
      const int close = tokens_.at(open).partner;
      const Span extent{open + 1, close - 1};
      const bool is_padded = close - open > 3 && tokens_.at(close - 2).is("+");
      add(Kind::row_padded, i, std::string(tokens_.at(i).text),
          {{extent, is_padded ? code_.text({open + 1, close - 3}) : code_.text(extent) + " + 1"}});
      i = close;
    }
  }

  void exchange_axes() {
    std::vector<Edit> edits;
    bool has_x = false, has_y = false;
    for (int i = 0; i < tokens_.size(); ++i) {
      const Token& axis = tokens_.at(i + 2);
      if (tokens_.at(i).is("threadIdx") && axis.is_any({"x", "y"})) {
        has_x |= axis.is("x");
        has_y |= axis.is("y");
        edits.push_back({{i, i + 2}, axis.is("x") ? "threadIdx.y" : "threadIdx.x"});
      }
    }
    if (has_x && has_y) {
      add(Kind::axes_exchanged, edits.front().span.first, "", edits);
    }
  }

  void halve_constants() {
    static const std::regex kConstant(
        R"(^\s*(?:#\s*define|(?:static\s+)?(?:constexpr|const)\s+(?:unsigned\s+|unsigned|int\s*)+)"
        R"()\s*(\w+)(?:\s*=\s*|\s+)(\d{1,4})\s*(?:;.*|//.*)?$)");
    constexpr int kLeast = 8;
    std::size_t at = 0;
    for (int line = 1; at < source_.size(); ++line) {
      const std::size_t end = std::min(source_.find('\n', at), source_.size());
      const std::string row = source_.substr(at, end - at);
      std::smatch match;
      if (row.size() < 200 && std::regex_match(row, match, kConstant)) {
        const int value = std::stoi(match[2]);
        if (value >= kLeast && value % 2 == 0) {
          const std::string half = std::to_string(value / 2);
          std::string text = source_;
          text.replace(at + std::size_t(match.position(2)), match[2].length(), half);
          found_.push_back({Kind::constant_halved, line, match[2], half, match[1], text});
        }
      }
      at = end + 1;
    }
  }

  const std::string& source_;
  const EditableCode code_;
  const simt::Tokens& tokens_ = code_.tokens();
  const simt::Outline& outline_ = code_.outline();
  const NamesInScope& names_ = code_.names();
  std::vector<Experiment> found_;
};

}  // namespace

std::vector<Experiment> experiments_on(const std::string& source) {
  return Experimenter(source).all();
}

}  // namespace gemmlab
