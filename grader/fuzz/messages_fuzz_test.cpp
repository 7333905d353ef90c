// What a worker says, and all words that reports make of it.
#include "common/facts/json.h"
#include "grader/core/facts/sample_check.h"
#include "grader/diagnosis/access_advice.h"
#include "grader/fuzz/sample_input.h"
#include "grader/protocol/channel.h"
#include "grader/protocol/messages.h"
#include "grader/protocol/requests.h"
#include "grader/report/console.h"
#include "grader/report/explain.h"
#include "grader/report/html/page.h"
#include "grader/report/json.h"
#include "grader/report/json_read.h"

namespace gemmlab {
namespace {

Check failed_by(Fact fact, std::vector<Place> places) {
  return failed({.name = "values 32x32x32", .max_points = 5}, Verdict::crashed, std::move(fact),
                std::move(places));
}

void report(const RunReply& reply) {
  Result result;
  LabResult& lab = result.labs.emplace_back();
  lab.slug = "02_naive_kernel";
  for (const Finding& finding : reply.findings) {
    lab.checks.push_back(failed_by(finding, {finding.at, finding.other.value_or(Place{})}));
  }
  for (const ApiError& error : reply.errors) {
    lab.checks.push_back(failed_by(error, {error.at}));
    lab.checks.back().failed_call = error;
  }
  if (reply.out_of_time) {
    lab.checks.push_back(failed_by(*reply.out_of_time, {reply.out_of_time->at}));
  }
  lab.metrics = Metrics{reply.counts, {32, 32, 32, ""}};
  lab.advice = advice_on(*lab.metrics);
  const auto source = [](const std::string&) { return std::string("int x;\nint y;\n"); };
  console_report(lab, {.terminal = {}, .read_source = source});
  explanation(lab, {}, source);
  to_html(result, {.read_source = source});
  result_from_json(Json::parse(to_json(result)));
}

template <typename Message>
std::optional<Message> message(std::string_view bytes) {
  try {
    return decode<Message>(std::string(bytes));
  } catch (const ProtocolError&) {
    return std::nullopt;
  }
}

}  // namespace

void examine(std::string_view bytes) {
  message<Opened>(bytes);
  message<Loaded>(bytes);
  if (const auto reply = message<RunReply>(bytes)) {
    report(*reply);
  }
}

}  // namespace gemmlab
