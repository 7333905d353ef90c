// Whether two compilers read the same of a student's file: one checks CUDA's rules, the other
// compiles what runs, and a file can ask which of them reads it.
#include "common/simt/translate/alike.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "common/simt/translate/lexer.h"
#include "common/simt/translate/student_source.h"
#include "common/simt/translate/tokens.h"

namespace simt {
namespace {

constexpr const char* kOtherLines =
    "compilers do not agree on whether this part belongs to the program: an #if asks which one "
    "reads the file. What is checked must be what runs, so ask for nothing that differs, such as "
    "__clang__, __GNUC__ or __has_builtin";

std::string other_name(std::string_view name) {
  return "'" + std::string(name) +
         "' is not the same for all compilers that read this file, and what is checked must be "
         "what runs: write the value itself";
}

// The lines of a source in pieces of which an #if keeps all or nothing: each line in which a
// directive may begin is one, and so are the lines between two of them.
class Pieces {
 public:
  explicit Pieces(std::string_view source) {
    const std::string joined = without_splices(source);
    const std::string_view text = joined;
    for (std::size_t at = 0; at <= text.size();) {
      const std::string_view line = text.substr(at, text.find('\n', at) - at);
      const bool is_directive = may_begin_directive(line);
      if (is_directive || firsts_.empty() || is_after_directive_) {
        firsts_.push_back(number_);
      }
      is_after_directive_ = is_directive;
      ++number_;
      at += line.size() + 1;
    }
  }
  // The first line of the piece with that line.
  int first(int line) const {
    const auto after = std::ranges::upper_bound(firsts_, line);
    return after == firsts_.begin() ? 1 : *(after - 1);
  }

 private:
  static bool may_begin_directive(std::string_view line) {
    const std::size_t hash = std::min(line.find('#'), line.find("%:"));
    return hash != line.npos && (line.find_first_not_of(" \t\f\v\r") == hash ||
                                 line.substr(0, hash).find("*/") != line.npos);
  }

  std::vector<int> firsts_;
  int number_ = 1;
  bool is_after_directive_ = false;
};

struct Visit {
  std::string file;
  int line = 0;  // the piece's first
  bool operator==(const Visit&) const = default;
};

bool says_once(const Token& token) {
  return token.kind == TokenKind::directive && token.text.starts_with("#pragma once");
}

// The pieces of the student's files with text, in its order.
std::vector<Visit> visits(std::string_view preprocessed, const Sources& sources,
                          const IsTrusted& is_trusted) {
  const Tokens tokens = lex(preprocessed, is_trusted);
  std::vector<std::optional<Pieces>> pieces(tokens.files.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (const auto source = sources.find(tokens.files[i]); source != sources.end()) {
      pieces[i].emplace(source->second);
    }
  }
  std::vector<Visit> found;
  for (const Token& token : tokens.all) {
    if (pieces[token.file] && !says_once(token)) {
      Visit visit{tokens.files[token.file], pieces[token.file]->first(token.line)};
      if (found.empty() || found.back() != visit) {
        found.push_back(std::move(visit));
      }
    }
  }
  return found;
}

// Whether the words, put together with ##, may make the name.
bool may_make(const Names& words, std::string_view name) {
  std::vector<bool> reached(name.size() + 1);
  reached[0] = true;
  for (std::size_t end = 1; end <= name.size(); ++end) {
    for (std::size_t begin = 0; begin < end && !reached[end]; ++begin) {
      reached[end] = reached[begin] && words.contains(name.substr(begin, end - begin));
    }
  }
  return reached[name.size()];
}

// Whether the name is one of those, or of a compiler's macros that no list has.
bool is_compilers(std::string_view word, const Names& names) {
  return names.contains(word) || word.starts_with("__has_") || word.starts_with("__is_target_") ||
         word == "__is_identifier" || word == "__building_module" ||
         word == "__PRETTY_FUNCTION__" || word == "source_location";
}

bool is_pasting(const Tokens& tokens, int index) {
  const Token &token = tokens.at(index), &before = tokens.at(index - 1);
  return (token.is("#") && before.is("#")) ||
         (token.is(":") && before.is("%") && tokens.at(index - 2).is(":"));
}

bool begins_condition(const Tokens& tokens, int index) {
  const Token &token = tokens.at(index), &before = tokens.at(index - 1);
  return token.is_any({"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef"}) &&
         before.is_any({"#", ":"}) && before.line == token.line;
}

std::optional<TranslateError> other_name_in(std::string_view source, const std::string& file,
                                            const Names& names,
                                            const std::function<bool(int line)>& is_kept) {
  const std::string joined = without_splices(source);
  const Tokens tokens = lex_source(joined);
  Names words;
  int pasted_in = 0, condition_in = 0;
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    // A condition may ask for all: which lines it keeps shows whether the answers differ.
    condition_in = begins_condition(tokens, i) ? token.line : condition_in;
    if (token.line == condition_in || !is_kept(token.line)) {
      continue;
    }
    pasted_in = pasted_in == 0 && is_pasting(tokens, i) ? token.line : pasted_in;
    if (token.kind == TokenKind::identifier && is_compilers(token.text, names)) {
      return TranslateError{TranslateError::Kind::syntax, file, token.line, other_name(token.text)};
    }
    if (token.kind == TokenKind::identifier || token.kind == TokenKind::number) {
      words.emplace(token.text);
    }
  }
  for (const std::string& name : names) {
    if (pasted_in != 0 && may_make(words, name)) {
      return TranslateError{TranslateError::Kind::syntax, file, pasted_in,
                            "## may make a name here: " + other_name(name)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<TranslateError> find_other_lines(std::string_view one, std::string_view other,
                                               const Sources& sources,
                                               const IsTrusted& is_trusted) {
  const std::vector<Visit> first = visits(one, sources, is_trusted);
  const std::vector<Visit> second = visits(other, sources, is_trusted);
  const auto [in_first, in_second] =
      std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  if (in_first == first.end() && in_second == second.end()) {
    return std::nullopt;
  }
  const bool is_first_earlier =
      in_second == second.end() || (in_first != first.end() && in_first->file == in_second->file &&
                                    in_first->line < in_second->line);
  const Visit& where = is_first_earlier ? *in_first : *in_second;
  return TranslateError{TranslateError::Kind::syntax, where.file, where.line, kOtherLines};
}

std::optional<TranslateError> find_other_names(std::string_view preprocessed,
                                               const Sources& sources, const IsTrusted& is_trusted,
                                               const Names& names) {
  const std::vector<Visit> kept = visits(preprocessed, sources, is_trusted);
  std::optional<TranslateError> found;
  for (const auto& each : sources) {
    const auto& file = each.first;  // a name that a lambda may capture
    const Pieces pieces(each.second);
    found = found ? found : other_name_in(each.second, file, names, [&](int line) {
      return std::ranges::find(kept, Visit{file, pieces.first(line)}) != kept.end();
    });
  }
  return found;
}

bool may_ask_compilers(std::string_view source, const Names& names) {
  const std::string joined = without_splices(source);
  if (has_condition(joined)) {
    return true;
  }
  const std::string_view text = joined;
  bool is_named = text.find("##") != text.npos || text.find("%:%:") != text.npos;
  for (std::size_t at = 0; at < text.size() && !is_named;) {
    const auto continues = [&](std::size_t i) {
      return i < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
    };
    std::size_t end = at;
    while (continues(end)) {
      ++end;
    }
    is_named = end > at && is_compilers(text.substr(at, end - at), names);
    at = std::max(end, at + 1);
  }
  return is_named;
}

}  // namespace simt
