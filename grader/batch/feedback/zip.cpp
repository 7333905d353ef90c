#include "grader/batch/feedback/feedback.h"

#include <archive.h>
#include <archive_entry.h>

#include <memory>
#include <stdexcept>

#include "grader/core/foreign_text.h"
#include "grader/core/read_file.h"
#include "grader/report/write_file.h"

namespace gemmlab {
namespace {

constexpr time_t kTime = 946728000;  // noon of 1 January 2000, UTC: a zip's times begin in 1980

using Archive = std::unique_ptr<archive, decltype([](archive* it) { archive_write_free(it); })>;
using Entry =
    std::unique_ptr<archive_entry, decltype([](archive_entry* it) { archive_entry_free(it); })>;

void expect(int code, archive* it, const fs::path& file) {
  if (code != ARCHIVE_OK) {
    const char* const why = archive_error_string(it);
    throw std::runtime_error("cannot write " + file.string() + ": " +
                             (why != nullptr ? why : "unknown reason"));
  }
}

void add(archive* zip, const std::string& name, const fs::path& from, const fs::path& file) {
  const std::string content = read_file(from);
  const Entry entry(archive_entry_new());
  archive_entry_set_pathname_utf8(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), static_cast<__LA_MODE_T>(fs::status(from).permissions()));
  archive_entry_set_mtime(entry.get(), kTime, 0);
  expect(archive_write_header(zip, entry.get()), zip, file);
  const la_ssize_t written = archive_write_data(zip, content.data(), content.size());
  expect(written == static_cast<la_ssize_t>(content.size()) ? ARCHIVE_OK : ARCHIVE_FATAL, zip,
         file);
}

}  // namespace

ZipEntries files_below(const fs::path& folder) {
  ZipEntries entries;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && !entry.is_symlink()) {
      entries[entry.path().lexically_relative(folder).generic_string()] = entry.path();
    }
  }
  return entries;
}

void write_zip(const ZipEntries& entries, const fs::path& file) {
  const Utf8 names;
  std::string text;
  const auto append = [](archive*, void* all, const void* part, std::size_t bytes) {
    static_cast<std::string*>(all)->append(static_cast<const char*>(part), bytes);
    return static_cast<la_ssize_t>(bytes);
  };
  const Archive zip(archive_write_new());
  expect(archive_write_set_format_zip(zip.get()), zip.get(), file);
  expect(archive_write_open(zip.get(), &text, nullptr, append, nullptr), zip.get(), file);
  for (const auto& [name, from] : entries) {
    add(zip.get(), name, from, file);
  }
  expect(archive_write_close(zip.get()), zip.get(), file);
  write_atomically(file, text);
}

}  // namespace gemmlab
