#include "grader/changes/source_lines.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "grader/changes/index_range.h"

namespace gemmlab {
namespace {

using simt::Span;
using simt::Tokens;

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

}  // namespace

Span SourceLines::body_of_host() const {
  const auto found = std::ranges::find_if(outline_.functions(), [this](const auto& each) {
    return tokens_.at(each.name).is_any({"matmul_host", "step_host"});
  });
  return found == outline_.functions().end() ? Span{0, -1} : found->body;
}

int SourceLines::launch_in(Span body) const {
  for (int i = body.first; i <= body.last; ++i) {
    if (tokens_.at(i).is("<<<") || (tokens_.at(i).is("matmul") && tokens_.at(i + 1).is("("))) {
      return i;
    }
  }
  return -1;
}

// The name that is the launch's argument at that place; empty if it is more than a name.
std::string_view SourceLines::launch_argument(int place) const {
  const simt::Launch* const launch = outline_.launch_at(launch_);
  const std::vector<Span> all =
      outline_.arguments(launch != nullptr ? launch->parenthesis : launch_ + 1);
  const bool is_name = place < int(all.size()) && all[place].first == all[place].last;
  return is_name ? tokens_.at(all[place].first).text : "";
}

Span SourceLines::function_around(int line) const {
  const simt::Function* const found = outline_.function_at(line);
  return found != nullptr ? found->body : Span{0, tokens_.size() - 1};
}

std::vector<int> SourceLines::lines_containing(std::initializer_list<std::string_view> words,
                                               int near) const {
  const Span body = near > 0 ? function_around(near) : Span{0, tokens_.size() - 1};
  return lines_where(body, [&](int i) { return tokens_.at(i).is_any(words); });
}

std::vector<int> SourceLines::elements() const {
  return lines_where({0, tokens_.size() - 1}, [&](int i) {
    return tokens_.at(i).kind == simt::TokenKind::identifier && tokens_.at(i + 1).is("[") &&
           names_.declared_at(i) == nullptr && outline_.function_around(i) != nullptr;
  });
}

std::vector<int> SourceLines::elements_of(int matrix) const {
  std::vector<int> lines;
  for (const simt::Function& function : outline_.functions()) {
    std::vector<const DeclaredName*> pointers;
    for (const DeclaredName& name : names_.all()) {
      if (name.kind == DeclaredName::Kind::parameter && name.type.ends_with('*') &&
          function.parameters.first < name.at && name.at < function.parameters.last) {
        pointers.push_back(&name);
      }
    }
    if (pointers.size() >= 3) {
      const std::vector<int> own = lines_where(function.body, [&](int i) {
        return names_.meaning(i) == pointers[matrix] && tokens_.at(i + 1).is("[");
      });
      lines.insert(lines.end(), own.begin(), own.end());
    }
  }
  return lines;
}

bool SourceLines::calls_copy(int line) const {
  return any_index(0, tokens_.size(), [&](int i) {
    const simt::Token& each = tokens_.at(i);
    return each.line == line &&
           (each.text.starts_with("cudaMemcpy") || each.text.starts_with("cudaMemset") ||
            each.is_any({"memcpy", "memmove", "memset"}));
  });
}

std::vector<int> SourceLines::sums() const {
  return lines_where({0, tokens_.size() - 1},
                     [&](int i) { return tokens_.at(i).is("+") && tokens_.at(i + 1).is("="); });
}

std::vector<int> SourceLines::callers(int near) const {
  const simt::Function* const function = outline_.function_at(near);
  if (function == nullptr || function->name < 0) {
    return {};
  }
  const std::string_view name = tokens_.at(function->name).text;
  const std::vector<int> lines = lines_where({function->body.last, tokens_.size() - 1}, [&](int i) {
    const int end = tokens_.at(i + 1).is("<") ? tokens_.find(i + 2, {">"}, {";"}) : i;
    return tokens_.at(i).is(name) && tokens_.at(end + 1).is("(");
  });
  return {lines.rbegin(), lines.rend()};
}

std::vector<int> SourceLines::weak_barriers(int near) const {
  std::vector<int> lines =
      lines_containing({"__syncwarp", "__threadfence", "__threadfence_block"}, near);
  const std::vector<int> uncalled = lines_where(function_around(near), [&](int i) {
    return tokens_.at(i).is("__syncthreads") && !tokens_.at(i + 1).is("(");
  });
  lines.insert(lines.end(), uncalled.begin(), uncalled.end());
  return lines;
}

std::vector<int> SourceLines::guards_of(int line) const {
  const Span body = function_around(line);
  std::vector<int> lines, flags;                    // where a bool is declared, so far
  std::vector<int> leaving(tokens_.size() + 1, 0);  // the tokens before each that leave
  for (int i = 0; i < tokens_.size(); ++i) {
    leaving[i + 1] = leaving[i] + tokens_.at(i).is_any({"return", "continue", "break"});
  }
  const auto note = [&](Span condition) {  // also where what it asks for is computed
    std::set<std::string_view> asked;
    for (int i = condition.first; i <= condition.last; ++i) {
      asked.insert(tokens_.at(i).text);
    }
    for (const int flag : flags) {
      if (asked.contains(tokens_.at(flag + 1).text)) {
        lines.push_back(tokens_.at(flag).line);
      }
    }
  };
  for (int i = body.first; i <= body.last; ++i) {
    const Span guarded = tokens_.at(i).is("if") ? outline_.body_of(i) : Span{0, -1};
    if (tokens_.at(i).is("bool")) {
      flags.push_back(i);
    } else if (tokens_.at(i).is("?") && tokens_.at(i).line == line) {
      note({i - 1, i - 1});
    }
    if (guarded.last < 0 || tokens_.at(i).line > line) {
      continue;
    }
    if (tokens_.at(guarded.last).line >= line || leaving[guarded.last + 1] > leaving[i]) {
      lines.push_back(tokens_.at(i).line);
      note({i + 2, tokens_.at(i + 1).partner});
    }
  }
  return lines;
}

std::vector<int> SourceLines::declaration_of(std::string_view name) const {
  const auto found = std::ranges::find(names_.all(), name, &DeclaredName::name);
  return found == names_.all().end() ? std::vector<int>() : std::vector{tokens_.at(found->at).line};
}

// What it is declared with; empty: nothing, or the name is one of an array.
Span SourceLines::first_value(const DeclaredName& name) const {
  return name.is_array() ? Span{0, -1} : outline_.declarator(name.at).value;
}

std::vector<int> SourceLines::computed_for(int line, std::string_view of, bool axes) const {
  std::vector<const DeclaredName*> used;
  const auto use = [&](int i) {
    const DeclaredName* const name = names_.meaning(i);
    if (name != nullptr && std::ranges::find(used, name) == used.end()) {
      used.push_back(name);
    }
  };
  for (int i = 0; i < tokens_.size(); ++i) {
    if (tokens_.at(i).line == line && tokens_.at(i).is("[") &&
        (of.empty() || tokens_.at(outline_.array_of(i - 1)).is(of))) {
      for (int j = i; j < tokens_.at(i).partner; ++j) {
        use(j);
      }
    }
  }
  std::vector<int> lines;
  for (std::size_t each = 0; each < used.size(); ++each) {  // it grows
    const Span value = first_value(*used[each]);
    const bool is_number = tokens_.at(value.first).kind == simt::TokenKind::number;
    const int plain = is_number ? 1 : !axes && is_axis(tokens_, value.first) ? 3 : 0;  // tokens
    for (int i = value.first; i <= value.last; ++i) {
      use(i);
    }
    if (value.last >= value.first + plain) {
      lines.push_back(tokens_.at(used[each]->at).line);
    }
  }
  return lines;
}

std::vector<int> SourceLines::extents(int line) const {
  std::vector<int> lines;
  for (const simt::Launch& launch : outline_.launches()) {
    if (line != 0 && tokens_.at(launch.open).line != line) {
      continue;
    }
    for (int i = launch.open; i < launch.close; ++i) {
      const DeclaredName* const name = names_.meaning(i);
      if (name != nullptr && name->type == "dim3") {
        lines.push_back(tokens_.at(name->at).line);
      }
    }
    lines.push_back(tokens_.at(launch.open).line);
  }
  return lines.empty() && line > 0 ? extents() : lines;
}

std::vector<int> SourceLines::block() const {
  const std::vector<int> lines = extents();  // of the grid, of the block, of the launch
  return lines.empty() ? lines : std::vector{lines[lines.size() > 1 ? lines.size() - 2 : 0]};
}

std::vector<int> SourceLines::about_matrix(int matrix) const {
  const std::string_view name = launch_ < 0 ? "" : launch_argument(matrix);
  return lines_where(host_, [&](int i) {
    return tokens_.at(i).is_any({"cudaMalloc", "cudaMemcpy"}) && !name.empty() &&
           names_in(tokens_, i + 1).contains(name);
  });
}

std::vector<int> SourceLines::launch() const {
  return launch_ < 0 ? std::vector<int>() : std::vector{tokens_.at(launch_).line};
}

std::vector<int> SourceLines::never_freed() const {
  std::set<std::string_view> freed;
  for (int i = host_.first; i <= host_.last; ++i) {
    if (tokens_.at(i).is("cudaFree")) {
      freed.merge(names_in(tokens_, i + 1));
    }
  }
  int end = 0;  // of the last allocation
  return lines_where(host_, [&](int i) {
    end = tokens_.at(i).is("cudaMalloc") ? tokens_.at(i + 1).partner : end;
    return i < end && tokens_.at(i).is("&") && !freed.contains(tokens_.at(i + 1).text);
  });
}

std::vector<int> SourceLines::early_returns() const {
  int last = host_.first;
  for (int i = host_.first; i <= host_.last; ++i) {
    last = tokens_.at(i).is("cudaFree") ? i : last;
  }
  std::vector<int> lines =
      lines_where({launch_, last}, [this](int i) { return tokens_.at(i).is("return"); });
  for (int i = launch_; i <= host_.last; ++i) {
    if (tokens_.at(i).is("if")) {
      const std::vector<int> frees =
          lines_where(outline_.body_of(i), [this](int j) { return tokens_.at(j).is("cudaFree"); });
      lines.insert(lines.end(), frees.begin(), frees.end());
    }
  }
  return lines;
}

std::vector<int> SourceLines::about_errors() const {
  std::vector<int> lines;
  bool is_asked = false;
  for (int i = host_.last; i > host_.first; --i) {
    const bool is_last_return = lines.empty() && tokens_.at(i).is("return");
    const bool asks = tokens_.at(i).is_any({"cudaGetLastError", "cudaPeekAtLastError"});
    is_asked |= asks;
    if (is_last_return || (asks && !lines.empty())) {
      lines.push_back(tokens_.at(i).line);
    }
  }
  if (!is_asked && launch_ >= 0) {
    lines.push_back(tokens_.at(launch_).line);
  }
  return lines;
}

}  // namespace gemmlab
