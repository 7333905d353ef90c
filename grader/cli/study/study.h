// The studies in docs/studies: each is a folder with kernels NN_idea.cu or .cpp, a page, and
// study.table, which says what is run, shown and asked.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/cli/context.h"
#include "grader/core/fs.h"
#include "grader/core/result.h"
#include "grader/core/spec.h"
#include "grader/core/verdict.h"
#include "grader/report/text.h"

namespace gemmlab {

struct StudyStep {
  std::string name = {};  // "03 row_quads"; "lab 06": that lab's solution
  fs::path source = {};   // "docs/studies/toward-cublas/03_row_quads.cu"
  Verdict expected = Verdict::passed;
  int multiple_of = 1;  // that a size must be
  Element element = Element::float_;
  int needs = 0;  // 90: runs on GPUs of compute capability 9.0 alone, not on the simulator
  std::string question = {}, column = {};  // what readers predict: the step's cell in a column
  std::string why = {};                    // it is what it is
  bool is_run = true;                      // else results say nothing
  std::vector<LabResult> results = {};     // at each size at which it is counted
  std::optional<double> faster = {};       // than the step before, at the first size; if measured
};

struct Study {
  std::string name = {};              // "toward-cublas"
  std::string what = {};              // the first paragraph of its page
  std::string after = {}, asks = {};  // "03" and its question in the list of all pages
  std::string lab = {};               // whose rules apply; empty: the kernels copy B to C
  std::vector<std::string> columns = {};
  std::vector<Shape> sizes = {};      // to be timed
  std::vector<Shape> counted = {};    // if they are not to be found from these
  std::vector<StudyStep> steps = {};  // in order

  bool copies() const { return lab.empty(); }
  bool on_cpu() const { return steps.front().source.extension() == ".cpp"; }
};

// The folders below `room` that have a study.table, in the order of the list in the room's page;
// those that it lacks come last. Throws TableError.
std::vector<Study> find_studies(const fs::path& room, const Context& context);

// A line for each: after which lab it comes, its name and its question.
std::string list_of(const std::vector<Study>& studies, const Terminal& terminal);

// Throws UsageError with the list of studies and the closest one.
const Study& study_meant(const std::vector<Study>& studies, const std::string& word);

// What is known of a step in a column, at the size of that number; empty: nothing.
std::string cell(const StudyStep& step, std::string_view column, std::size_t at);

// The rules of the lab for one step, with only the shapes and inputs that show whether it works at
// any size, aligned or not. With them the simulator judges a whole study in a minute.
Spec short_spec(const Spec& full, const Study& study, const StudyStep& step);

// An extent whose counts stand for this one: the simulator can run it, and it has the same
// remainder in tiles of up to 128.
int counted_size(int extent);

// The sizes at which the steps are judged and counted for these timed ones, by extents. On a GPU
// alone nothing is counted, and one is enough.
std::vector<Shape> counted_sizes(const Study& study, const std::vector<Shape>& timed,
                                 BackendChoice backend);

}  // namespace gemmlab
