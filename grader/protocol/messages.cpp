#include "grader/protocol/messages.h"

#include "common/facts/json.h"

namespace gemmlab {

using nlohmann::json;

NLOHMANN_JSON_SERIALIZE_ENUM(Entry,
                             {{Entry::matmul, "matmul"}, {Entry::matmul_host, "matmul_host"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Placement,
                             {{Placement::flush_end, "flush_end"},
                              {Placement::flush_start, "flush_start"}})

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(
    RunRequest, entry, m, n, k, placement, schedule_seed, access_budget, fail_launches, closely)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StageRequest, m, n, k, pool_a, pool_b, outputs, cpu)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Window, a_at, b_at)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BatchRequest, calls)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CollectRequest, output, rows)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(
    Finding, verdict, hard, message, file, line, other_file, other_line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ApiError, name, message, call, launch, file, line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchShape, grid, block, shared_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AccessCounts, requests, units, ideal_units, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MergedCounts, requests, units)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WarpExample,
                                   block,
                                   first_thread,
                                   variable,
                                   extents,
                                   element_bytes,
                                   lanes,
                                   offsets,
                                   units,
                                   ideal_units)
NLOHMANN_JSON_SERIALIZE_ENUM(Space, {{Space::global, "global"}, {Space::shared, "shared"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AccessPlace, column, space, is_store, bytes, counts, example)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(
    LineMetrics, file, line, global_load, global_store, shared_load, shared_store, places)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Metrics,
                                   launches,
                                   global_load,
                                   global_store,
                                   shared_load,
                                   shared_store,
                                   merged_shared_load,
                                   global_atomic_bytes,
                                   barriers,
                                   exact,
                                   lines)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunReply,
                                   returned,
                                   input_modified,
                                   findings,
                                   errors,
                                   metrics,
                                   accesses,
                                   out_of_time,
                                   out_of_time_cause,
                                   out_of_time_line,
                                   live_allocations,
                                   live_bytes,
                                   seconds,
                                   device_problem,
                                   spent,
                                   dying)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Loaded, entries, free_bytes, error)

namespace {

// Student text may be no valid UTF-8; it is replaced rather than refused.
std::string text_of(const json& j) {
  return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

template <typename Message>
Message decode(const std::string& text) {
  try {
    return json::parse(text).get<Message>();
  } catch (const json::exception& error) {
    throw ProtocolError(error.what());
  }
}

}  // namespace

std::string encode(const RunRequest& request) {
  return text_of({{"run", request}});
}
std::string encode(const StageRequest& request) {
  return text_of({{"stage", request}});
}
std::string encode(const BatchRequest& request) {
  return text_of({{"batch", request}});
}
std::string encode(const CollectRequest& request) {
  return text_of({{"collect", request}});
}
std::string encode(const RunReply& reply) {
  return text_of(reply);
}
std::string encode(const Loaded& loaded) {
  return text_of(loaded);
}

RunReply decode_run_reply(const std::string& text) {
  return decode<RunReply>(text);
}
Loaded decode_loaded(const std::string& text) {
  return decode<Loaded>(text);
}

Request decode_request(const std::string& text) {
  try {
    const json message = json::parse(text);
    if (message.contains("run")) {
      return message.at("run").get<RunRequest>();
    }
    if (message.contains("stage")) {
      return message.at("stage").get<StageRequest>();
    }
    if (message.contains("batch")) {
      return message.at("batch").get<BatchRequest>();
    }
    return message.at("collect").get<CollectRequest>();
  } catch (const json::exception& error) {
    throw ProtocolError(error.what());
  }
}

}  // namespace gemmlab
