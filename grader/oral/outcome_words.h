// What runs of a file showed, in sentences.
#pragma once

#include <string>
#include <vector>

#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {

// Whether a result says how the file behaves at its shape.
bool is_telling(const LabResult& result);
// Whether C was right there, and nothing else was found.
bool is_right(const LabResult& result);

// "32x32x32, 33x32x32 and 32x33x32"
std::string listed(const std::vector<Shape>& shapes);
std::string listed(const std::vector<std::string>& words);

// What gemmlab takes for the cause of wrong values: an answer has it only if it is known.
enum class Causes { known, guessed };

// What a report says of a failed check, without the list of wrong elements: its paragraphs.
std::vector<std::string> said_of(const Check& check, Repairs repairs, Causes causes);

// Sectors or wavefronts: "4", "2.5"
std::string a_request(const AccessCounts& counts);

// "RACE, line 26: thread (0,1) of block (0,0) writes ..." `changed`: the line with the change that
// is tried; a cause that is about this line is known. 0: none is.
std::string outcome(const LabResult& result, int changed);

// One paragraph for all shapes where C is right, and one for each thing that was found.
//   results: one a shape
std::vector<std::string> outcomes(const std::vector<Shape>& shapes,
                                  const std::vector<LabResult>& results, int changed);

// "global loads: 8192 sectors before, 65536 after (line 31: 4 a request, then 32)": a paragraph for
// each kind of memory whose counts differ; none if nothing does.
std::vector<std::string> differences(const Metrics& before, const Metrics& after);

}  // namespace gemmlab
