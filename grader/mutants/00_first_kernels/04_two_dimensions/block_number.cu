// verdict: WRONG
// diagnosis: known_mistake
// says: The number of the block was added
#include <gemmlab/step_2d.h>

__global__ void add_row_number(const float* in, float* out, int rows, int cols) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && col < cols) {
    out[row * cols + col] = in[row * cols + col] + blockIdx.y;
  }
}

extern "C" void step_2d(const float* in, float* out, int rows, int cols) {
  add_row_number<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(in, out, rows, cols);
}
