// What the simulator refuses because it would hide accesses or bypass the simulator.
#include <array>
#include <cctype>
#include <sstream>

#include "common/simt/translate/builtins.h"
#include "common/simt/translate/rewrite.h"

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

// The token at `index` may be such a builtin function, also in host code: which code is a kernel's
// is not known here.
bool accesses_memory_unseen(const Tokens& tokens, int index) {
  const std::string_view word = tokens.at(index).text;
  if (!is_builtin(word)) {
    return false;
  }
  const bool has_literal = tokens.at(index + 1).is("(") && tokens.at(index + 3).is(")") &&
                           tokens.at(index + 2).kind == TokenKind::literal;
  return !accesses_no_memory(word) || (needs_literal(word) && !has_literal);
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
  return word.is_any({"alias", "ifunc", "naked", "optimize", "target", "target_clones"});
}

[[noreturn]] void refuse(const Rewrite& rewrite, int index, const std::string& what,
                         const std::string& advice = "") {
  throw rewrite.error(TranslateError::Kind::refused, index,
                      what + ", so the simulator cannot see what this kernel does" + advice);
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
  if (words.at(at).is_any({"optimize", "target", "push_options", "pop_options", "reset_options",
                           "attribute", "redefine_extname", "weak"})) {
    refuse(rewrite, index, "this pragma changes how the file is compiled");
  }
}

void refuse_word(const Rewrite& rewrite, int index) {
  const Token& token = rewrite.tokens().at(index);
  const std::string word(token.text);
  if (token.is_any({"asm", "__asm", "__asm__"})) {
    refuse(rewrite, index, "inline assembly hides its memory accesses",
           ": write it in CUDA C++, for example with __ldg() or fmaf()");
  }
  rewrite.require(!token.is_any({"__float128", "_Float128", "_Float16"}), index,
                  "nvcc has no '" + word + "' for this GPU: use float or double");
  rewrite.require(!(token.is("goto") && rewrite.tokens().at(index + 1).is("*")), index,
                  "nvcc does not compile a goto to a computed place");
  if (accesses_memory_unseen(rewrite.tokens(), index)) {
    refuse(rewrite, index, "'" + word + "' may access memory unseen",
           ": call a function of CUDA C++, for example atomicAdd() or __popc()");
  }
  if (switches_hooks_off(word)) {
    refuse(rewrite, index, "'" + word + "' turns the analysis off");
  }
  if (is_hook_name(word) || word == "simt") {
    throw rewrite.error(TranslateError::Kind::refused, index,
                        "'" + word + "' belongs to the simulator: a lab file cannot use it");
  }
}

// Joins lines that end in a backslash, as the preprocessor does; later lines keep their numbers.
std::string without_splices(std::string_view source) {
  std::string joined;
  joined.reserve(source.size());
  std::string owed;  // newlines removed from the current line
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\\') {
      const std::size_t next = source.find_first_not_of(" \t\r", i + 1);
      if (next != std::string_view::npos && source[next] == '\n') {
        owed += '\n';
        i = next;
        continue;
      }
    }
    joined += source[i];
    if (source[i] == '\n') {
      joined += owed;
      owed.clear();
    }
  }
  return joined;
}

// The rest of a line after blanks and whole comments.
std::string_view without_lead(std::string_view line) {
  while (!line.empty()) {
    const std::size_t comment_end = line.starts_with("/*") ? line.find("*/", 2) : line.npos;
    if (comment_end != line.npos) {
      line.remove_prefix(comment_end + 2);
    } else if (std::isspace(static_cast<unsigned char>(line.front())) != 0) {
      line.remove_prefix(1);
    } else {
      break;
    }
  }
  return line;
}

bool continues_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// `# 12 "file"` and `#line 12`, at the beginning of a line or after any comment's end in it. Looks
// at text and not at tokens: what only our lexer takes for a string cannot hide them.
bool is_forged_position(std::string_view line) {
  for (std::size_t from = 0; from != line.npos;) {
    std::string_view rest = without_lead(line.substr(from));
    const std::size_t hash = rest.starts_with("#") ? 1 : rest.starts_with("%:") ? 2 : 0;
    rest = without_lead(rest.substr(hash));
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const bool is_line = rest.starts_with("line") && !(rest.size() > 4 && continues_word(rest[4]));
    if (hash > 0 &&
        (is_line || (digits > 0 && without_lead(rest.substr(digits)).starts_with('"')))) {
      return true;
    }
    const std::size_t comment_end = line.find("*/", from);
    from = comment_end == line.npos ? line.npos : comment_end + 2;
  }
  const std::size_t pragma = line.find("system_header");  // of GCC, or of clang
  return pragma != line.npos && (line.substr(0, pragma).find("GCC") != line.npos ||
                                 line.substr(0, pragma).find("clang") != line.npos);
}

// Follows comments of several lines as far as every compiler sees the same. Where one may begin in
// a literal or in a header's name, it and all after it count as code.
class SureComments {
 public:
  explicit SureComments(std::string_view source) : is_sure_(source.find("R\"") == source.npos) {}

  // The part of the next line behind such a comment.
  std::string_view code_of(std::string_view line) {
    if (is_open_) {
      const std::size_t end = line.find("*/");
      is_open_ = end == line.npos;
      line.remove_prefix(is_open_ ? line.size() : end + 2);
    }
    for (std::string_view rest = line; is_sure_ && !is_open_;) {
      const std::size_t begin = rest.find("/*"), end = rest.find("*/", begin + 2);
      if (begin == rest.npos) {
        break;
      }
      const std::string_view before = rest.substr(0, begin + 1);
      const std::string_view code = before.substr(0, before.find("//"));
      is_sure_ = code.find_first_of("\"'<") == rest.npos;
      if (code.size() < before.size()) {
        break;
      }
      is_open_ = is_sure_ && end == rest.npos;
      rest.remove_prefix(std::min(end, rest.size() - 2) + 2);
    }
    return line;
  }

 private:
  bool is_sure_, is_open_ = false;
};

}  // namespace

void refuse_what_hides_accesses(const Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
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

std::optional<TranslateError> find_forged_positions(std::string_view source,
                                                    std::string_view file) {
  const std::string joined = without_splices(source);
  std::istringstream lines(joined);
  SureComments comments(joined);
  int number = 0, forged = 0;
  for (std::string line; forged == 0 && std::getline(lines, line);) {
    ++number;
    forged = is_forged_position(comments.code_of(line)) ? number : 0;
  }
  const Tokens tokens = lex_source(joined);  // for `# 12` alone, which comments may contain
  for (int i = 0; forged == 0 && i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    const bool first_in_line = i == 0 || tokens.at(i - 1).line != token.line;
    const bool digraph = token.is("%") && tokens.at(i + 1).is(":");
    const bool marker = tokens.at(i + (digraph ? 2 : 1)).kind == TokenKind::number;
    forged = first_in_line && (token.is("#") || digraph) && marker ? token.line : 0;
  }
  if (forged == 0) {
    return std::nullopt;
  }
  return TranslateError{
      TranslateError::Kind::refused, std::string(file), forged,
      "#line and similar directives would move findings to wrong lines: remove this one, also from "
      "a comment or a string, where it could be hidden"};
}

}  // namespace simt
