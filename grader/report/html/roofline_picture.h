// A roofline: what a GPU allows, on logarithmic axes, and where a kernel lies.
#pragma once

#include "common/model/devices.h"
#include "common/model/roofline.h"
#include "grader/report/html/element.h"

namespace gemmlab::html {

struct Rates {
  model::Bounds bounds;    // of the textbook solution
  double predicted_x = 0;  // FLOP for each byte
  double simulated_x = 0;  // of the student's kernel; 0: nothing counted
  double measured = 0;     // FLOP/s; 0: not measured
};

// The picture and what its marks mean.
void add_roofline_picture(Node figure, const Rates& rates, const model::Device& device);

}  // namespace gemmlab::html
