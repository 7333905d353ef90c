// Converts run reports to JSON and back.
#pragma once

#include "common/facts/json.h"
#include "common/facts/run_report.h"

namespace gemmlab {

#include "common/facts/report_fields.h"  // made from the table by Meson

}  // namespace gemmlab
