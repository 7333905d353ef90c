// What the text of a lab file tells of its tiles: how long their rows are, and by which small
// numbers its functions multiply and divide.
#pragma once

#include <string>
#include <vector>

#include "grader/changes/change_writer.h"

namespace gemmlab {

// A power of two from 2 to 1024 that stands at a token; 0: none.
int power_of_two(const simt::Token& token);

// The operand of * / % that ends, or begins, at a token: a name, a number, threadIdx.x, or what is
// between parentheses, with them. {0, -1}: another one.
Span operand_ending(const simt::Tokens& tokens, int last);
Span operand_beginning(const simt::Tokens& tokens, int first);

// Whether the tokens name only numbers that are constants of the file, at least one of them.
bool is_constant(const ChangeWriter& writer, Span span);

// The lengths of the rows of all arrays with rows, as code at a token can name them: {"kTile",
// "kTile + kPad"}.
std::vector<std::string> row_lengths(const ChangeWriter& writer, int token);

// The powers of two below 32 that a function multiplies or divides by.
std::vector<int> small_factors(const ChangeWriter& writer, int function);

// Whether a whole number stands at a token as a term of its own: what is before and behind it
// belongs to a sum, an index, an argument or a declaration.
bool is_term(const simt::Tokens& tokens, int token);

// The name of the function whose arguments a ( opens, as in f(x) and f<4>(x); -1: it opens others.
int callee_of(const ChangeWriter& writer, int open);

// Whether a token is in (x + y - 1) / y, with one y: it rounds up, and nothing else is meant.
bool rounds_up(const ChangeWriter& writer, int token);

// Whether a [ or ( encloses an index, or the arguments of a function that the file defines.
bool encloses_place(const ChangeWriter& writer, int open);

}  // namespace gemmlab
