#include "grader/cli/commands/upkeep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "grader/compile/toolchain.h"
#include "grader/process/run_program.h"
#include "grader/upkeep/headers.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr char kField = '\x1f', kRecord = '\x1e';  // ASCII's own separators
constexpr const char* kClangFormat = "14";         // others break lines elsewhere
constexpr std::size_t kAtOnce = 100;               // files of one clang-format

std::string output_of(const std::vector<std::string>& command) {
  std::string output;
  run_process(command, [&](const std::string& line) { output += line + '\n'; });
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
  run_process(command, [&](const std::string& line) {
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
  const int code = run_process(arguments, [&](const std::string& line) {
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
  std::string text;
  for (const Problem& problem : problems) {
    text += problem.file.string() + kField + problem.rule + kField + problem.cure + kRecord;
  }
  return text;
}

Problems problems_in(const std::string& text) {
  Problems problems;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t rule = text.find(kField, at) + 1, cure = text.find(kField, rule) + 1;
    const std::size_t end = text.find(kRecord, cure);
    problems.push_back({text.substr(at, rule - 1 - at), text.substr(rule, cure - 1 - rule),
                        text.substr(cure, end - cure)});
    at = end + 1;
  }
  return problems;
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
  std::ifstream in(context.paths.build / "compile_commands.json");
  const std::string compiled{std::istreambuf_iterator<char>(in), {}};
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
