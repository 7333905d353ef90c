// The figures in the texts behind the labs, each recomputed by the model. figures.py says whether
// they come out as documented.
#pragma once

#include <string_view>
#include <vector>

#include "common/facts/json_fields.h"
#include "common/facts/names.h"

namespace gemmlab::model {

// How the computed value should compare with the stated one.
enum class Agreement {
  agrees,   // equal in all stated digits
  rounded,  // the text rounds more coarsely: by at most 2 %, or `right` is the exact value
  slips,    // the text is wrong; `right` is the correct value
};
struct Figure {
  std::string_view text;     // a tag of texts()
  std::string_view what;     // the quantity, in a few words
  std::string_view formula;  // in words or numbers, with the text's inputs
  double computed = 0;       // the formula, by the model
  std::string_view stated;   // digits as in the text, "4,096"
  std::string_view unit;     // may be empty
  Agreement expected = Agreement::agrees;
  std::string_view right = "";  // for a slip, and for a coarse rounding
  std::string_view note = "";   // the reason, in a sentence; for a slip, and wherever needed
};
GEMMLAB_JSON(Figure, text, what, formula, computed, stated, unit, expected, right, note)

struct Text {
  std::string_view tag, what;
};
GEMMLAB_JSON(Text, tag, what)

// The texts: the meaning of the tags.
const std::vector<Text>& texts();

// A row of the lists: the text states, for this quantity, by this formula, this number. Only the
// text's inputs and results are typed in, and nothing that the model knows: GPUs come from the
// tables, traffic from the kernels' own description, occupancy from the rules. A function, since
// many formulas give whole numbers.
inline Figure figure(std::string_view text, std::string_view what, std::string_view formula,
                     double computed, std::string_view stated, std::string_view unit,
                     Agreement expected = Agreement::agrees, std::string_view right = "",
                     std::string_view note = "") {
  return {text, what, formula, computed, stated, unit, expected, right, note};
}

// All figures, in the order of the labs: the lists below.
const std::vector<Figure>& figures();
std::vector<Figure> figures_of_naive_kernel();
std::vector<Figure> figures_of_tiled_kernel();
std::vector<Figure> figures_of_several_outputs();
std::vector<Figure> figures_of_register_tiles();
std::vector<Figure> figures_of_timing();

// {"texts", "figures"}: both lists.
Json figures_in_json();

}  // namespace gemmlab::model

namespace gemmlab {
GEMMLAB_NAMES(model::Agreement, agrees, rounded, slips)
}
