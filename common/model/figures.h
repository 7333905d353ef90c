// The figures in the texts behind the labs, each recomputed by the model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/facts/names.h"

namespace gemmlab::model {

// How the computed value should compare with the stated one.
enum class Agreement {
  agrees,   // equal in all stated digits
  rounded,  // the text rounds more coarsely: by at most 2 %, or `right` is the exact value
  slips,    // the text is wrong; `right` is the correct value
};
struct Figure {
  std::string_view from;     // the text: a tag of texts()
  std::string_view what;     // the quantity, in a few words
  std::string_view formula;  // in words or numbers, with the text's inputs
  double computed = 0;       // the formula, by the model
  std::string_view stated;   // digits as in the text, "4,096"
  std::string_view unit;     // may be empty
  Agreement expected = Agreement::agrees;
  std::string_view right = "";  // for a slip, and for a coarse rounding
  std::string_view note = "";   // the reason, in a sentence; for a slip, and wherever needed
};

struct Text {
  std::string_view tag, what;
};

// The texts: the meaning of the tags.
const std::vector<Text>& texts();

// A row of the lists: the text states, for this quantity, by this formula, this number. Only the
// text's inputs and results are typed in, and nothing that the model knows: GPUs come from the
// tables, traffic from the kernels' own description, occupancy from the rules. A function, since
// many formulas give whole numbers.
inline Figure figure(std::string_view from, std::string_view what, std::string_view formula,
                     double computed, std::string_view stated, std::string_view unit,
                     Agreement expected = Agreement::agrees, std::string_view right = "",
                     std::string_view note = "") {
  return {from, what, formula, computed, stated, unit, expected, right, note};
}

// All figures, in the order of the labs: the lists below.
const std::vector<Figure>& figures();
std::vector<Figure> figures_of_naive_kernel();
std::vector<Figure> figures_of_tiled_kernel();
std::vector<Figure> figures_of_several_outputs();
std::vector<Figure> figures_of_register_tiles();
std::vector<Figure> figures_of_timing();

struct Checked {
  double computed = 0;
  bool as_documented = false;  // agrees, is rounded or slips as the list states
};

Checked check(const Figure& figure);

// The number in "4,096"; half a unit of its last digit, the tolerance for agreement.
double value_of(std::string_view digits);
double half_unit_of(std::string_view digits);

// At most four digits, but whole numbers completely: "37.5", "41250", "2.275".
std::string shown(double value);

// "agrees", "rounded", "slips": as documented; or "DIFFERS": not as documented.
std::string_view agreement_in_words(const Figure& figure, const Checked& checked);

// The list as a Markdown table, for the docs page.
std::string figures_in_markdown();

}  // namespace gemmlab::model

namespace gemmlab {
GEMMLAB_NAMES(model::Agreement, agrees, rounded, slips)
}
