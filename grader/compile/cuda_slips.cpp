#include "grader/compile/cuda_slips.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace gemmlab {
namespace {

using simt::Token;
using simt::TokenKind;
using simt::Tokens;

std::string plain(std::string_view word) {
  std::string letters;
  for (const unsigned char c : word) {
    if (c != '_') {
      letters += static_cast<char>(std::tolower(c));
    }
  }
  return letters;
}

// Equal but for one letter that is another, missing, too many, or in the place of its neighbour.
bool is_alike(std::string_view one, std::string_view other) {
  if (one.size() > other.size()) {
    std::swap(one, other);
  }
  const auto [a, b] = std::mismatch(one.begin(), one.end(), other.begin());
  const std::string_view rest(a, one.end()), longer(b, other.end());
  if (one.size() < other.size()) {
    return longer.size() == rest.size() + 1 && longer.substr(1) == rest;
  }
  const bool is_swapped = rest.size() >= 2 && rest[0] == longer[1] && rest[1] == longer[0] &&
                          rest.substr(2) == longer.substr(2);
  return rest.empty() || rest.substr(1) == longer.substr(1) || is_swapped;
}

// The word of CUDA that another one may mean; empty if it means none, or is it.
std::string meant_by(std::string_view word, const std::map<std::string, std::string>& words) {
  const std::string letters = plain(word);
  for (const auto& [each, spelling] : words) {
    const bool is_near = letters == each || (each.size() >= 6 && is_alike(letters, each));
    if (is_near && word != spelling) {
      return spelling;
    }
    if (word == spelling) {
      return "";
    }
  }
  return "";
}

// Whether the source itself gives the word a meaning.
bool is_defined(const Tokens& tokens, std::string_view word) {
  for (int i = 1; i < tokens.size(); ++i) {
    if (tokens.at(i).is(word) &&
        tokens.at(i - 1).is_any(
            {"define", "struct", "class", "union", "enum", "using", "typename", "namespace"})) {
      return true;
    }
  }
  return false;
}

std::optional<Slip> find_misspelt(const Tokens& tokens, int i) {
  static const std::map<std::string, std::string> qualifiers{
      {"constant", "__constant__"}, {"device", "__device__"}, {"global", "__global__"},
      {"host", "__host__"},         {"kernel", "__global__"}, {"shared", "__shared__"}};
  static const std::map<std::string, std::string> functions{{"syncthreads", "__syncthreads"},
                                                            {"syncwarp", "__syncwarp"}};
  static const std::map<std::string, std::string> indices{{"blockdim", "blockDim"},
                                                          {"blockidx", "blockIdx"},
                                                          {"griddim", "gridDim"},
                                                          {"threadidx", "threadIdx"}};
  const Token &token = tokens.at(i), &next = tokens.at(i + 1), &before = tokens.at(i - 1);
  std::string meant, slip = "spelling";
  if (next.kind == TokenKind::identifier) {
    meant = meant_by(token.text, qualifiers);
    slip = "qualifier";
  } else if (next.is("(")) {
    meant = meant_by(token.text, functions);
    meant += meant.empty() ? "" : "()";
  } else if (next.is(".") && tokens.at(i + 2).is_any({"x", "y", "z"})) {
    meant = meant_by(token.text, indices);
  }
  if (meant.empty() || before.is_any({".", "->", "::"}) || is_defined(tokens, token.text)) {
    return std::nullopt;
  }
  return Slip{token.line, slip_text(slip, fmt::arg("word", token.text), fmt::arg("meant", meant))};
}

// blockDim(0), threadIdx[1], and threadIdx + 1.
std::optional<Slip> find_index(const Tokens& tokens, int i) {
  const Token &token = tokens.at(i), &next = tokens.at(i + 1), &before = tokens.at(i - 1);
  if (!token.is_any({"blockDim", "blockIdx", "gridDim", "threadIdx"}) ||
      before.is_any({".", "->", "::", "dim3"})) {
    return std::nullopt;
  }
  const auto is_arithmetic = [](const Token& each) {
    return each.is_any({"+", "-", "*", "/", "%"});
  };
  const std::string name(token.text);
  if (next.is_any({"(", "["}) && next.partner > i) {
    constexpr std::array kParts{"x", "y", "z"};
    const Token& number = tokens.at(i + 2);
    const bool is_part = next.partner == i + 3 && number.is_any({"0", "1", "2"});
    const std::string meant = is_part ? name + '.' + kParts[number.text[0] - '0']
                                      : name + ".x, " + name + ".y or " + name + ".z";
    const std::string word =
        is_part ? fmt::format("{}{}{}{}", name, next.text, number.text, tokens.at(i + 3).text)
                : name;
    return Slip{token.line, slip_text(is_part ? "spelling" : "index", fmt::arg("word", word),
                                      fmt::arg("meant", meant))};
  }
  if (!next.is(".") && (is_arithmetic(next) || is_arithmetic(before))) {
    return Slip{token.line, slip_text("whole_index", fmt::arg("word", name))};
  }
  return std::nullopt;
}

// cudaMemcpy(x, y, ...) where x is const, and y is not.
std::optional<Slip> find_copy(const Tokens& tokens, int i) {
  const bool is_copy = tokens.at(i).is_any({"cudaMemcpy", "cudaMemcpyAsync"}) &&
                       tokens.at(i + 1).is("(") && tokens.at(i + 3).is(",") &&
                       tokens.at(i + 5).is(",");
  const auto is_const = [&](std::string_view name) {
    for (int j = 3; j < i; ++j) {
      if (tokens.at(j).is(name) && tokens.at(j - 1).is("*") && tokens.at(j - 3).is("const")) {
        return true;
      }
    }
    return false;
  };
  const std::string_view target = tokens.at(i + 2).text, source = tokens.at(i + 4).text;
  return is_copy && is_const(target) && !is_const(source)
             ? std::optional(Slip{tokens.at(i).line, slip_text("copy", fmt::arg("target", target),
                                                               fmt::arg("source", source))})
             : std::nullopt;
}

// Whether template <...> comes before, in the same declaration.
bool is_of_template(const Tokens& tokens, int i) {
  while (i > 0 && !tokens.at(i).is_any({";", "}", "#", "template"})) {
    --i;
  }
  return tokens.at(i).is("template");
}

// The kernels of the source that are no templates.
std::set<std::string_view> kernels_of(const Tokens& tokens) {
  std::set<std::string_view> kernels;
  for (int i = 0; i < tokens.size(); ++i) {
    if (!tokens.at(i).is("__global__") || is_of_template(tokens, i)) {
      continue;
    }
    int open = tokens.find(i, {"("}, {";", "{"});
    if (tokens.at(open - 1).is("__launch_bounds__")) {
      open = tokens.find(tokens.at(open).partner + 1, {"("}, {";", "{"});
    }
    if (open > i && tokens.at(open - 1).kind == TokenKind::identifier) {
      kernels.insert(tokens.at(open - 1).text);
    }
  }
  return kernels;
}

// k<<g, b>>>(...), k<<<g, b>>(...), k<g, b>(...), k[g, b](...), k(...)<<<g, b>>>
bool is_bad_launch(const Tokens& tokens, int i) {
  const Token& next = tokens.at(i + 1);
  if (next.is("<<<")) {
    const int close = tokens.find(i + 2, {">>>"}, {";", "{", "}"});
    return close < 0 || tokens.at(i + 2).is("<") || tokens.at(close + 1).is(">");
  }
  return next.is_any({"<", "["}) || (next.is("(") && tokens.at(next.partner + 1).is("<<<"));
}

}  // namespace

std::optional<Slip> find_cuda_slip(const Tokens& tokens, const std::set<int>& error_lines) {
  const std::set<std::string_view> kernels = kernels_of(tokens);
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    if (token.kind != TokenKind::identifier || !error_lines.contains(token.line)) {
      continue;
    }
    std::optional<Slip> slip = find_misspelt(tokens, i);
    slip = slip ? slip : find_index(tokens, i);
    slip = slip ? slip : find_copy(tokens, i);
    if (!slip && kernels.contains(token.text) && is_bad_launch(tokens, i)) {
      slip = Slip{token.line, slip_text("launch", fmt::arg("kernel", token.text))};
    }
    if (slip) {
      return slip;
    }
  }
  return std::nullopt;
}

}  // namespace gemmlab
