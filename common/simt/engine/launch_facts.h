// A launch as reports name it.
#pragma once

#include <utility>

#include "common/facts/counts.h"
#include "common/facts/run_report.h"
#include "common/simt/shim/simt_abi.h"

namespace simt {

inline gemmlab::LaunchShape shape_of(const LaunchConfig& config) {
  const auto& grid = config.grid;
  const auto& block = config.block;
  return {
      {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, config.shared_bytes, config.kernel};
}

// Everything except the error itself.
inline gemmlab::ApiError failed_launch(const LaunchConfig& config, gemmlab::ApiCause cause) {
  gemmlab::ApiError failed;
  failed.launch = shape_of(config);
  failed.cause = std::move(cause);
  failed.at = {config.file, config.line, 0, "launch"};
  return failed;
}

}  // namespace simt
