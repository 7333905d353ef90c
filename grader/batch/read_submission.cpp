// Archives and folders. An archive's bytes have their bound before anything in them is looked at:
// sizes and counts that it states are not trusted.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <memory>

#include "grader/batch/submission.h"
#include "grader/core/foreign_text.h"
#include "grader/process/descriptor.h"

namespace gemmlab {
namespace {

using Reader = std::unique_ptr<archive, decltype([](archive* it) { archive_read_free(it); })>;

void require_whole(archive* reader, bool is_whole) {
  if (!is_whole) {
    const char* reason = archive_error_string(reader);
    throw Refused(fmt::format("this is not an archive, or it is broken or incomplete: {}",
                              quoted_path(reason == nullptr ? "it is not readable" : reason)));
  }
}

// The data of the entry that was reached: at most one byte more than that.
std::string data_of(archive* reader, std::size_t most) {
  std::string text(most + 1, '\0');
  const la_ssize_t bytes = archive_read_data(reader, text.data(), text.size());
  require_whole(reader, bytes >= 0);
  text.resize(std::size_t(bytes));
  return text;
}

// A tar or a zip: takes off gzip, once.
std::string unpacked(int file) {
  const Reader reader(archive_read_new());
  archive_entry* entry = nullptr;
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_format_raw(reader.get());
  constexpr std::size_t kBlockBytes = 64 << 10;
  require_whole(reader.get(), archive_read_open_fd(reader.get(), file, kBlockBytes) == ARCHIVE_OK &&
                                  archive_read_next_header(reader.get(), &entry) == ARCHIVE_OK);
  refuse_if(archive_filter_count(reader.get()) > 2,
            "it is packed more than once: use an ordinary .zip or .tar.gz");
  std::string bytes = data_of(reader.get(), kMaxArchiveBytes);
  if (bytes.size() > kMaxArchiveBytes) {
    throw Refused(
        fmt::format("unpacked, it is larger than {} MiB; reading stopped there. Hand in "
                    "the labs' files alone, which have a few KB",
                    kMaxArchiveBytes >> 20));
  }
  return bytes;
}

// Reads a zip only by the directory at its end: if that is missing, the archive is incomplete.
Reader open_contents(const std::string& bytes) {
  Reader reader(archive_read_new());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_zip_seekable(reader.get());
  const int opened = archive_read_open_memory(reader.get(), bytes.data(), bytes.size());
  require_whole(reader.get(), opened == ARCHIVE_OK);
  return reader;
}

std::string path_of(archive_entry* entry) {
  const char* const utf8 = archive_entry_pathname_utf8(entry);
  const char* const path = utf8 != nullptr ? utf8 : archive_entry_pathname(entry);
  refuse_if(path == nullptr,
            "the name of a file in it cannot be read: use an ordinary .zip or .tar.gz");
  return path;
}

void require_plain(archive_entry* entry, const std::string& path) {
  const auto type = archive_entry_filetype(entry);
  const char* const what = archive_entry_hardlink(entry) != nullptr ? "hard link"
                           : type == AE_IFLNK                       ? "symbolic link"
                           : type != AE_IFREG && type != AE_IFDIR && type != 0
                               ? "pipe, socket or device"
                               : nullptr;
  if (what != nullptr) {
    throw Refused(fmt::format("it contains a {}, {}", what, quoted_path(path)));
  }
  refuse_if(archive_entry_is_encrypted(entry) != 0, "it is encrypted ({})", path);
}

// All except the usual ways to pack let the archive decide how much memory unpacking takes, up to
// gigabytes for a byte.
void require_usual_packing(archive* reader, const std::string& path) {
  const std::string_view format = archive_format_name(reader);
  refuse_if(format.starts_with("ZIP") && !format.ends_with("(deflation)") &&
                !format.ends_with("(uncompressed)"),
            "it is packed in an unusual way, {}: use an ordinary .zip or .tar.gz", path);
}

void read_entry(archive* reader, archive_entry* entry, Intake& intake) {
  const std::string path = path_of(entry);
  const bool is_needed = intake.enter(path, archive_entry_filetype(entry) == AE_IFDIR);
  if (std::ranges::none_of(parts_of(path), is_junk)) {
    require_plain(entry, path);
    require_usual_packing(reader, path);
  }
  if (is_needed) {
    intake.take(path, data_of(reader, kMaxFileBytes));
  }
  require_whole(reader, archive_read_data_skip(reader) == ARCHIVE_OK);
}

// Folders are walked by descriptor: a link that replaces a path in the meantime is not followed.
void require_read(bool is_read, const std::string& path) {
  if (!is_read) {
    throw std::system_error(errno, std::generic_category(), "cannot read " + quoted_path(path));
  }
}

// Sorted. Stops at more than any submission may have.
std::vector<std::string> names_in(int folder, const std::string& path) {
  std::vector<std::string> names;
  try {
    for (const auto& entry : fs::directory_iterator("/proc/self/fd/" + std::to_string(folder))) {
      names.push_back(entry.path().filename());
      refuse_if(names.size() > kMaxEntries, "too many files and folders are in {}", path);
    }
  } catch (const fs::filesystem_error& error) {
    throw std::system_error(error.code(), "cannot read " + quoted_path(path));
  }
  std::ranges::sort(names);
  return names;
}

// Of a folder; of an archive in it, what is in that.
void take_in_file(int folder, const char* name, const std::string& path, Intake& intake) {
  const Descriptor file(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  require_read(file.is_open() && fstat(file.get(), &status) == 0, path);
  if (!S_ISREG(status.st_mode)) {
    return intake.leave(path, LeftOutReason::not_regular);
  }
  if (status.st_nlink > 1) {
    return intake.leave(path, LeftOutReason::hard_link);
  }
  if (const std::size_t ending = archive_ending(path); ending > 0) {
    const std::string place = intake.set_place("");
    intake.set_place(place + path.substr(0, path.size() - ending) + '/');
    read_archive(file.get(), intake);
    intake.set_place(place);
  } else {
    intake.take(path, text_of_file(file.get(), path));
  }
}

}  // namespace

std::string text_of_file(int file, const std::string& path) {
  std::string text(kMaxFileBytes + 1, '\0');
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const ssize_t got = read(file, text.data() + bytes, text.size() - bytes);
    require_read(got >= 0 || errno == EINTR, path);
    if (got == 0) {
      break;
    }
    bytes += got > 0 ? static_cast<std::size_t>(got) : 0;
  }
  text.resize(bytes);
  return text;
}

void read_folder(int folder, Intake& intake, const std::string& prefix) {
  for (const std::string& name : names_in(folder, prefix)) {
    const std::string path = prefix + name;
    struct stat status {};
    require_read(fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0, path);
    const bool is_folder = S_ISDIR(status.st_mode);
    if (!is_folder && !S_ISREG(status.st_mode) && !is_junk(name)) {
      intake.enter(path, true);
      intake.leave(path,
                   S_ISLNK(status.st_mode) ? LeftOutReason::symbolic_link : LeftOutReason::special);
      continue;
    }
    const bool is_archive = !is_folder && archive_ending(name) > 0;
    const bool is_needed = intake.enter(path, is_folder || is_archive);
    const bool is_too_deep = std::ranges::count(path, '/') >= kMaxDepth;
    if (is_junk(name) || is_too_deep || path.size() > kMaxPathBytes) {
      continue;
    }
    if (is_needed || is_archive) {
      take_in_file(folder, name.c_str(), path, intake);
    }
    if (!is_folder) {
      continue;
    }
    const Descriptor inner(
        openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    require_read(inner.is_open(), path);
    read_folder(inner.get(), intake, path + '/');
  }
}

void read_archive(int file, Intake& intake) {
  const Utf8 names;  // else libarchive drops a zip's names that are not ASCII
  const std::string bytes = unpacked(file);
  const Reader reader = open_contents(bytes);
  for (bool is_empty = true;; is_empty = false) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(reader.get(), &entry);
    refuse_if(status == ARCHIVE_EOF && is_empty,
              "the archive contains nothing, or its list of contents is damaged");
    if (status == ARCHIVE_EOF) {
      break;
    }
    // A warning is about a name in a foreign character set.
    require_whole(reader.get(), status == ARCHIVE_OK || status == ARCHIVE_WARN);
    read_entry(reader.get(), entry, intake);
  }
  // A tar that was cut between two entries looks valid except for the missing zeros at its end.
  const bool is_tar =
      (archive_format(reader.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
  refuse_if(is_tar && !bytes.ends_with(std::string(512, '\0')),
            "the archive is incomplete: its end is missing");
}

}  // namespace gemmlab
