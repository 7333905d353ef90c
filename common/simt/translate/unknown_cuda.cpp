// CUDA that the simulator does not know yet. Named here, since the compiler would only say that
// something is not declared.
#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include "common/simt/translate/passes.h"
#include "common/simt/translate/translate.h"
#include "common/simt/translate/unknown_cuda_table.h"

namespace simt {
namespace {

// A row of unknown_cuda.table.
struct Unknown {
  std::string kind;   // "word", "group", "header"
  std::string begin;  // of the word or of the header's name
  std::string what;
};

const std::vector<Unknown>& all_unknown() {
  static const std::vector<Unknown> all = [] {
    std::vector<Unknown> rows;
    std::istringstream lines{kUnknownCudaTable};
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      Unknown row;
      if (!line.starts_with('#') && words >> row.kind >> row.begin) {
        std::getline(words >> std::ws, row.what);
        rows.push_back(std::move(row));
      }
    }
    return rows;
  }();
  return all;
}

const Unknown* find_unknown(std::string_view kind, std::string_view word) {
  const auto& all = all_unknown();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Unknown& row) {
    return row.kind == kind && word.starts_with(row.begin);
  });
  return found == all.end() ? nullptr : &*found;
}

std::string not_known(const std::string& what) {
  return "the simulator does not know " + what +
         " yet, so it cannot run this file: write the kernel without";
}

}  // namespace

std::optional<std::string> unknown_header(std::string_view header) {
  for (const std::string_view folder : {"/include/", "/cccl/"}) {
    const std::size_t at = header.rfind(folder);
    if (at != std::string_view::npos) {
      header.remove_prefix(at + folder.size());
    }
  }
  return find_unknown("header", header) != nullptr
             ? std::optional(not_known("<" + std::string(header) + ">"))
             : std::nullopt;
}

namespace {

bool is_wide_tile(const Tokens& tokens, int index) {
  constexpr auto kSizes = std::to_array<std::string_view>({"64", "128", "256", "512", "1024"});
  const Token& word = tokens.at(index);
  return (word.is("tiled_partition") || word.is("thread_block_tile")) &&
         tokens.at(index + 1).is("<") &&
         std::find(kSizes.begin(), kSizes.end(), tokens.at(index + 2).text) != kSizes.end();
}

}  // namespace

void name_what_is_unknown(const Rewrite& rewrite) {
  const Tokens& tokens = rewrite.tokens();
  for (const Inclusion& inclusion : tokens.inclusions) {
    if (const std::optional<std::string> message = unknown_header(inclusion.header)) {
      throw TranslateError{TranslateError::Kind::unknown, tokens.files[inclusion.file],
                           inclusion.line, *message};
    }
  }
  const bool uses_groups = std::any_of(tokens.all.begin(), tokens.all.end(),
                                       [](const Token& t) { return t.is("cooperative_groups"); });
  for (int i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens.at(i);
    if (token.kind != TokenKind::identifier) {
      continue;
    }
    if (uses_groups && is_wide_tile(tokens, i)) {
      throw rewrite.error(TranslateError::Kind::unknown, i,
                          not_known("tiles of more than 32 threads"));
    }
    const Unknown* unknown = find_unknown("word", token.text);
    if (unknown == nullptr && uses_groups) {
      unknown = find_unknown("group", token.text);
    }
    if (unknown != nullptr) {
      throw rewrite.error(TranslateError::Kind::unknown, i,
                          not_known(unknown->what + " (" + std::string(token.text) + ")"));
    }
  }
}

}  // namespace simt
