// What a check says to people: sentences, made from its facts.
#pragma once

#include <string>
#include <vector>

#include "grader/core/result.h"

namespace gemmlab {

// What happened, where, and the likely cause; lines separated by \n. Empty if it passed.
std::string message(const Check& check);

// The same without the map of wrong tiles, where that is drawn.
std::string message_without_map(const Check& check);

// A map of C's errors for a terminal. One line a row of cells: '.' all right, '#' all wrong, '-'
// never written, '+' mixed; at most 24 x 48 cells. The first line says what a cell is.
std::vector<std::string> tile_map(const ErrorMap& errors);

// Why a check has no outcome, in a few words; empty where it has one.
std::string reason(const Check& check);

// Why there are no counts of accesses.
std::string sentence(NotCounted why);

// What the measurement says of the speed, or why there is none.
std::string speed_reason(const LabResult& lab);

}  // namespace gemmlab
