// What of a submission was not taken, and why.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "common/facts/names.h"

namespace gemmlab {

inline constexpr std::size_t kMaxFileBytes = 1 << 20;    // of a lab's file
inline constexpr std::size_t kMaxTotalBytes = 16 << 20;  // of an archive, unpacked
inline constexpr int kMaxEntries = 1000;                 // of a submission, folders included
inline constexpr std::size_t kMaxPathBytes = 512;        // within a submission
inline constexpr int kMaxDepth = 16;                     // names in such a path

enum class LeftOutReason {
  not_a_labs_file,
  made_by_tools,
  archive,
  long_path,
  deep_path,
  large,
  not_regular,
  hard_link,
  symbolic_link,
  special,
  one_of_several,
};

template <>
struct EnumNames<LeftOutReason> {
  static constexpr std::string_view all[] = {
      "not_a_labs_file", "made_by_tools", "archive",       "long_path", "deep_path",     "large",
      "not_regular",     "hard_link",     "symbolic_link", "special",   "one_of_several"};
};

struct LeftOut {
  std::string path;  // in the submission, control characters replaced
  LeftOutReason reason = LeftOutReason::not_a_labs_file;
  int count = 0;         // made_by_tools, one_of_several: of so many files
  std::string lab = {};  // one_of_several: its id
};

// The reason in words: "an archive in the submission, which is not opened".
std::string reason_of(const LeftOut& left);

}  // namespace gemmlab
