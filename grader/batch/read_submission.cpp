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

void require_size(std::size_t bytes, std::size_t most) {
  if (bytes > most) {
    throw Refused(
        fmt::format("unpacked, it is larger than {} MiB; reading stopped there. The labs' files "
                    "have only a few KB",
                    kMaxTotalBytes >> 20));
  }
}

// A tar's headers count as well.
constexpr std::size_t kArchiveBytes = kMaxTotalBytes + 4096 * kMaxEntries;

Reader open_archive(int file) {
  struct stat status {};
  Reader reader(archive_read_new());
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_format_raw(reader.get());
  constexpr std::size_t kBlockBytes = 64 << 10;
  require_size(fstat(file, &status) == 0 ? std::size_t(status.st_size) : 0, kArchiveBytes);
  require_whole(reader.get(), archive_read_open_fd(reader.get(), file, kBlockBytes) == ARCHIVE_OK);
  return reader;
}

// Passes on all data of the entry that was reached, block by block.
void read_data(archive* reader, auto take) {
  static thread_local std::array<char, 64 << 10> buffer;
  la_ssize_t bytes = 0;
  while ((bytes = archive_read_data(reader, buffer.data(), buffer.size())) > 0) {
    take(std::string_view(buffer.data(), std::size_t(bytes)));
  }
  require_whole(reader, bytes == 0);
}

struct ArchiveBytes {
  std::string bytes;  // a tar or a zip
  bool is_packed = false;
};

// Takes off gzip, once.
ArchiveBytes unpacked(int file) {
  const Reader reader = open_archive(file);
  archive_entry* entry = nullptr;
  require_whole(reader.get(), archive_read_next_header(reader.get(), &entry) == ARCHIVE_OK);
  const int layers = archive_filter_count(reader.get()) - 1;
  refuse_if(layers > 1, "it is packed more than once: use an ordinary .zip or .tar.gz");
  ArchiveBytes archive{{}, layers == 1};
  read_data(reader.get(), [&](std::string_view block) {
    require_size(archive.bytes.append(block).size(), kArchiveBytes);
  });
  return archive;
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

// The entry's content: at most one byte more than a lab's file may have. Reads all of it, so that
// `total` counts the real unpacked size, including holes before data.
std::string content(archive* reader, std::size_t& total) {
  std::string text;
  read_data(reader, [&](std::string_view block) {
    total += block.size();
    require_size(total, kMaxTotalBytes);
    text.append(block.substr(0, kMaxFileBytes + 1 - text.size()));
  });
  return text;
}

// A tar that was cut between two entries looks valid except for the missing zeros at its end.
void require_end(archive* reader, const ArchiveBytes& archive) {
  const bool is_tar = (archive_format(reader) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
  const bool has_end = archive.bytes.ends_with(std::string(512, '\0'));
  refuse_if(is_tar && !archive.is_packed && !has_end,
            "the archive is incomplete: its end is missing");
}

void read_entry(archive* reader, archive_entry* entry, std::size_t& total, Intake& intake) {
  const std::string path = path_of(entry);
  require_plain(entry, path);
  require_usual_packing(reader, path);
  const Lab* lab = intake.enter(path, archive_entry_filetype(entry) == AE_IFDIR);
  std::string text = content(reader, total);
  if (lab != nullptr) {
    intake.take(*lab, path, std::move(text), archive_entry_mtime(entry));
  }
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
      require_number(int(names.size()), kMaxJunk);
    }
  } catch (const fs::filesystem_error& error) {
    throw std::system_error(error.code(), "cannot read " + quoted_path(path));
  }
  std::ranges::sort(names);
  return names;
}

// At most one byte more than a lab's file may have.
std::string content_of(int file, const std::string& path) {
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

void take_in_file(int folder, const char* name, const std::string& path, const Lab& lab,
                  Intake& intake) {
  const Descriptor file(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  require_read(file.is_open() && fstat(file.get(), &status) == 0, path);
  if (!S_ISREG(status.st_mode)) {
    return intake.leave(path, LeftOutReason::not_regular);
  }
  if (status.st_nlink > 1) {
    return intake.leave(path, LeftOutReason::hard_link);
  }
  intake.take(lab, path, content_of(file.get(), path), status.st_mtim.tv_sec);
}

}  // namespace

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
    if (const Lab* lab = intake.enter(path, is_folder)) {
      take_in_file(folder, name.c_str(), path, *lab, intake);
    }
    const bool is_too_deep = std::ranges::count(path, '/') >= kMaxDepth;
    if (!is_folder || is_junk(name) || is_too_deep || path.size() > kMaxPathBytes) {
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
  const ArchiveBytes archive = unpacked(file);
  const Reader reader = open_contents(archive.bytes);
  std::size_t total = 0;
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
    read_entry(reader.get(), entry, total, intake);
  }
  require_end(reader.get(), archive);
}

}  // namespace gemmlab
