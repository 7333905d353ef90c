// The staged hints on a lab's page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gemmlab {

struct StepHints {
  std::string step;                // "3.1"
  std::string title;               // the text after the number; may be empty
  std::vector<std::string> hints;  // from the gentlest on; Markdown, one paragraph per line
};

// Reads the section "## Hints" of a page: below each heading "### 3.1 ..." a list, one hint per
// item, which may be inside <details>.
std::vector<StepHints> read_hints(std::string_view page);

// The number of the step's hint, from 1 on, that starts with these words, ignoring case: see below.
// 0 if none does.
int hint_that_names(const StepHints& step, std::string_view words);

// The step with a hint that starts with these words, ignoring case: "RACE, but the values look
// right?". Empty if there is none or if several steps have one.
std::string step_that_names(const std::vector<StepHints>& steps, std::string_view words);

// "k_tail_missing" as a hint writes it: "k tail missing".
std::string words_of_name(std::string name);

}  // namespace gemmlab
