#include "grader/compile/provided_headers.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>

#include "common/simt/translate/toolkit_headers.h"
#include "grader/core/read_file.h"
#include "grader/core/source/source_text.h"
#include "grader/machine/paths.h"

namespace gemmlab {
namespace {

class Provider {
 public:
  void read(const fs::path& file, const std::string& text) {
    if (++files_ > kMostFiles) {
      return;
    }
    for (const std::string_view line : lines_of(text)) {
      const std::string header = included_by(line);
      if (header.empty() || !seen_.insert(header).second) {
        continue;
      }
      const fs::path beside = file.parent_path() / header;
      if (const auto own = fs::path(header).is_absolute() ? std::nullopt : read_own(beside)) {
        read(beside, *own);
      } else if (const auto provided = simt::toolkit_header(header);
                 provided && !fs::exists(paths().simulator_headers() / header)) {
        write(provided_headers() / header, *provided);
        read(provided_headers() / header, *provided);
      }
    }
  }

 private:
  static constexpr int kMostFiles = 200;

  static std::optional<std::string> read_own(const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) ? read_foreign(file) : std::nullopt;
  }

  // Another process may do the same at this moment.
  static void write(const fs::path& file, const std::string& text) {
    std::error_code ignored;
    if (read_foreign(file) == text) {
      return;
    }
    fs::create_directories(file.parent_path(), ignored);
    const fs::path made = file.string() + '.' + std::to_string(getpid());
    std::ofstream(made) << text;
    fs::rename(made, file, ignored);
  }

  std::set<std::string> seen_;
  int files_ = 0;
};

}  // namespace

std::string included_by(std::string_view line) {
  const auto skip = [&line](std::size_t characters) {  // and blanks
    line.remove_prefix(characters);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip(0);
  if (!line.starts_with('#') && !line.starts_with("%:")) {
    return "";
  }
  skip(line.starts_with('#') ? 1 : 2);
  if (!line.starts_with("include")) {
    return "";
  }
  skip(7);
  const std::size_t close = line.find(line.starts_with('<') ? '>' : '"', 1);
  const bool is_named = line.starts_with('<') || line.starts_with('"');
  return std::string(is_named && close != line.npos ? line.substr(1, close - 1) : line);
}

fs::path provided_headers() {
  return paths().module_cache() / "toolkit";
}

void provide_headers(const fs::path& source, const std::string& text) {
  Provider().read(source, text);
}

}  // namespace gemmlab
