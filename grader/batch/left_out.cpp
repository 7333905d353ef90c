#include "grader/batch/left_out.h"

#include <fmt/format.h>

namespace gemmlab {
namespace {

constexpr const char* kReasons[] = {
    "not a lab's file",
    "made by the system or by tools ({count} in all)",
    "an archive in the submission, which is not opened",
    "its path is longer than {path_bytes} bytes",
    "it lies deeper than {depth} folders",
    "larger than {mib} MiB",
    "not a regular file",
    "a hard link: the file has another name elsewhere",
    "a symbolic link, which is not followed",
    "a pipe, socket or device, which is not opened",
    "one of {count} files for lab {lab}: which one is meant cannot be known, so none was taken",
};
static_assert(std::size(kReasons) == std::size(EnumNames<LeftOutReason>::all));

}  // namespace

std::string reason_of(const LeftOut& left) {
  return fmt::format(fmt::runtime(kReasons[std::size_t(left.reason)]),
                     fmt::arg("count", left.count), fmt::arg("lab", left.lab),
                     fmt::arg("path_bytes", kMaxPathBytes), fmt::arg("depth", kMaxDepth),
                     fmt::arg("mib", kMaxFileBytes >> 20));
}

}  // namespace gemmlab
