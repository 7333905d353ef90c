#include "grader/core/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace gemmlab {

// Optimal string alignment: the distance table of all prefixes.
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = static_cast<int>(i + j);
        continue;
      }
      const bool same = a[i - 1] == b[j - 1];
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string* nearest = nullptr;
  const auto letters = [](std::string text) {
    std::ranges::sort(text);
    return text;
  };
  int least = static_cast<int>(word.size() + 2) / 3;  // one error per three letters
  for (const std::string& candidate : candidates) {
    const bool begins_with = word.size() >= 3 && candidate.starts_with(word);
    const int distance = begins_with ? 0 : edit_distance(word, candidate);
    // Exchanged letters are a likelier mistake than other ones.
    const bool is_nearer = nearest == nullptr || letters(candidate) == letters(std::string(word));
    if (distance < least || (distance == least && is_nearer)) {
      least = distance;
      nearest = &candidate;
    }
  }
  return nearest == nullptr ? "" : fmt::format(" Did you mean '{}'?", *nearest);
}

}  // namespace gemmlab
