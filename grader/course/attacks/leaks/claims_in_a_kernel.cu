// attack: says that the line of a kernel's error is one of a secret file, for the report to quote
// verdict: OUT OF BOUNDS or NOT GRADED or DOES NOT COMPILE

__global__ void beyond(float* c) {
#line 1 TARGET_SECRET
  c[1 << 28] = 1.0f;
}
bool attack() {
  beyond<<<1, 1>>>(nullptr);
  float* c = nullptr;
  cudaMalloc(&c, 4);
  beyond<<<1, 1>>>(c);
  return false;
}
