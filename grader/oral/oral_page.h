// The questions of an oral check on a page, and as JSON.
#pragma once

#include <string>

#include "grader/oral/oral_check.h"
#include "grader/report/text.h"

namespace gemmlab {

// First the questions, each with its line of the file, then the answers with the same numbers: the
// first part can be handed out. `text`: the file.
std::string oral_page(const OralCheck& check, const std::string& text, const Terminal& terminal);

// {"lab", "verdict", "questions": [{"kind", "line", "code", "question", "answer": [...]}]}
std::string oral_json(const OralCheck& check, const std::string& text);

}  // namespace gemmlab
