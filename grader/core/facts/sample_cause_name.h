// What tests expect of a failed check.
#pragma once

#include <string_view>

#include "grader/core/facts/check.h"

namespace gemmlab {

// The name of what caused a failure: the cause, else the fact; empty if nothing failed.
inline std::string_view cause_name(const Check& check) {
  if (check.cause) {
    return name_of(*check.cause);
  }
  const auto its_name = []<typename Each>(const Each&) { return fact_name<Each>(); };
  if (check.fact && holds_alternative<Refusal>(*check.fact)) {
    return visit(its_name, get<Refusal>(*check.fact).cause);
  }
  const auto* const finding = check.fact ? get_if<Finding>(&*check.fact) : nullptr;
  if (finding != nullptr) {
    const auto* const race = get_if<Race>(&finding->fact);
    return race != nullptr ? name(race->cause) : visit(its_name, finding->fact);
  }
  return check.fact ? visit(its_name, *check.fact) : "";
}

}  // namespace gemmlab
