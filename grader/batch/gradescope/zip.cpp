#include "grader/batch/gradescope/zip.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/core/read_file.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr time_t kTime = 946728000;  // noon of 1 January 2000, UTC: a zip's times begin in 1980

struct FreeArchive {
  void operator()(archive* it) const { archive_write_free(it); }
};
struct FreeEntry {
  void operator()(archive_entry* it) const { archive_entry_free(it); }
};
using Archive = std::unique_ptr<archive, FreeArchive>;
using Entry = std::unique_ptr<archive_entry, FreeEntry>;

void expect(int code, archive* it, const fs::path& file) {
  if (code != ARCHIVE_OK) {
    const char* const why = archive_error_string(it);
    throw std::runtime_error(
        file.string() + " cannot be written: " + (why != nullptr ? why : "it is not known why"));
  }
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && !entry.is_symlink()) {
      files.push_back(entry.path().lexically_relative(folder));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void add(archive* zip, const fs::path& folder, const fs::path& name, const fs::path& file) {
  const std::string content = read_file(folder / name);
  const Entry entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), name.generic_string().c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(),
                         static_cast<__LA_MODE_T>(fs::status(folder / name).permissions()));
  archive_entry_set_mtime(entry.get(), kTime, 0);
  expect(archive_write_header(zip, entry.get()), zip, file);
  const la_ssize_t written = archive_write_data(zip, content.data(), content.size());
  expect(written == static_cast<la_ssize_t>(content.size()) ? ARCHIVE_OK : ARCHIVE_FATAL, zip,
         file);
}

}  // namespace

void write_zip(const fs::path& folder, const fs::path& file) {
  const fs::path unfinished = file.string() + ".tmp";
  try {
    const Archive zip(archive_write_new());
    expect(archive_write_set_format_zip(zip.get()), zip.get(), file);
    expect(archive_write_open_filename(zip.get(), unfinished.c_str()), zip.get(), file);
    for (const fs::path& name : files_below(folder)) {
      add(zip.get(), folder, name, file);
    }
    expect(archive_write_close(zip.get()), zip.get(), file);
    fs::rename(unfinished, file);
  } catch (...) {
    std::error_code ignored;
    fs::remove(unfinished, ignored);
    throw;
  }
}

}  // namespace gemmlab
