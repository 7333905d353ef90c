// What the simulator refuses, since it would hide accesses from it or reach behind it.
#include <algorithm>
#include <array>

#include "common/simt/translate/passes.h"

namespace simt {
namespace {

using Kind = TranslateError::Kind;

constexpr std::string_view kNoVerdict = ", so the simulator could not see what this kernel does";

// "__optimize__" and "optimize" are the same attribute.
std::string_view without_underscores(std::string_view word) {
  if (word.size() > 4 && word.starts_with("__") && word.ends_with("__")) {
    return word.substr(2, word.size() - 4);
  }
  return word;
}

bool switches_hooks_off(std::string_view word) {
  word = without_underscores(word);
  return word.starts_with("no_sanitize") || word == "disable_sanitizer_instrumentation" ||
         word == "no_instrument_function";
}

bool is_hook_name(std::string_view word) {
  constexpr std::array<std::string_view, 9> kPrefixes = {
      "__asan_", "__emutls_", "__interceptor_", "__sanitizer_", "__tsan_",
      "__wrap_", "__real_",   "_ZN4simt",       "simt_"};
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [word](std::string_view prefix) { return word.starts_with(prefix); });
}

bool changes_code_generation(std::string_view attribute) {
  constexpr std::array<std::string_view, 6> kAttributes = {"alias",    "ifunc",  "naked",
                                                           "optimize", "target", "target_clones"};
  attribute = without_underscores(attribute);
  return std::find(kAttributes.begin(), kAttributes.end(), attribute) != kAttributes.end();
}

// Attributes stand in [[...]], __attribute__((...)) or __declspec(...).
int attributes_end(const Tokens& tokens, int index) {
  const Token& token = tokens.at(index);
  if (token.is_any({"__attribute__", "__attribute", "__declspec"})) {
    return tokens.at(index + 1).partner;
  }
  return token.is("[") && tokens.at(index + 1).is("[") ? token.partner : -1;
}

void refuse_attributes(const Rewrite& rewrite, int first, int last) {
  for (int i = first; i < last; ++i) {
    const Token& token = rewrite.tokens().at(i);
    if (token.kind == TokenKind::identifier && changes_code_generation(token.text)) {
      throw rewrite.error(Kind::refused, i,
                          "the attribute '" + std::string(token.text) +
                              "' changes how this function is compiled" + std::string(kNoVerdict));
    }
  }
}

// Only the first words count: `#pragma unroll target` asks for `target` copies.
void refuse_pragma(const Rewrite& rewrite, int index) {
  const Tokens words = lex_source(rewrite.tokens().at(index).text);
  int at = 0;
  while (words.at(at).is_any({"#", "pragma", "GCC", "clang"})) {
    ++at;
  }
  if (words.at(at).is_any({"optimize", "target", "push_options", "pop_options", "reset_options",
                           "attribute", "redefine_extname", "weak"})) {
    throw rewrite.error(Kind::refused, index,
                        "this pragma changes how the file is compiled" + std::string(kNoVerdict));
  }
}

void refuse_word(const Rewrite& rewrite, int index) {
  const Token& token = rewrite.tokens().at(index);
  const std::string word(token.text);
  if (token.is_any({"asm", "__asm", "__asm__"})) {
    throw rewrite.error(Kind::refused, index,
                        "inline assembly hides its memory accesses" + std::string(kNoVerdict) +
                            ": write it in CUDA C++, with __ldg(), fmaf() and the like");
  }
  if (switches_hooks_off(word)) {
    throw rewrite.error(Kind::refused, index,
                        "'" + word + "' switches the analysis off" + std::string(kNoVerdict));
  }
  if (is_hook_name(word) || word == "simt") {
    throw rewrite.error(Kind::refused, index,
                        "'" + word + "' belongs to the simulator: a lab file cannot use it");
  }
}

}  // namespace

void refuse_what_hides_accesses(const Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    if (token.kind == TokenKind::directive) {
      refuse_pragma(rewrite, i);
    } else if (token.kind == TokenKind::identifier) {
      refuse_word(rewrite, i);
    }
    refuse_attributes(rewrite, i, attributes_end(tokens, i));
  }
}

}  // namespace simt
