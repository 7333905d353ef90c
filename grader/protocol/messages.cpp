#include "grader/protocol/messages.h"

#include <algorithm>

#include "common/facts/run_report_json.h"
#include "grader/core/foreign_text.h"

namespace gemmlab {

GEMMLAB_JSON(RunRequest, entry, m, n, k, placement, schedule_seed, access_budget, fail_launches,
             closely, block_bytes)
GEMMLAB_JSON(StageRequest, m, n, k, pool_a, pool_b, outputs, cpu, block_bytes)
GEMMLAB_JSON(Window, a_at, b_at)
GEMMLAB_JSON(BatchRequest, calls)
GEMMLAB_JSON(PlaceRequest, block, elements, guard, fetched)
GEMMLAB_JSON(FetchRequest, block, from, length, m, n, k)
GEMMLAB_JSON(DeviceProblem, trouble, free_bytes, wanted_bytes, error)
GEMMLAB_JSON(RunReply, findings, errors, counts, accesses, out_of_time, live_allocations,
             live_bytes, returned, input_modified, seconds, device_problem, block_bytes, spent,
             dying)
GEMMLAB_JSON(Start, block_bytes)
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
template std::string encode(const Start& message);
template std::string encode(const Opened& message);
template std::string encode(const Loaded& message);
template std::string encode(const GpuSurvey& message);

template <typename Message>
Message decode(const std::string& text) {
  try {
    Json json = Json::parse(text);
    json.for_each_text([](std::string& name) {
      constexpr std::size_t kLongest = 1024;  // of a path
      name = printable(std::string_view(name).substr(0, std::min(name.find('\n'), kLongest)));
    });
    return json.get<Message>();
  } catch (const JsonError& error) {
    throw ProtocolError(error.what());
  }
}
template Request decode(const std::string& text);
template RunReply decode(const std::string& text);
template Start decode(const std::string& text);
template Opened decode(const std::string& text);
template Loaded decode(const std::string& text);
template GpuSurvey decode(const std::string& text);

}  // namespace gemmlab
