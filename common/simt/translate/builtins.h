// Functions that the compiler itself knows.
#pragma once

#include <string_view>

namespace simt {

// `__builtin_...`, `__sync_...` and `__atomic_...`.
bool is_builtin(std::string_view word);

// Whether it accesses no memory but by the arguments that the caller evaluates: no other may be
// used, since many access memory without a hook. What standard macros stand for is among these.
bool accesses_no_memory(std::string_view builtin);

// nan("") reads its argument, which must be a literal then.
bool needs_literal(std::string_view builtin);

}  // namespace simt
