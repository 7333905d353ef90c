// verdict: RACE
// line: 10
// cuda: WRONG or PASSED
// says: Ask for the row, and for the column: `x < cols`
#include <gemmlab/step_2d.h>

__global__ void add_row_number(const float* in, float* out, int rows, int cols) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
  const int at = y * cols + x;
  if (at >= cols * rows)
    return;
  out[at] = in[at] + y;
}

extern "C" void step_2d(const float* in, float* out, int rows, int cols) {
  add_row_number<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(in, out, rows, cols);
}
