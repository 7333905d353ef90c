// What a step of a staircase computes: an array from an array, where a lab has a product of
// matrices. In the Shape of a run in is B [k, n], and out is C [m, n].
#pragma once

#include <string>
#include <vector>

#include "grader/core/spec.h"

namespace gemmlab {

// Of out. NaN: nothing is stored there.
using Elements = std::vector<double>;
using Compute = Elements (*)(const Shape& shape, const std::vector<float>& in);

// What out holds after a usual mistake, and why.
struct Mistake {
  Compute out;
  std::string why;
};

struct ArrayTask {
  // A sum of elements of in, none of them negative times: that of their sizes bounds rounding.
  Compute out;
  std::vector<Mistake> mistakes = {};  // the first that fits tells
  bool has_rows = false;               // rows and cols, not n
  bool is_on_host = false;             // step_host is called
  // A larger n must return the error of its launch: one block of n threads. 0: there is none.
  int most_threads = 0;
  // Each element is stored once. Why a program stores more; empty: it may.
  std::string stored_again = {};
  // Neighbouring threads store neighbouring elements. Why a program's do not; empty: they need not.
  std::string scattered = {};
};

// "n = 1000", "rows = 20, cols = 50"
std::string size_in_words(const ArrayTask& task, const Shape& shape);

// What a lab's or a step's program is called by.
inline Entry entry_of(const Spec& spec) {
  return spec.task != nullptr && spec.task->is_on_host ? Entry::matmul_host : Entry::matmul;
}

}  // namespace gemmlab
