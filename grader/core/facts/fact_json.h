// Converts facts to JSON and back, and to fields that fill sentences. For .cpp files.
#pragma once

#include "common/facts/json.h"
#include "common/facts/run_report.h"
#include "grader/core/facts/advice.h"
#include "grader/core/facts/check.h"

namespace gemmlab {

inline void to_json(Json& json, const ForeignText& text) {
  json.set(text.text());
}
inline void from_json(const Json& json, ForeignText& text) {
  text = ForeignText(json.as_string());
}

// [m, n, k]; the shape's reason is not kept.
inline void to_json(Json& json, const Shape& shape) {
  json = std::array{shape.m, shape.n, shape.k};
}
inline void from_json(const Json& json, Shape& shape) {
  shape = {json.at(0).get<int>(), json.at(1).get<int>(), json.at(2).get<int>(), ""};
}

// Measured fields are null if nothing was measured.
template <typename AnySpeed, typename Visit>
void visit_fields(AnySpeed& speed, Visit visit) {
  const bool is_measured = speed.ratio > 0;
#define GEMMLAB_KNOWN(field) visit(#field, speed.field, true);
#define GEMMLAB_MEASURED(field) visit(#field, speed.field, is_measured);
  GEMMLAB_EACH(GEMMLAB_KNOWN, over, baseline, shape)
  GEMMLAB_EACH(GEMMLAB_MEASURED, ratio, interval, required)
  GEMMLAB_KNOWN(nominal)
  GEMMLAB_EACH(GEMMLAB_MEASURED, reference_ratio, gflops, blocks)
  visit("clock_mhz", speed.clock_mhz, speed.clock_mhz[1] > 0);
  GEMMLAB_EACH(GEMMLAB_KNOWN, on_gpu, read_by_program, outcome)
}
inline void to_json(Json& json, const Speed& speed) {
  visit_fields(speed, [&](const char* key, const auto& value, bool is_known) {
    json[key] = is_known ? Json(value) : Json();
  });
}
inline void from_json(const Json& json, Speed& speed) {
  visit_fields(speed, [&](const char* key, auto& value, bool) {
    if (const Json* const found = json.find(key); found != nullptr && !found->is_null()) {
      found->get_to(value);
    }
  });
}

}  // namespace gemmlab
