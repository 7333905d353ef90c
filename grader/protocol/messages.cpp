#include "grader/protocol/messages.h"

#include "common/facts/run_report_json.h"

namespace gemmlab {

GEMMLAB_JSON(RunRequest, entry, m, n, k, placement, schedule_seed, access_budget, fail_launches,
             closely)
GEMMLAB_JSON(StageRequest, m, n, k, pool_a, pool_b, outputs, cpu)
GEMMLAB_JSON(Window, a_at, b_at)
GEMMLAB_JSON(BatchRequest, calls)
GEMMLAB_JSON(CollectRequest, output, rows)
GEMMLAB_JSON(DeviceProblem, trouble, free_bytes, wanted_bytes, error)
GEMMLAB_JSON(RunReply, findings, errors, counts, accesses, out_of_time, live_allocations,
             live_bytes, returned, input_modified, seconds, device_problem, spent, dying)
GEMMLAB_JSON(Opened, problem)
GEMMLAB_JSON(Loaded, entries, free_bytes, error)
GEMMLAB_JSON(Gpu, name, major, minor, multiprocessors, clock_khz, memory_clock_khz, memory_bus_bits,
             memory_bytes, free_bytes, l2_bytes, threads_per_multiprocessor,
             registers_per_multiprocessor, shared_bytes_per_multiprocessor, shared_bytes_per_block,
             drives_a_display, exclusive, bus)
GEMMLAB_JSON(GpuSurvey, driver_version, gpus, problem)

template <typename Message>
std::string encode(const Message& message) {
  return Json(message).text();
}
template std::string encode(const Request& message);
template std::string encode(const RunReply& message);
template std::string encode(const Opened& message);
template std::string encode(const Loaded& message);
template std::string encode(const GpuSurvey& message);

template <typename Message>
Message decode(const std::string& text) {
  try {
    return Json::parse(text).get<Message>();
  } catch (const JsonError& error) {
    throw ProtocolError(error.what());
  }
}
template Request decode(const std::string& text);
template RunReply decode(const std::string& text);
template Opened decode(const std::string& text);
template Loaded decode(const std::string& text);
template GpuSurvey decode(const std::string& text);

}  // namespace gemmlab
