#include "grader/doors/sandbox_cell.h"

#include <signal.h>

#include "grader/machine/paths.h"
#include "grader/machine/sandbox_check.h"

namespace gemmlab {
namespace {

std::set<std::string> as_set(const std::vector<std::string>& words) {
  return {words.begin(), words.end()};
}

}  // namespace

SandboxCell::SandboxCell(bool may_be_weak, const std::vector<std::string>& symbols,
                         const std::vector<std::string>& headers,
                         const std::vector<std::string>& invisible)
    : sandbox(place.number(), place.folder(), may_be_weak),
      enclosure{sandbox, as_set(symbols), as_set(headers)} {
  end_all();  // what a killed earlier run may have left behind
  std::vector<fs::path> hidden(invisible.begin(), invisible.end());
  hidden.push_back(paths().solutions());
  check_sandbox(sandbox, hidden);
}

SandboxCell::~SandboxCell() {
  end_all();
}

void SandboxCell::end_all() const {
  sandbox.signal_all(SIGKILL);
}

}  // namespace gemmlab
