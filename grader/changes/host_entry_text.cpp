#include <set>
#include <string_view>

#include "grader/changes/change_writer.h"

namespace gemmlab {
namespace {

using simt::Tokens;

// Of matmul_host; empty if it is not there.
Span body_of(const Tokens& tokens) {
  for (int i = 0; i < tokens.size(); ++i) {
    const int brace = tokens.at(i + 1).is("(") ? tokens.at(i + 1).partner + 1 : 0;
    if (tokens.at(i).is("matmul_host") && tokens.at(brace).is("{")) {
      return {brace, tokens.at(brace).partner};
    }
  }
  return {0, -1};
}

// The names in the arguments of a call, whose ( is at `open`.
std::set<std::string_view> names_in(const Tokens& tokens, int open) {
  std::set<std::string_view> names;
  for (int i = open; i < tokens.at(open).partner; ++i) {
    if (tokens.at(i).kind == simt::TokenKind::identifier) {
      names.insert(tokens.at(i).text);
    }
  }
  return names;
}

int launch_in(const Tokens& tokens, Span body) {
  for (int i = body.first; i <= body.last; ++i) {
    if (tokens.at(i).is("<<<") || (tokens.at(i).is("matmul") && tokens.at(i + 1).is("("))) {
      return i;
    }
  }
  return -1;
}

// The name that is the launch's argument at that place; empty if it is more than a name.
std::string_view argument(const Tokens& tokens, int launch, int place) {
  int i = tokens.find(launch + 1, {"("}, {";"});
  i = tokens.at(launch).is("<<<") ? tokens.find(tokens.find(launch, {">>>"}, {";"}), {"("}) : i;
  for (++i; place > 0 && i > 0; --place) {
    i = tokens.find(i, {","}, {")"}) + 1;
  }
  return tokens.at(i + 1).is_any({",", ")"}) ? tokens.at(i).text : "";
}

}  // namespace

std::vector<int> lines_about_matrix(const std::string& source, int matrix) {
  const Tokens tokens = tokens_of(source);
  const Span body = body_of(tokens);
  const int launch = launch_in(tokens, body);
  const std::string_view name = launch < 0 ? "" : argument(tokens, launch, matrix);
  std::vector<int> lines;
  for (int i = body.first; i <= body.last; ++i) {
    if (tokens.at(i).is_any({"cudaMalloc", "cudaMemcpy"}) && !name.empty() &&
        names_in(tokens, i + 1).contains(name)) {
      lines.push_back(tokens.at(i).line);
    }
  }
  return lines;
}

std::vector<int> lines_of_launch(const std::string& source) {
  const Tokens tokens = tokens_of(source);
  const int launch = launch_in(tokens, body_of(tokens));
  return launch < 0 ? std::vector<int>() : std::vector{tokens.at(launch).line};
}

std::vector<int> lines_never_freed(const std::string& source) {
  const Tokens tokens = tokens_of(source);
  const Span body = body_of(tokens);
  std::set<std::string_view> freed;
  for (int i = body.first; i <= body.last; ++i) {
    if (tokens.at(i).is("cudaFree")) {
      freed.merge(names_in(tokens, i + 1));
    }
  }
  std::vector<int> lines;
  for (int i = body.first; i <= body.last; ++i) {
    const int end = tokens.at(i).is("cudaMalloc") ? tokens.at(i + 1).partner : i;
    for (int j = i + 1; j < end; ++j) {
      if (tokens.at(j).is("&") && !freed.contains(tokens.at(j + 1).text)) {
        lines.push_back(tokens.at(j).line);
      }
    }
  }
  return lines;
}

std::vector<int> lines_about_errors(const std::string& source) {
  const Tokens tokens = tokens_of(source);
  const Span body = body_of(tokens);
  std::vector<int> lines;
  for (int i = body.last; i > body.first; --i) {
    const bool is_last_return = lines.empty() && tokens.at(i).is("return");
    const bool asks = tokens.at(i).is_any({"cudaGetLastError", "cudaPeekAtLastError"});
    if (is_last_return || (asks && !lines.empty())) {
      lines.push_back(tokens.at(i).line);
    }
  }
  return lines;
}

std::vector<int> lines_of_extents(const std::string& source, int line) {
  const Tokens tokens = tokens_of(source);
  const NamesInScope names(tokens);
  std::vector<int> lines;
  for (int i = 0; i < tokens.size(); ++i) {
    const int end =
        tokens.at(i).is("<<<") && tokens.at(i).line == line ? tokens.find(i, {">>>"}, {";"}) : -1;
    for (int j = i; j < end; ++j) {
      const DeclaredName* const name = names.meaning(j);
      if (name != nullptr && name->type == "dim3") {
        lines.push_back(tokens.at(name->at).line);
      }
    }
  }
  return lines;
}

}  // namespace gemmlab
