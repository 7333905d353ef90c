// What a lab file may use. Internal to this room.
#pragma once

#include <string>
#include <string_view>

#include "grader/compile/compile_job.h"
#include "grader/core/fs.h"

namespace gemmlab {

// Checks that the linked simulator module exports and imports only what it may.
EarlyResult check_symbols(const CompileJob& job);

// What the line includes: a header's name, or whatever other text is there; empty if it is not an
// #include.
std::string included_by(std::string_view line);

// Checks that the file includes only headers, and its object file uses only functions, that the
// enclosure allows. Without an enclosure everything is allowed.
EarlyResult check_headers(const CompileJob& job, const std::string& text);
EarlyResult check_functions(const CompileJob& job, const fs::path& object);

}  // namespace gemmlab
