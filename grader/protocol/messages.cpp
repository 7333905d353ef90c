#include "grader/protocol/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <variant>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/json.h"
#include "common/facts/run_report.h"
#include "grader/core/foreign_text.h"
#include "grader/core/gpu.h"
#include "grader/protocol/requests.h"

namespace gemmlab {

template <typename Message>
std::string encode(const Message& message) {
  return Json(message).text();
}

namespace {

constexpr std::size_t kLongestName = 100, kLongestLine = 1024;

bool is_identifier(const std::string& text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// A name as code has them, such as a_tile[3][17] or kernel<16,16>: without its blanks, so that no
// sentence is one, and with letters beyond ASCII as escapes, because some of those look like
// blanks. "?" for anything else.
std::string name_in_code(std::string_view text) {
  constexpr std::string_view kSigns = "_$<>()[]:,.*&+-";
  std::string name;
  for (const unsigned char c : text.substr(0, kLongestName)) {
    if (c >= 0x80) {
      name += fmt::format("\\x{:02X}", c);
    } else if (std::isalnum(c) != 0 || kSigns.find(char(c)) != std::string_view::npos) {
      name += char(c);
    } else if (c != ' ') {
      return "?";
    }
  }
  return name;
}

// A path, or a message of the loader, which is quoted.
std::string one_line(std::string_view text) {
  return printable(text.substr(0, std::min(text.find('\n'), kLongestLine)));
}

// What an error means is not for the worker to say.
void explain(ApiError& failed) {
  struct Meaning {
    int code;
    const char *name, *text;
  };
  static constexpr Meaning kMeanings[] = {
#define SIMT_ROW(name, number, text) {number, #name, text},
#include "common/simt/shim/cuda_errors.table"
#undef SIMT_ROW
  };
  const auto* known = std::ranges::find(kMeanings, failed.code, &Meaning::code);
  const bool is_known = known != std::end(kMeanings);
  failed.error = is_known ? known->name : "CUDA error " + std::to_string(failed.code);
  failed.text = is_known ? known->text : "an error";
  failed.call = is_identifier(failed.call) ? failed.call : "";
}

// Of what a worker says, only codes, numbers and names are taken, and no more than it has to say.
template <typename Message>
void keep_to_names(Message&) {}
void keep_to_names(RunReply& reply) {
  std::size_t places = 0;
  for (const LineMetrics& line : reply.counts.lines) {
    places += line.places.size();
  }
  if (places > kMostPlaces) {
    throw JsonError("it tells of too many places");
  }
  // Who explains a result divides by these. A launch that a GPU refused may have none.
  for (LaunchShape& launch : reply.counts.launches) {
    for (auto* extents : {&launch.grid, &launch.block}) {
      for (unsigned& extent : *extents) {
        extent = std::clamp(extent, 1u, 0x7fffffffu);
      }
    }
  }
  std::ranges::for_each(reply.errors, explain);
  for (Finding& finding : reply.findings) {
    if (auto* const failure = get_if<DeviceFailure>(&finding.fact)) {
      failure->error = is_identifier(failure->error) ? failure->error : "an error";
      failure->call = is_identifier(failure->call) ? failure->call : "";
    }
  }
}

}  // namespace

template <typename Message>
Message decode(const std::string& text) {
  try {
    Json json = Json::parse(text);
    json.for_each_text([](std::string_view key, std::string& name) {
      const bool may_be_a_line = !std::is_same_v<Message, RunReply> || key == "file";
      const bool names_a_matrix = key == "matrix" || key == "input_modified";
      name = may_be_a_line    ? one_line(name)
             : names_a_matrix ? (name.size() <= 1 || name == "in" || name == "out" ? name : "?")
                              : name_in_code(name);
    });
    auto message = json.get<Message>();
    keep_to_names(message);
    return message;
  } catch (const JsonError& error) {
    throw ProtocolError(error.what());
  }
}

#define GEMMLAB_MESSAGE(Message)                       \
  template std::string encode(const Message& message); \
  template Message decode(const std::string& text);
GEMMLAB_EACH(GEMMLAB_MESSAGE, Request, RunReply, Start, Opened, Loaded, GpuSurvey)

}  // namespace gemmlab
