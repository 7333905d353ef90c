// Changes to copies that run ahead: what a wait leaves under way, and calls that are missing.
#pragma once

#include "grader/changes/change_writer.h"

namespace gemmlab {

void change_pipelines(ChangeWriter& writer);

}  // namespace gemmlab
