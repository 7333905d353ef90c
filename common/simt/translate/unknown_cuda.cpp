#include "common/simt/translate/unknown_cuda.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/facts/text_table.h"
#include "common/simt/translate/lexer.h"
#include "common/simt/translate/outline.h"
#include "common/simt/translate/rewrite.h"
#include "common/simt/translate/tokens.h"
#include "common/simt/translate/toolkit_headers.h"
#include "common/simt/translate/translate_error.h"
#include "common/simt/translate/unknown_cuda_table.h"

namespace simt {
namespace {

using gemmlab::read_table;
using gemmlab::TableRow;

// A row of unknown_cuda.table.
struct Unknown {
  std::string kind;   // "word", "group", "kernel", "header"
  std::string begin;  // of the word or of the header's name; in a kernel the whole word
  std::string what;
};

std::vector<Unknown> all_unknown() {
  std::vector<Unknown> rows;
  for (const TableRow& row :
       read_table(kUnknownCudaTable, "common/simt/translate/unknown_cuda.table",
                  {"kind", "begin", "what"})) {
    rows.push_back({row.text("kind"), row.text("begin"), row.text("what")});
  }
  return rows;
}

const Unknown* find_unknown(std::string_view kind, std::string_view word) {
  static const std::vector<Unknown> all = all_unknown();
  const auto found = std::ranges::find_if(all, [&](const Unknown& row) {
    return row.kind == kind && word.starts_with(row.begin) &&
           (kind != "kernel" || word == row.begin);
  });
  return found == all.end() ? nullptr : &*found;
}

std::string not_known(const std::string& what) {
  return "the simulator does not support " + what +
         " yet, so it cannot run this file: write the kernel without it";
}

using Names = std::map<std::string, std::set<std::string>, std::less<>>;

// By header, or by a folder of headers: what a program that includes it knows of CUDA, but not
// here.
const Names& lacking_names() {
  static const Names names = [] {
    Names all;
    for (const TableRow& row : read_table(kCudaNamesTable, "common/simt/translate/cuda_names.table",
                                          {"header", "names"})) {
      const std::vector<std::string> words = row.words("names");
      all[row.text("header")].insert(words.begin(), words.end());
    }
    return all;
  }();
  return names;
}

bool is_lacking(std::string_view header, const std::string& name) {
  const auto found = lacking_names().find(header);
  return found != lacking_names().end() && found->second.count(name) != 0;
}

// What a program that includes the header uses, in words; empty if it lacks nothing by that name.
// `outer`: the word before, which may be the class of a member.
std::string lacking_by(const std::string& header, const std::string& outer,
                       const std::string& name) {
  if (const std::string meaning = meaning_in_toolkit(header, name); !meaning.empty()) {
    return meaning + " (" + name + ")";
  }
  const std::string_view folder = std::string_view(header).substr(0, header.find('/') + 1);
  for (const std::string_view where : {std::string_view(header), folder}) {
    if (is_lacking(where, name) || is_lacking(where, name + '#') ||
        is_lacking(where, outer + '.' + name)) {
      const std::string part = toolkit_part(header);
      return part.empty() ? "'" + name + "'" : part + " (" + name + ")";
    }
  }
  return "";
}

bool is_only_for_gpus(const Tokens& tokens, const Function& function) {
  bool is_for_gpus = false;
  for (int i = function.first; i < function.body.first; ++i) {
    if (tokens.at(i).is("__host__")) {
      return false;
    }
    is_for_gpus = is_for_gpus || is_device(tokens, i);
  }
  return is_for_gpus;
}

// What uses the heap of a GPU here; nothing if it is `new (place) T`, a member, or `= delete`.
const Unknown* find_heap_use(const Tokens& tokens, int index) {
  const Token &token = tokens.at(index), &before = tokens.at(index - 1);
  const bool is_called = tokens.at(index + 1).is("(");
  const bool is_heaps = token.is("new")      ? !is_called
                        : token.is("delete") ? !before.is("=")
                                             : is_called && before.kind == TokenKind::punctuation &&
                                                   !before.is_any({".", "->"});
  return is_heaps && !before.is("operator") ? find_unknown("kernel", token.text) : nullptr;
}

bool is_wide_tile(const Tokens& tokens, int index) {
  return tokens.at(index).is_any({"tiled_partition", "thread_block_tile"}) &&
         tokens.at(index + 1).is("<") &&
         tokens.at(index + 2).is_any({"64", "128", "256", "512", "1024"});
}

// Of nvcuda::wmma: what its fragments cannot be of here; empty: nothing.
std::string unknown_fragment(const Tokens& tokens, int index) {
  constexpr int kMostTokens = 60;  // of a fragment's arguments
  if (tokens.at(index).is("experimental") && tokens.at(index - 1).is("::") &&
      tokens.at(index - 2).is("wmma")) {
    return "tensor cores' products of 4-bit and of 1-bit numbers (experimental)";
  }
  if (!tokens.at(index).is("fragment") || !tokens.at(index + 1).is("<")) {
    return "";
  }
  for (int i = index + 2; i < index + kMostTokens && !tokens.at(i).is_any({">", ";"}); ++i) {
    if (tokens.at(i).is("double")) {
      return "tensor cores' products of doubles (fragment)";
    }
  }
  return "";
}

}  // namespace

std::optional<std::string> unknown_header(std::string_view header) {
  for (const std::string_view folder : {"/include/", "/cccl/"}) {
    const std::size_t at = header.rfind(folder);
    if (at != std::string_view::npos) {
      header.remove_prefix(at + folder.size());
    }
  }
  if (find_unknown("header", header) == nullptr && !toolkit_header(header)) {
    return std::nullopt;
  }
  return not_known("<" + std::string(header) + ">");
}

std::optional<std::string> unknown_name(std::string_view said,
                                        const std::set<std::string>& headers) {
  std::string outer;  // the word before, which may be the class of a member
  for (const Token& token : lex_source(said).all) {
    if (token.kind != TokenKind::literal || token.text.find('(') != token.text.npos) {
      continue;  // not quoted, or the signature of what is declared
    }
    for (const Token& word : lex_source(token.text.substr(1, token.text.size() - 2)).all) {
      const std::string name(word.text);
      for (const std::string& header : headers) {
        if (const std::string lacking = lacking_by(header, outer, name); !lacking.empty()) {
          return not_known(lacking);
        }
      }
      outer = name;
    }
  }
  return std::nullopt;
}

void name_what_is_unknown(const Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (const Inclusion& inclusion : tokens.inclusions) {
    if (const std::optional<std::string> message = unknown_header(inclusion.header)) {
      throw TranslateError{TranslateError::Kind::unknown, tokens.files[inclusion.file],
                           inclusion.line, *message};
    }
  }
  const bool uses_groups =
      std::ranges::any_of(tokens.all, [](const Token& t) { return t.is("cooperative_groups"); });
  const bool uses_fragments =
      std::ranges::any_of(tokens.all, [](const Token& t) { return t.is("wmma"); });
  const std::vector<Function>& functions = rewrite.outline().functions();
  auto next = functions.begin();
  int device_until = -1;
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    if (next != functions.end() && next->body.first == i) {
      device_until =
          is_only_for_gpus(tokens, *next) ? std::max(device_until, next->body.last) : device_until;
      ++next;
    }
    if (token.kind != TokenKind::identifier) {
      continue;
    }
    if (uses_groups && is_wide_tile(tokens, i)) {
      throw rewrite.error(TranslateError::Kind::unknown, i,
                          not_known("tiles of more than 32 threads"));
    }
    const std::string fragment = uses_fragments ? unknown_fragment(tokens, i) : "";
    if (!fragment.empty()) {
      throw rewrite.error(TranslateError::Kind::unknown, i, not_known(fragment));
    }
    const Unknown* unknown = find_unknown("word", token.text);
    if (unknown == nullptr && uses_groups) {
      unknown = find_unknown("group", token.text);
    }
    if (unknown == nullptr && i < device_until) {
      unknown = find_heap_use(tokens, i);
    }
    if (const std::string name(token.text); is_lacking("cuda_runtime.h", name + '#')) {
      throw rewrite.error(TranslateError::Kind::unknown, i, not_known(name));
    }
    if (unknown != nullptr) {
      throw rewrite.error(TranslateError::Kind::unknown, i,
                          not_known(unknown->what + " (" + std::string(token.text) + ")"));
    }
  }
}

}  // namespace simt
