// Guesses what a misspelled word was meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

// The number of insertions, deletions, replacements and swaps of neighbours that turn one word into
// the other.
int edit_distance(std::string_view a, std::string_view b);

// " Did you mean 'grade'?", or nothing if no candidate is close.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace gemmlab
