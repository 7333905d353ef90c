#include "grader/cli/study/changed_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/trim.hpp>
#include <cstddef>

#include "grader/core/pattern.h"
#include "grader/core/source/source_text.h"
#include "grader/report/text.h"

namespace gemmlab {
namespace {

std::vector<std::string> code_in(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string& line : split_lines(text)) {
    const std::string code = boost::trim_right_copy(std::string(code_of(line)));
    const bool has_words = code.find_first_not_of(" {};") != code.npos;
    if (has_words && !code.starts_with("#include <")) {
      lines.push_back(code);
    }
  }
  return lines;
}

// Equal for lines that do the same.
std::string meaning_of(const std::string& code) {
  static const Pattern kernel("\\b[a-z_]+_kernel\\b");
  return kernel.replace(boost::trim_left_copy(code), "kernel");
}

bool is_moved(const ChangedLine& line, const std::vector<ChangedLine>& lines) {
  return std::ranges::any_of(lines, [&](const ChangedLine& other) {
    return line.sign != other.sign && meaning_of(line.code) == meaning_of(other.code);
  });
}

bool has_a_place(const std::string& code) {
  static const Pattern control("\\b(?:__sync\\w+|if|else|for|while|return)\\b");
  return control.is_in(code);
}

std::size_t indentation(const ChangedLine& line) {
  return line.code.find_first_not_of(' ');
}

}  // namespace

std::vector<ChangedLine> changed_lines(std::string_view before, std::string_view after) {
  const std::vector<std::string> old_lines = code_in(before), new_lines = code_in(after);
  const std::size_t rows = old_lines.size(), cols = new_lines.size();
  std::vector<std::string> old_keys, new_keys;
  std::ranges::transform(old_lines, std::back_inserter(old_keys), meaning_of);
  std::ranges::transform(new_lines, std::back_inserter(new_keys), meaning_of);
  const auto are_equal = [&](std::size_t i, std::size_t j) { return old_keys[i] == new_keys[j]; };
  // [i][j]: the most lines in common of what begins at old line i and new line j.
  std::vector<std::vector<int>> common(rows + 1, std::vector<int>(cols + 1));
  for (std::size_t i = rows; i-- > 0;) {
    for (std::size_t j = cols; j-- > 0;) {
      common[i][j] =
          are_equal(i, j) ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::vector<ChangedLine> changed;
  for (std::size_t i = 0, j = 0; i < rows || j < cols;) {
    if (i < rows && j < cols && are_equal(i, j)) {
      ++i;
      ++j;
    } else if (i < rows && (j == cols || common[i + 1][j] >= common[i][j + 1])) {
      changed.push_back({'-', old_lines[i++]});
    } else {
      changed.push_back({'+', new_lines[j++]});
    }
  }
  return changed;
}

std::vector<ChangedLine> own_lines(std::string_view text) {
  std::vector<ChangedLine> lines;
  for (const std::string& line : code_in(text)) {
    lines.push_back({' ', line});
  }
  return lines;
}

bool has_moved_lines(const std::vector<ChangedLine>& lines) {
  return std::ranges::any_of(lines, [&](const ChangedLine& line) { return is_moved(line, lines); });
}

std::vector<ChangedLine> without_moved(const std::vector<ChangedLine>& lines) {
  std::vector<ChangedLine> left;
  std::ranges::copy_if(lines, std::back_inserter(left), [&](const ChangedLine& line) {
    return has_a_place(line.code) || !is_moved(line, lines);
  });
  return left;
}

std::vector<ChangedLine> core_of(const std::vector<ChangedLine>& lines) {
  std::vector<ChangedLine> added;
  std::ranges::copy_if(lines, std::back_inserter(added),
                       [](const ChangedLine& line) { return line.sign == '+'; });
  const auto loop = std::ranges::find_if(added, [](const ChangedLine& line) {
    const std::string code = boost::trim_left_copy(line.code);
    return code.starts_with("for (") || code.starts_with("while (");
  });
  return loop == added.end() ? added : std::vector(loop, added.end());
}

std::string shown_lines(const std::vector<ChangedLine>& lines, std::size_t most, int width) {
  const std::vector<ChangedLine> first(
      lines.begin(), lines.begin() + std::ptrdiff_t(std::min(most, lines.size())));
  const auto least = std::ranges::min_element(first, {}, indentation);
  std::string text;
  for (const ChangedLine& line : first) {
    std::string sign = fmt::format("  {} ", line.sign);
    const std::string code = line.code.substr(indentation(*least));
    for (const std::string& row : split_lines(wrap(code, width - int(sign.size()), 0))) {
      text += sign + row + '\n';
      sign = "      ";  // further rows stand a little to the right of the first one
    }
  }
  return text;
}

}  // namespace gemmlab
