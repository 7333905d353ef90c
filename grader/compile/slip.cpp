#include "grader/compile/slip.h"

#include <map>

#include "common/facts/text_table.h"
#include "grader/compile/tables.h"

namespace gemmlab {

const std::string& slip_form(const std::string& slip) {
  static const auto forms = [] {
    std::map<std::string, std::string> rows;
    for (const TableRow& row :
         read_table(kSourceSlips, "grader/compile/source_slips.table", {"slip", "text"})) {
      rows[row.text("slip")] = row.text("text");
    }
    return rows;
  }();
  return forms.at(slip);
}

}  // namespace gemmlab
