// Headers of the CUDA Toolkit that the simulator lacks. A program may include any of them: what
// they declare is named only where it is used.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace simt {

// The text of a header that stands for one of the Toolkit's, given what is between < and >. Nothing
// for other headers.
std::optional<std::string> toolkit_header(std::string_view header);

// What such a header is a part of: "tensor cores"; empty if it is none, or of CUDA itself.
std::string toolkit_part(std::string_view header);

// What a name is to which such a header would give a meaning; empty if to none.
std::string meaning_in_toolkit(std::string_view header, std::string_view name);

}  // namespace simt
