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
  if (check.fact && std::holds_alternative<Refusal>(*check.fact)) {
    return std::visit(its_name, std::get<Refusal>(*check.fact).cause.plain());
  }
  const auto* const finding = check.fact ? std::get_if<Finding>(&*check.fact) : nullptr;
  if (finding != nullptr) {
    const auto* const race = std::get_if<Race>(&finding->fact);
    return race != nullptr ? name(race->cause) : std::visit(its_name, finding->fact.plain());
  }
  return check.fact ? std::visit(its_name, check.fact->plain()) : "";
}

}  // namespace gemmlab
