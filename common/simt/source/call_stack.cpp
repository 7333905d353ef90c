#include "common/simt/source/call_stack.h"

#include <unwind.h>

namespace simt {
namespace {

struct Stack {
  void** callers;
  int most, depth = 0;
};

// The address at which a signal came is no return address.
_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* argument) {
  Stack& stack = *static_cast<Stack*>(argument);
  int is_at_signal = 0;
  const auto address = _Unwind_GetIPInfo(context, &is_at_signal);
  stack.callers[stack.depth++] = reinterpret_cast<void*>(address + (is_at_signal ? 1 : 0));
  return stack.depth < stack.most ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

}  // namespace

int call_stack(void** callers, int most) {
  Stack stack{callers, most};
  _Unwind_Backtrace(add_frame, &stack);
  return stack.depth;
}

}  // namespace simt
