#include "common/simt/translate/refusals.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "common/simt/translate/builtins.h"
#include "common/simt/translate/inline_ptx.h"
#include "common/simt/translate/lexer.h"
#include "common/simt/translate/rewrite.h"
#include "common/simt/translate/tokens.h"
#include "common/simt/translate/translate_error.h"

namespace simt {
namespace {

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

bool has_literal_argument(const Tokens& tokens, int index) {
  return tokens.at(index + 1).is("(") && tokens.at(index + 3).is(")") &&
         tokens.at(index + 2).kind == TokenKind::literal;
}

bool is_hook_name(std::string_view word) {
  constexpr std::array<std::string_view, 11> kPrefixes = {
      "__asan_",  "__builtin___", "__emutls_", "__interceptor_", "__sanitizer_", "__tsan_",
      "__ubsan_", "__wrap_",      "__real_",   "_ZN4simt",       "simt_"};
  return std::ranges::any_of(kPrefixes,
                             [word](std::string_view prefix) { return word.starts_with(prefix); });
}

bool changes_code_generation(std::string_view attribute) {
  const Token word{.text = without_underscores(attribute)};
  return word.is_any({"alias", "ifunc", "naked", "optimize", "section", "target", "target_clones"});
}

constexpr const char* kUnseen = ", so the simulator cannot see what this kernel does";

std::string unseen_builtin(std::string_view word) {
  return "'" + std::string(word) + "' may access memory unseen" + kUnseen +
         ": call a function of CUDA C++, for example atomicAdd() or __popc()";
}

[[noreturn]] void refuse(const Rewrite& rewrite, int index, const std::string& what) {
  throw rewrite.error(TranslateError::Kind::refused, index, what + kUnseen);
}

void refuse_attribute(const Rewrite& rewrite, int index) {
  const Token& token = rewrite.tokens().at(index);
  rewrite.require(without_underscores(token.text) != "vector_size", index,
                  "nvcc does not compile the attribute 'vector_size': use float4, or an array");
  if (token.kind == TokenKind::identifier && changes_code_generation(token.text)) {
    refuse(rewrite, index,
           "the attribute '" + std::string(token.text) + "' changes how this function is compiled");
  }
}

// Only the first words count: `#pragma unroll target` requests `target` copies.
void refuse_pragma(const Rewrite& rewrite, int index) {
  const Tokens words = lex_source(rewrite.tokens().at(index).text);
  int at = 0;
  while (words.at(at).is_any({"#", "pragma", "GCC", "clang"})) {
    ++at;
  }
  // nvcc and g++ skip what clang alone knows, which may change what clang checks.
  const bool is_clangs = at > 0 && words.at(at - 1).is("clang");
  if (is_clangs && !words.at(at).is_any({"diagnostic", "fp", "loop", "unroll"})) {
    refuse(rewrite, index, "this pragma means something to one compiler only");
  }
  if (words.at(at).is_any({"optimize", "target", "push_options", "pop_options", "reset_options",
                           "attribute", "redefine_extname", "weak"})) {
    refuse(rewrite, index, "this pragma changes how the file is compiled");
  }
}

void refuse_word(const Rewrite& rewrite, int index) {
  const Token& token = rewrite.tokens().at(index);
  const std::string word(token.text);
  rewrite.require(!token.is_any({"__float128", "_Float128", "_Float16"}), index,
                  "nvcc has no '" + word + "' for this GPU: use float or double");
  rewrite.require(!(token.is("goto") && rewrite.tokens().at(index + 1).is("*")), index,
                  "nvcc does not compile a goto to a computed place");
  if (is_asm(token)) {
    if (std::string why = why_ptx_is_refused(rewrite.tokens(), index); !why.empty()) {
      throw rewrite.error(TranslateError::Kind::refused, index, std::move(why));
    }
    return;
  }
  const bool is_of_va_start = token.is_marked && word.starts_with("__builtin_va_");
  if (std::string why = why_refused(word); !why.empty() && !is_of_va_start) {
    throw rewrite.error(TranslateError::Kind::refused, index, std::move(why));
  }
  if (needs_literal(word) && !has_literal_argument(rewrite.tokens(), index)) {
    throw rewrite.error(TranslateError::Kind::refused, index, unseen_builtin(word));
  }
}

}  // namespace

std::string why_refused(std::string_view word) {
  const std::string quoted = "'" + std::string(word) + "'";
  // Also in host code: which code is a kernel's is not known here.
  if (is_builtin(word) && !accesses_no_memory(word)) {
    return unseen_builtin(word);
  }
  if (switches_hooks_off(word)) {
    return quoted + " turns the analysis off" + kUnseen;
  }
  if (is_hook_name(word) || word == "simt") {
    return quoted + " belongs to the simulator: a lab file cannot use it";
  }
  return "";
}

void refuse_what_hides_accesses(const Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  if (const Token& forged = tokens.forged; forged.line > 0) {
    throw TranslateError{TranslateError::Kind::refused, tokens.files[forged.file], forged.line,
                         kForgedPosition};
  }
  int attributes_until = 0;
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    if (!token.is("alignas")) {
      attributes_until = std::max(attributes_until, attribute_end(tokens, i));
    }
    if (i < attributes_until) {
      refuse_attribute(rewrite, i);
    }
    if (token.kind == TokenKind::directive) {
      refuse_pragma(rewrite, i);
    } else if (token.kind == TokenKind::identifier) {
      refuse_word(rewrite, i);
    }
  }
}

}  // namespace simt
