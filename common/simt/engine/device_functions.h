// What hooks call of the functions of kernels.
#pragma once

namespace simt {

// Called when the kernel of a launch begins that seeks it, at the first place in it.
void find_kernel(const void* place);

}  // namespace simt
