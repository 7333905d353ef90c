#include "grader/batch/sample_submissions.h"

#include <archive.h>
#include <archive_entry.h>

#include <fstream>
#include <stdexcept>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

mode_t type_of(char kind) {
  switch (kind) {
    case 'd':
      return AE_IFDIR;
    case 'l':
      return AE_IFLNK;
    case 'p':
      return AE_IFIFO;
    case 'c':
      return AE_IFCHR;
    default:
      return AE_IFREG;
  }
}

void add_entry(archive* writer, const Packed& packed) {
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, packed.path.c_str());
  archive_entry_set_filetype(entry, type_of(packed.kind));
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_mtime(entry, 1767323045, 0);
  archive_entry_set_size(entry, static_cast<la_int64_t>(packed.text.size()));
  if (packed.kind == 'l') {
    archive_entry_set_symlink(entry, packed.target.c_str());
  } else if (packed.kind == 'h') {
    archive_entry_set_hardlink(entry, packed.target.c_str());
  }
  archive_write_header(writer, entry);
  archive_write_data(writer, packed.text.data(), packed.text.size());
  archive_entry_free(entry);
}

}  // namespace

std::string packed(Packing packing, const std::vector<Packed>& entries) {
  archive* writer = archive_write_new();
  if (packing == Packing::zip) {
    archive_write_set_format_zip(writer);
  } else if (packing == Packing::pax) {
    archive_write_set_format_pax(writer);
  } else {
    archive_write_set_format_gnutar(writer);
  }
  if (packing == Packing::tar_gz) {
    archive_write_add_filter_gzip(writer);
  }
  std::size_t room = 64 << 10;
  for (const Packed& entry : entries) {
    room += entry.text.size() + entry.text.size() / 100 + 3 * entry.path.size() + 4096;
  }
  std::string bytes(room, '\0');
  std::size_t used = 0;
  archive_write_open_memory(writer, bytes.data(), bytes.size(), &used);
  for (const Packed& entry : entries) {
    add_entry(writer, entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  bytes.resize(used);
  return bytes;
}

Class::Class() {
  std::string name = (fs::temp_directory_path() / "gemmlab-class-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("no temporary folder can be made");
  }
  dir = name;
}

Class::~Class() {
  std::error_code ignored;
  fs::remove_all(dir, ignored);
}

void Class::write(const std::string& path, const std::string& text) const {
  fs::create_directories((dir / path).parent_path());
  std::ofstream(dir / path, std::ios::binary) << text;
}

Submission Class::read(const std::string& name) const {
  for (const SubmissionSource& source : list_submissions(dir, labs).sources) {
    if (source.parts[0].path.filename() == name) {
      return read_submission(source, LabFinder(labs, skeletons), wanted);
    }
  }
  throw std::runtime_error("no such submission: " + name);
}

std::map<std::string, std::string> Class::reasons(const Submission& submission) {
  std::map<std::string, std::string> reasons;
  for (const LeftOut& left : submission.left_out) {
    reasons[left.path] = reason_of(left);
  }
  return reasons;
}

}  // namespace gemmlab
