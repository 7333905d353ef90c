#include "grader/core/verdict.h"

namespace gemmlab {

bool is_graver(Verdict a, Verdict b) {
  return a < b;
}

bool is_about_values(Verdict verdict) {
  return verdict >= Verdict::not_finite && verdict <= Verdict::wrong;
}

bool is_about_memory(Verdict verdict) {
  return verdict >= Verdict::out_of_bounds && verdict <= Verdict::race;
}

bool has_right_values(Verdict verdict) {
  return verdict >= Verdict::misses_the_point;
}

bool is_before_results(Verdict verdict) {
  return verdict <= Verdict::unfinished;
}

}  // namespace gemmlab
