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

// What a report says of a failed check, without the list of wrong elements: its paragraphs.
std::vector<std::string> said_of(const Check& check, Repairs repairs);

// Sectors or wavefronts: "4", "2.5"
std::string a_request(const AccessCounts& counts);

// "RACE, line 26: thread (0,1) of block (0,0) writes ..."
std::string outcome(const LabResult& result);

// One paragraph for all shapes where C is right, and one for each thing that was found.
//   results: one a shape
std::vector<std::string> outcomes(const std::vector<Shape>& shapes,
                                  const std::vector<LabResult>& results);

// "global loads: 8192 sectors before, 65536 after (line 31: 4 a request, then 32)": a paragraph for
// each kind of memory whose counts differ; none if nothing does.
std::vector<std::string> differences(const Metrics& before, const Metrics& after);

}  // namespace gemmlab
