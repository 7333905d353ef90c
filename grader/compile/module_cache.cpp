#include "grader/compile/module_cache.h"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFormat = "gemmlab module entry 1";

std::optional<std::string> content_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    return std::nullopt;
  }
  std::ifstream in(file, std::ios::binary);
  std::string content(fs::file_size(file, error), '\0');
  in.read(content.data(), static_cast<std::streamsize>(content.size()));
  return in ? std::optional<std::string>(std::move(content)) : std::nullopt;
}

// "12\nlines of text\n": a text of any content behind its length.
void write_text(std::ostream& out, const std::string& text) {
  out << text.size() << '\n' << text << '\n';
}

std::string read_text(std::istream& in) {
  std::size_t size = 0;
  in >> size;
  in.get();
  std::string text(in && size < (std::size_t{1} << 24) ? size : 0, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  in.get();
  return text;
}

bool unchanged(std::istream& in) {
  std::size_t count = 0;
  in >> count;
  for (std::size_t i = 0; i < count && in; ++i) {
    const std::string sum = read_text(in);
    const std::optional<std::string> content = content_of(read_text(in));
    if (!content || sha256(*content) != sum) {
      return false;
    }
  }
  return static_cast<bool>(in);
}

CompileResult read_result(std::istream& in) {
  CompileResult result;
  int outcome = 0, line = 0;
  in >> outcome >> line;
  result.outcome = static_cast<CompileResult::Outcome>(outcome);
  result.line = line > 0 ? std::optional<int>(line) : std::nullopt;
  result.module = read_text(in);
  result.message = read_text(in);
  result.warnings = read_text(in);
  return result;
}

void write_result(std::ostream& out, const CompileResult& result) {
  out << static_cast<int>(result.outcome) << ' ' << result.line.value_or(0) << '\n';
  write_text(out, result.module.string());
  write_text(out, result.message);
  write_text(out, result.warnings);
}

}  // namespace

std::optional<CompileResult> ModuleCache::find(const std::string& key) const {
  std::ifstream in(entry(key), std::ios::binary);
  std::string format;
  if (!std::getline(in, format) || format != kFormat || !unchanged(in)) {
    return std::nullopt;
  }
  CompileResult result = read_result(in);
  const bool has_module = result.module.empty() || fs::exists(result.module);
  return in && has_module ? std::optional<CompileResult>(std::move(result)) : std::nullopt;
}

CompileResult ModuleCache::store(const std::string& key,
                                 const std::vector<fs::path>& read,
                                 CompileResult result,
                                 const fs::path& scratch) const {
  bool lasting = true;
  std::ostringstream files;
  files << read.size() << '\n';
  for (const fs::path& file : read) {
    const std::optional<std::string> content = content_of(file);
    lasting = lasting && content;  // gone meanwhile, or no plain file: not to be relied on
    write_text(files, sha256(content.value_or("")));
    write_text(files, file.string());
  }
  if (!result.module.empty()) {
    const fs::path kept = folder_ / (sha256(key + files.str()) + ".so");
    fs::rename(result.module, kept);
    result.module = kept;
  }
  if (!lasting) {
    return result;
  }
  const fs::path unfinished = scratch / "entry";
  std::ofstream out(unfinished, std::ios::binary);
  out << kFormat << '\n' << files.str();
  write_result(out, result);
  out.close();
  if (!out) {
    throw std::system_error(ENOSPC, std::generic_category(), unfinished.string());
  }
  fs::rename(unfinished, entry(key));
  return result;
}

}  // namespace gemmlab
