// verdict: DOES NOT COMPILE
// look: 5
// words: Python
// mistake: a file in Python
import numpy as np
from numba import cuda


@cuda.jit
def naive_kernel(a, b, c):
    row, col = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = 0.0
