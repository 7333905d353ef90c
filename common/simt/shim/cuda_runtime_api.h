// cuda_runtime.h already contains what CUDA declares in this header.
