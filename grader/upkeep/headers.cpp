#include "grader/upkeep/headers.h"

#include <set>
#include <sstream>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

// What the first #include of a source names, without its quotes or brackets.
std::string first_include(const std::string& source) {
  constexpr std::string_view kInclude = "#include ";
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kInclude) && line.size() > kInclude.size() + 2) {
      const std::size_t begin = kInclude.size() + 1;
      return line.substr(begin, line.find_first_of("\">", begin) - begin);
    }
  }
  return "";
}

bool is_below(const fs::path& folder, const fs::path& file) {
  return file.string().starts_with(folder.string() + "/");
}

}  // namespace

std::vector<fs::path> headers_to_compile(const Course& course, const std::string& compiled) {
  std::set<fs::path> proven;
  for (const fs::path& source : course.files({".cpp"})) {
    if (compiled.find("/" + source.string() + "\"") != compiled.npos) {
      const std::string name = first_include(course.text(source));
      proven.insert({name, "common/include/" + name});
    }
  }
  std::vector<fs::path> rest;
  for (const fs::path& header : course.files({".h"})) {
    if ((is_below("common", header) || is_below("grader", header)) && !proven.contains(header)) {
      rest.push_back(header);
    }
  }
  return rest;
}

std::vector<std::string> command_for_header(const fs::path& header, const Toolchain& tools) {
  const fs::path shim = "common/simt/shim", stub = shim / "clang";
  const bool is_stub = is_below(stub, header);
  const auto& compiler = is_stub ? tools.clang : tools.host;
  if (!compiler) {
    return {};
  }
  std::vector<std::string> command{compiler->path, "-std=c++20", "-fsyntax-only", "-I.",
                                   "-Icommon/include"};
  const auto add = [&](std::initializer_list<std::string> words) {
    command.insert(command.end(), words);
  };
  if (is_stub) {
    add({"-nocudainc", "-nocudalib", "--cuda-host-only", "-Wno-unknown-cuda-version"});
  }
  add({"-isystem", shim});
  if (is_stub || is_below(shim, header)) {
    add({"-D__CUDACC__", "-include", "cuda_runtime.h"});
  }
  // Included, since a header has no business in being compiled itself: #pragma once is for others.
  add({"-include", header, "-x", is_stub ? "cuda" : "c++", "/dev/null"});
  return command;
}

}  // namespace gemmlab
