// Two dimensions: blocks of 16 x 16 threads over a matrix. x counts columns, y counts rows.
#include <gemmlab/step_2d.h>

// Adds to each element the number of its row.
//   in [rows, cols], out [rows, cols]   fp32, row after row, device memory; any rows, cols >= 1
//   grid (ceil(cols/16), ceil(rows/16)), block (16, 16)
__global__ void add_row_number(const float* in, float* out, int rows, int cols) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  // Step 0.4: if this row and this column exist, store out = in + row at their element. Memory has
  // one dimension: row 1 begins where row 0 ends, behind its `cols` elements.
  // >>> 3 lines
  if (row < rows && col < cols) {
    out[row * cols + col] = in[row * cols + col] + row;
  }
  // <<<
}

extern "C" void step_2d(const float* in, float* out, int rows, int cols) {
  add_row_number<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(in, out, rows, cols);
}
