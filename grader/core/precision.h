// How much the elements of a right C may differ from the exact product.
#pragma once

#include "grader/core/spec.h"

namespace gemmlab {

// The error bound of a sum of k fp32 products in any order is gamma_k * sum |a||b|, gamma_k =
// k u / (1 - k u), u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms, 2nd
// ed., 3.1).
double gamma(int k);

// Whether every right program gives exactly the same bits on these inputs.
inline bool is_exact(InputKind kind) {
  return kind != InputKind::uniform && kind != InputKind::near_tf32;
}

// An element may differ by this times sum |a||b|; 0: not at all. For TF32:
//   operands: rounded to 11 bits each is off by at most 2^-11 of itself (Higham, 2.1), so that a
//     product is off by at most (1 + 2^-11)^2 - 1; near_tf32 has elements that rounding moves by at
//     most 2^-16. Cutting bits off moves those by 0.6 * 2^-10 and more.
//   sums: a tensor core cuts each addend below 2^-24 of the largest, four products and the old sum
//     at a time (or below 2^-25, eight and the old sum), and then the result to fp32: at most 5 *
//     2^-24 + 2^-23, less than 2 * 2^-24 for each product, of a k that is padded to 8. (Fasi,
//     Higham, Mikaitis, Pranesh, Numerical behavior of NVIDIA tensor cores, PeerJ CS 7:e330, 2021;
//     docs/measurements.md compares the simulator's with an H100.) Another 2^-24 for each is left
//     for sums that are added in fp32.
double error_bound(Precision precision, InputKind kind, int k);

// The largest root mean square of relative errors for elements of A and B that are random in [-1,
// 1). fp32: sums in any order give about 1e-7, operands rounded to TF32 or half precision more than
// 8e-6 for all k up to 4096. TF32: operands rounded give 3.5e-4 / sqrt(k), cut 9e-4 / sqrt(k).
double most_noise(Precision precision, int k);

}  // namespace gemmlab
