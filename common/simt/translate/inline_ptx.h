// Inline PTX: a closed list of instructions becomes calls of functions. Nothing else passes.
#pragma once

#include <string>

#include "common/simt/translate/rewrite.h"
#include "common/simt/translate/tokens.h"

namespace simt {

// Whether the word begins an asm statement, a declaration's name or a block of assembly.
bool is_asm(const Token& token);

// Why the statement that begins there is refused; empty: its one instruction is in the list.
std::string why_ptx_is_refused(const Tokens& tokens, int index);

// Each statement, which is not refused, becomes a call:
//
//   asm volatile("cvt.rna.tf32.f32 %0, %1;" : "=r"(x) : "f"(y))
//   ::simt::ptx<::simt::Ptx::round_to_tf32, 0, 1>(::simt::written<4>(x), ::simt::given<4>(y))
//
// The numbers after the instruction are its operands in the order of its text: the index among the
// statement's operands, or -1 - n for a number n.
void rewrite_inline_ptx(Rewrite& rewrite);

}  // namespace simt
