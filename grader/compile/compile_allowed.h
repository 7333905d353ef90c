// What a lab file may use. Internal to this room.
#pragma once

#include <string>

#include "grader/compile/compile_job.h"
#include "grader/core/fs.h"

namespace gemmlab {

// Checks that the linked simulator module exports and imports only what it may.
EarlyResult check_symbols(const CompileJob& job);

// Checks that the file includes only headers, and its object file uses only functions, that the
// enclosure allows. Without an enclosure everything is allowed.
EarlyResult check_headers(const CompileJob& job, const std::string& text);
EarlyResult check_functions(const CompileJob& job, const fs::path& object);

}  // namespace gemmlab
