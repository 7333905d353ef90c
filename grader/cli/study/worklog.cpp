#include "grader/cli/study/worklog.h"

#include <fmt/format.h>

#include <fstream>
#include <ios>
#include <sstream>
#include <string_view>
#include <system_error>

#include "common/facts/names.h"

namespace gemmlab {
namespace {

constexpr std::string_view kColumns = "date,study,step,question,prediction,answer,nearness\n";

fs::path file_of(const Context& context) {
  return context.state / "predictions.csv";
}

// In quotes, and each quote in it twice; on one line.
std::string field(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' ? "\"\"" : c == '\n' ? " " : std::string(1, c);
  }
  return out + '"';
}

}  // namespace

std::string csv_line(const Prediction& prediction) {
  return fmt::format("{},{},{},{},{},{},{}\n", prediction.at, field(prediction.study),
                     field(prediction.step), field(prediction.question), field(prediction.guess),
                     field(prediction.came), name(prediction.nearness));
}

void remember(const Context& context, const Prediction& prediction) {
  std::error_code ignored;
  fs::create_directories(context.state, ignored);
  std::ofstream out(file_of(context), std::ios::app | std::ios::binary);
  out << csv_line(prediction) << std::flush;
  if (!out) {
    context.err << fmt::format("note: your prediction was not saved in {}\n",
                               file_of(context).string());
  }
}

std::string worklog(const Context& context) {
  std::ifstream in(file_of(context), std::ios::binary);
  std::ostringstream lines;
  if (in.peek() != std::ifstream::traits_type::eof()) {
    lines << in.rdbuf();
  }
  return std::string(kColumns) + lines.str();
}

}  // namespace gemmlab
