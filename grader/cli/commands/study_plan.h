// The studies in docs/studies: how users name them, and how their kernels are judged and shown.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/result.h"
#include "grader/core/spec.h"

namespace gemmlab {

struct StudyStep {
  std::string name;              // "03 row_quads"
  std::filesystem::path source;  // "docs/studies/toward-cublas/03_row_quads.cu"
  LabResult result = {};
  double flops = 0;  // per second, at the size timed last; 0: not measured
};

// A folder of kernels, each an improvement of the one before.
struct Study {
  std::string name;              // "toward-cublas"
  std::string what;              // the first paragraph of its page
  std::vector<StudyStep> steps;  // its files NN_idea.cu, in order
};

// The studies that can run, by name: folders below `room` with at least one file NN_idea.cu.
std::vector<Study> find_studies(const std::filesystem::path& room);

// Throws UsageError with the list of studies and the closest one.
const Study& study_meant(const std::vector<Study>& studies, const std::string& word);

// A lab's Spec with only the shapes and inputs that show whether a step works at any size, aligned
// or not. With it the simulator judges a whole study in a minute.
Spec short_spec(const Spec& full);

// Each step's values and counts, as a table.
std::string counts_table(const std::vector<StudyStep>& steps);

// The rates of the steps at one size, each compared with the previous step and with cuBLAS, whose
// rate may be 0.
std::string rates_table(int size, const std::vector<StudyStep>& steps, double cublas_flops);

}  // namespace gemmlab
