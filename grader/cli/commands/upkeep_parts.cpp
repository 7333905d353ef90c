#include "grader/cli/commands/upkeep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "common/facts/json.h"
#include "grader/compile/toolchain.h"
#include "grader/core/read_file.h"
#include "grader/process/program.h"
#include "grader/upkeep/headers.h"

namespace gemmlab {

GEMMLAB_JSON(Problem, file, rule, cure)

namespace {

namespace fs = std::filesystem;

constexpr const char* kClangFormat = "14";  // others break lines elsewhere
constexpr std::size_t kAtOnce = 100;        // files of one clang-format

std::string output_of(const std::vector<std::string>& command) {
  std::string output;
  run_program(command, [&](const std::string& line) { output += line + '\n'; });
  return output;
}

bool is_formatted_as_ours() {
  static const std::regex version(R"(version (\d+))");
  std::smatch match;
  const std::string said = output_of({"clang-format", "--version"});
  return std::regex_search(said, match, version) && match[1] == kClangFormat;
}

Problems unformatted(const fs::path& root, const std::vector<fs::path>& files) {
  std::vector<std::string> command{"clang-format", "--dry-run", "-Werror"};
  for (const fs::path& file : files) {
    command.push_back((root / file).string());
  }
  static const std::regex place(R"((.*):(\d+):\d+: error: .*)");
  std::set<fs::path> seen;
  Problems problems;
  std::smatch match;
  run_program(command, [&](const std::string& line) {
    if (std::regex_match(line, match, place) && seen.insert(match[1].str()).second) {
      const fs::path file = fs::path(match[1].str()).lexically_relative(root);
      problems.push_back(
          {file,
           fmt::format("it is formatted as .clang-format says, but for line {}", match[2].str()),
           "run clang-format -i " + file.string()});
    }
  });
  return problems;
}

Problems compiled_alone(const fs::path& root,
                        const fs::path& header,
                        const std::vector<std::string>& command) {
  std::vector<std::string> arguments{"env", "-C", root.string()};
  arguments.insert(arguments.end(), command.begin(), command.end());
  std::string error;
  const int code = run_program(arguments, [&](const std::string& line) {
    if (error.empty() && line.find("error:") != line.npos) {
      error = line;
    }
  });
  if (code == 0) {
    return {};
  }
  return {{header, "a header compiles by itself, but: " + error, "let it include what it uses"}};
}

}  // namespace

std::string as_text(const Problems& problems) {
  return nlohmann::json(problems).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Problems problems_in(const std::string& text) {
  return nlohmann::json::parse(text).get<Problems>();
}

Part formatting(const Course& course, const std::vector<Lab>& labs, bool all) {
  Part part;
  if (!is_formatted_as_ours()) {
    part.skipped = fmt::format("clang-format {} is not here", kClangFormat);
    return part;
  }
  std::vector<fs::path> files;
  for (const fs::path& file : course.files({".cpp", ".h", ".cu"})) {
    const auto is_of = [&](const Lab& lab) {
      return file.string().find("/" + lab.slug()) != std::string::npos;
    };
    if (all || std::any_of(labs.begin(), labs.end(), is_of)) {
      files.push_back(file);
    }
  }
  for (std::size_t at = 0; at < files.size(); at += kAtOnce) {
    const auto begin = files.begin() + static_cast<std::ptrdiff_t>(at);
    const auto size = static_cast<std::ptrdiff_t>(std::min(kAtOnce, files.size() - at));
    const std::vector<fs::path> some(begin, begin + size);
    part.jobs.push_back({fmt::format("reading how {} and others are formatted", some[0].string()),
                         [=, root = course.root] { return as_text(unformatted(root, some)); }});
  }
  return part;
}

Part headers(const Context& context, const Course& course) {
  const std::string compiled = read_file(context.paths.build / "compile_commands.json");
  Part part;
  for (const fs::path& header : headers_to_compile(course, compiled)) {
    const auto command = command_for_header(header, toolchain());
    if (command.empty()) {
      part.skipped = "clang is not here, which reads common/simt/shim/clang";
      continue;
    }
    part.jobs.push_back({"compiling " + header.string(), [=, root = course.root] {
                           return as_text(compiled_alone(root, header, command));
                         }});
  }
  return part;
}

}  // namespace gemmlab
