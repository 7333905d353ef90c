#include "grader/protocol/survey.h"

#include <nlohmann/json.hpp>

#include "grader/protocol/messages.h"

namespace gemmlab {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Gpu,
                                   name,
                                   major,
                                   minor,
                                   multiprocessors,
                                   clock_khz,
                                   memory_clock_khz,
                                   memory_bus_bits,
                                   memory_bytes,
                                   free_bytes,
                                   l2_bytes,
                                   threads_per_multiprocessor,
                                   registers_per_multiprocessor,
                                   shared_bytes_per_multiprocessor,
                                   shared_bytes_per_block,
                                   drives_a_display,
                                   exclusive,
                                   bus)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GpuSurvey, driver_version, gpus, problem)

std::string encode(const GpuSurvey& survey) {
  return nlohmann::json(survey).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

GpuSurvey decode_survey(const std::string& text) {
  try {
    return nlohmann::json::parse(text).get<GpuSurvey>();
  } catch (const nlohmann::json::exception& error) {
    throw ProtocolError(error.what());
  }
}

}  // namespace gemmlab
