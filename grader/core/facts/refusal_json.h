// Refusals and diagnostics as JSON, in both directions.
#pragma once

#include "common/facts/json.h"
#include "grader/core/facts/refusal.h"

namespace gemmlab {

template <typename Json>
void to_json(Json& json, const ForeignText& text) {
  json = text.text();
}
template <typename Json>
void from_json(const Json& json, ForeignText& text) {
  text = ForeignText(json.template get<std::string>());
}

GEMMLAB_JSON(Diagnostic, file, line, severity, text, source)
GEMMLAB_JSON(NoSource, why)
GEMMLAB_JSON(CompilerErrors, diagnostics)
GEMMLAB_JSON(Untranslatable, kind, error)
GEMMLAB_JSON(ToolStopped, tool, why, said)
GEMMLAB_JSON(HeaderNotAllowed, header)
GEMMLAB_JSON(FunctionNotAllowed, function)
GEMMLAB_JSON(DefinedNowhere, function)
GEMMLAB_JSON(HidesAccesses, hook)
GEMMLAB_JSON(Refusal, file, line, cause)

}  // namespace gemmlab
