#include "grader/protocol/messages.h"

#include "common/facts/run_report_json.h"

namespace gemmlab {

using nlohmann::json;

NLOHMANN_JSON_SERIALIZE_ENUM(Entry,
                             {{Entry::matmul, "matmul"}, {Entry::matmul_host, "matmul_host"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Placement,
                             {{Placement::flush_end, "flush_end"},
                              {Placement::flush_start, "flush_start"}})

GEMMLAB_JSON(
    RunRequest, entry, m, n, k, placement, schedule_seed, access_budget, fail_launches, closely)
GEMMLAB_JSON(StageRequest, m, n, k, pool_a, pool_b, outputs, cpu)
GEMMLAB_JSON(Window, a_at, b_at)
GEMMLAB_JSON(BatchRequest, calls)
GEMMLAB_JSON(CollectRequest, output, rows)
GEMMLAB_JSON(DeviceProblem, trouble, free_bytes, wanted_bytes, error)
GEMMLAB_JSON(RunReply,
             findings,
             errors,
             counts,
             accesses,
             out_of_time,
             live_allocations,
             live_bytes,
             returned,
             input_modified,
             seconds,
             device_problem,
             spent,
             dying)
GEMMLAB_JSON(Opened, problem)
GEMMLAB_JSON(Loaded, entries, free_bytes, error)

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
std::string encode(const Opened& opened) {
  return text_of(opened);
}
std::string encode(const Loaded& loaded) {
  return text_of(loaded);
}

RunReply decode_run_reply(const std::string& text) {
  return decode<RunReply>(text);
}
Opened decode_opened(const std::string& text) {
  return decode<Opened>(text);
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
