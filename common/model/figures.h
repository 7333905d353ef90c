// The figures that the texts behind the labs state, each computed anew by the model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/facts/names.h"

namespace gemmlab::model {

// What the computed value should show of the stated one.
enum class Agreement {
  agrees,   // equal, in the digits that are stated
  rounded,  // the text rounds more coarsely: it differs there, but by at most a fifth
  slips,    // the text is wrong; `right` is what comes out
};

}  // namespace gemmlab::model

template <>
struct gemmlab::EnumNames<gemmlab::model::Agreement> {
  static constexpr std::string_view all[] = {"agrees", "rounded", "slips"};
};

namespace gemmlab::model {

struct Figure {
  std::string_view from;     // which text: a tag of kTexts
  std::string_view what;     // of what, in a few words
  std::string_view formula;  // in words or numbers, with the inputs that the text gives
  double (*compute)();
  std::string_view stated;  // digits as the text has them, "4,096"
  std::string_view unit;    // may be empty
  Agreement expected = Agreement::agrees;
  std::string_view right = "";  // of a slip
  std::string_view note = "";   // why, in a sentence; of a slip and where one is needed
};

struct Text {
  std::string_view tag, what;
};

// The texts: what their tags mean.
const std::vector<Text>& texts();

// All figures, in the order of the labs (figure_list.cpp).
const std::vector<Figure>& figures();

struct Checked {
  double computed = 0;
  bool as_documented = false;  // agrees, is rounded or slips as the list says
};

Checked check(const Figure& figure);

// The number in "4,096"; the half unit of its last digit within which another number agrees.
double value_of(std::string_view digits);
double half_unit_of(std::string_view digits);

// At most four digits, but whole numbers in full: "37.5", "41250", "2.275".
std::string shown(double value);

// "agrees", "rounded", "slips": as was documented; or "DIFFERS": it came out otherwise.
std::string_view agreement_in_words(const Figure& figure, const Checked& checked);

// The list as a table in Markdown, for the docs page.
std::string figures_in_markdown();

}  // namespace gemmlab::model
