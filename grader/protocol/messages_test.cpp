#include "grader/protocol/messages.h"

#include <gtest/gtest.h>

#include <array>
#include <variant>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/place.h"
#include "grader/protocol/host_matrices.h"
#include "grader/protocol/protocol_error.h"
#include "grader/protocol/requests.h"

namespace gemmlab {
namespace {

TEST(Messages, RequestsReadBack) {
  RunRequest run;
  run.entry = Entry::matmul_host;
  run.k = 4096;
  run.placement = Placement::flush_start;
  run.access_budget = 1ull << 40;
  const auto back = std::get<RunRequest>(decode<Request>(encode<Request>(run)));
  EXPECT_EQ(back.entry, Entry::matmul_host);
  EXPECT_EQ(back.k, 4096);
  EXPECT_EQ(back.placement, Placement::flush_start);
  EXPECT_EQ(back.access_budget, 1ull << 40);
  const auto stage =
      std::get<StageRequest>(decode<Request>(encode<Request>(StageRequest{2, 3, 4, 99, 98})));
  EXPECT_EQ(stage.n, 3);
  EXPECT_EQ(stage.pool_b, 98u);
  const auto batch =
      std::get<BatchRequest>(decode<Request>(encode<Request>(BatchRequest{{{64, 128}}})));
  EXPECT_EQ(batch.calls.at(0).b_at, 128u);
  const auto place =
      std::get<PlaceRequest>(decode<Request>(encode<Request>(PlaceRequest{1, {5, 6, 7}, 64, 3})));
  EXPECT_EQ(place.elements[1], 6u);
  const auto fetch =
      std::get<FetchRequest>(decode<Request>(encode<Request>(FetchRequest{1, {5, 7}, 2})));
  EXPECT_EQ(fetch.from.at(1), 7u);
}

TEST(Messages, RepliesReadBack) {
  RunReply reply;
  reply.findings = {{FindingKind::race, {"kernel.cu", 12}, Place{"kernel.cu", 14}, Race{}}};
  reply.errors.emplace_back();
  reply.errors[0].launch.emplace();
  reply.errors[0].cause = BeyondLimit{LaunchLimit::block_threads, 2048, 1024};
  reply.out_of_time = {StopReason::budget, "multiply", 7, 100, 3, {"", 9}};
  reply.counts.launches = {{{4, 4, 1}, {32, 8, 1}, 8192}};
  reply.counts.global_load = {1, 2, 3, 4};
  const WarpExample example{{1, 0, 0}, 32, "a", {4, 4}, 4, {0, 1}, {0, 64}, 2, 1};
  reply.counts.lines = {{"f", 3, {}, {}, {}, {}, {{7, Space::shared, true, 8, {}, example}}}};
  const RunReply back = decode<RunReply>(encode(reply));
  ASSERT_EQ(back.findings.size(), 1u);
  EXPECT_EQ(back.findings[0].kind, FindingKind::race);
  EXPECT_EQ(back.findings[0].other.value().line, 14);
  EXPECT_TRUE(holds_alternative<Race>(back.findings[0].fact));
  EXPECT_TRUE(back.errors.at(0).launch.has_value());
  EXPECT_EQ(get<BeyondLimit>(back.errors[0].cause).value, 2048);
  EXPECT_EQ(back.out_of_time.value().begun_blocks, 3u);
  EXPECT_EQ(back.out_of_time->at.line, 9);
  EXPECT_EQ(back.counts.launches.at(0).block[1], 8u);
  EXPECT_EQ(back.counts.global_load.bytes, 4u);
  const AccessPlace& place = back.counts.lines.at(0).places.at(0);
  EXPECT_EQ(place.space, Space::shared);
  EXPECT_TRUE(place.is_store);
  EXPECT_EQ(place.example.offsets.at(1), 64);
}

TEST(Messages, SurviveTextThatIsNoUtf8) {
  RunReply reply;
  reply.out_of_time.emplace().kernel = "bad \xff\xfe bytes";
  EXPECT_NO_THROW(decode<RunReply>(encode(reply)));
}

TEST(Messages, HoldNamesAndNoSentences) {
  RunReply reply;
  reply.out_of_time.emplace().kernel = "k\x1b[2J\nall labs: 600 of 600";
  reply.errors.emplace_back().text = "the judge is broken";
  reply.errors[0].code = 9;
  reply.errors[0].call = "it is the judge's fault";
  Finding& finding = reply.findings.emplace_back();
  finding.fact = DeviceFailure{DeviceFault::context_lost, "a sentence.", "cuMemFree"};
  finding.at.file = std::string(1 << 19, 'x');
  const RunReply back = decode<RunReply>(encode(reply));
  EXPECT_EQ(back.out_of_time->kernel, "?");
  EXPECT_EQ(back.errors.at(0).error, "cudaErrorInvalidConfiguration");
  EXPECT_EQ(back.errors[0].text, "invalid configuration argument");
  EXPECT_EQ(back.errors[0].call, "");
  EXPECT_EQ(back.findings.at(0).at.file.size(), 1024u);
  EXPECT_EQ(get<DeviceFailure>(back.findings[0].fact).error, "an error");
  EXPECT_EQ(get<DeviceFailure>(back.findings[0].fact).call, "cuMemFree");
}

std::string shown(const std::string& name) {
  RunReply reply;
  reply.out_of_time.emplace().kernel = name;
  return decode<RunReply>(encode(reply)).out_of_time->kernel;
}

TEST(Messages, HoldNamesWithoutBlanks) {
  EXPECT_EQ(shown("sum<16, unsigned int>"), "sum<16,unsignedint>");
  EXPECT_EQ(shown("a_tile[3][17]"), "a_tile[3][17]");
  EXPECT_EQ(shown("kern_\u00e4"), "kern_\\xC3\\xA4");
  RunReply reply;
  reply.input_modified = "all_points_are_due_as_b";
  EXPECT_EQ(decode<RunReply>(encode(reply)).input_modified, "?");
  for (const char* blank : {"\u00a0", "\u2003", "\u3164", "\u2028"}) {
    EXPECT_EQ(shown(std::string("all") + blank).substr(0, 4), "all\\");
  }
  EXPECT_EQ(shown("full marks!"), "?");
}

// A result grows with the lists in a reply: each has a greatest length.
TEST(Messages, HoldLaunchesOfAtLeastOneThread) {
  RunReply reply;
  reply.counts.launches = {{{0, 4000000000u, 1}, {0, 16, 0}, 0}};
  const LaunchShape launch = decode<RunReply>(encode(reply)).counts.launches.at(0);
  EXPECT_EQ(launch.grid, (std::array{1u, 0x7fffffffu, 1u}));
  EXPECT_EQ(launch.block, (std::array{1u, 16u, 1u}));
}

TEST(Messages, WithLongerListsThanAWorkerSendsThrow) {
  const auto sends = [](const auto& change) {
    RunReply reply;
    change(reply);
    static_cast<void>(decode<RunReply>(encode(reply)));
  };
  const auto refuses = [&](const auto& change) { EXPECT_THROW(sends(change), ProtocolError); };
  EXPECT_NO_THROW(sends([](RunReply& reply) {
    reply.counts.lines.resize(kMostLines);
    reply.counts.lines[0].places.resize(kMostPlaces);
  }));
  refuses([](RunReply& reply) { reply.counts.lines.resize(kMostLines + 1); });
  refuses([](RunReply& reply) {
    reply.counts.lines.resize(2);
    reply.counts.lines[0].places.resize(kMostPlaces);
    reply.counts.lines[1].places.resize(1);
  });
  refuses([](RunReply& reply) {
    reply.counts.lines.resize(1);
    reply.counts.lines[0].places.resize(1);
    reply.counts.lines[0].places[0].example.lanes.resize(33);
  });
  refuses([](RunReply& reply) { reply.counts.launches.resize(65); });
  refuses([](RunReply& reply) { reply.findings.resize(65); });
  refuses([](RunReply& reply) { reply.errors.resize(101); });
  refuses([](RunReply& reply) {
    reply.findings.resize(1);
    reply.findings[0].fact = BadAccess{.who = {{1, 2, 3, 4}, {0}}, .at = {}};
  });
}

TEST(Messages, ForgedOrBrokenOnesThrow) {
  for (const char* text :
       {"", "{", "null", "[]", "{\"returned\": \"zero\"}", "{\"findings\": 3}"}) {
    EXPECT_THROW(decode<RunReply>(text), ProtocolError) << text;
    EXPECT_THROW(decode<Request>(text), ProtocolError) << text;
  }
  RunReply one_finding;
  one_finding.findings.emplace_back();
  std::string reply = encode(one_finding);
  reply.replace(reply.find("bad_access"), 10, "good_catch");
  EXPECT_THROW(decode<RunReply>(reply), ProtocolError);
}

}  // namespace
}  // namespace gemmlab
