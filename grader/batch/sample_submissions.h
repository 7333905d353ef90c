// Students' folders and archives, created for a test and deleted after it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "grader/batch/submission.h"

namespace gemmlab {

// One entry of a test's archive.
struct Packed {
  std::string path, text;
  char kind = 'f';          // f file, d folder, l symbolic link, h hard link, p pipe, c device
  std::string target = {};  // of a link
};

enum class Packing { zip, tar, tar_gz, pax };

// The bytes of such an archive. All files have the time 2026-01-02T03:04:05Z.
std::string packed(Packing packing, const std::vector<Packed>& entries);

class Class : public testing::Test {
 protected:
  Class();
  ~Class() override;

  void write(const std::string& path, const std::string& text) const;
  // read_submission for the entry with that name in the class's folder.
  Submission read(const std::string& name) const;
  // Reasons for left-out files, by path.
  static std::map<std::string, std::string> reasons(const Submission& submission);

  std::filesystem::path dir;
  std::vector<Lab> labs{{"01", "cpu_loop", "kernel.cpp", "The CPU loop"},
                        {"02", "naive_kernel", "kernel.cu", "One thread, one output"},
                        {"03", "tiled_kernel", "kernel.cu", "Share a tile"}};
  std::map<std::string, std::string> skeletons;  // by lab id, as `read` knows them
  std::set<std::string> wanted;                  // the labs that are to be graded
};

}  // namespace gemmlab
