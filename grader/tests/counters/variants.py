"""Variants of tiled kernels, for which shared loads are foretold and measured."""
import itertools, os, sys
out = sys.argv[1]
os.makedirs(out, exist_ok=True)
HEAD = '#include <gemmlab/matmul.h>\n\n'

def put(name, text):
    open(f'{out}/{name}.cu', 'w').write('// verdict: PASSED\n' + HEAD + text)

# One output a thread: where the tiles are, and how the inner loop ends.
def tiled(tile, memory, end, unroll=''):
    static = memory == 'static'
    if static:
        decl = '  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];\n'
        at = lambda m, y, x: f'{m}_tile[{y}][{x}]'
        T = 'kTile'
    else:
        T = 'kTile' if memory == 'dynamic' else 'tile'
        decl = f'  extern __shared__ float tiles[];\n  float* a_tile = tiles;\n  float* b_tile = tiles + {T} * {T};\n'
        at = lambda m, y, x: f'{m}_tile[({y}) * {T} + {x}]'
    runtime = memory == 'runtime'
    body = {
        'fixed': f'for (int p = 0; p < {T}; ++p) sum += {at("a","ty","p")} * {at("b","p","tx")};',
        'min': f'const int end = min({T}, k - k0);\n    for (int p = 0; p < end; ++p) sum += {at("a","ty","p")} * {at("b","p","tx")};',
        'both': f'for (int p = 0; p < {T} && k0 + p < k; ++p) sum += {at("a","ty","p")} * {at("b","p","tx")};',
        'if_p': f'for (int p = 0; p < {T}; ++p) if (k0 + p < k) sum += {at("a","ty","p")} * {at("b","p","tx")};',
        'if_out': f'if (row < m && col < n) for (int p = 0; p < {T}; ++p) sum += {at("a","ty","p")} * {at("b","p","tx")};',
        'b_turned': f'for (int p = 0; p < {T}; ++p) sum += {at("a","ty","p")} * {at("b","tx","p")};',
    }[end]
    bs = at('b', 'tx', 'ty') if end == 'b_turned' else at('b', 'ty', 'tx')
    put(f'03_{memory}_{tile}_{end}' + (f'_unroll_{unroll}' if unroll else ''), f'''constexpr int kTile = {tile};

__global__ void tiled(const float* a, const float* b, float* c, int m, int n, int k{", int tile" if runtime else ""}) {{
{decl}  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * {T} + ty, col = blockIdx.x * {T} + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += {T}) {{
    {at("a","ty","tx")} = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    {bs} = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
{f"    #pragma unroll {unroll}" + chr(10) if unroll else ""}    {body}
    __syncthreads();
  }}
  if (row < m && col < n) c[row * n + col] = sum;
}}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {{
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  tiled<<<grid, dim3(kTile, kTile){"" if static else ", 2 * kTile * kTile * sizeof(float)"}>>>(a, b, c, m, n, k{", kTile" if runtime else ""});
}}
''')

for memory in ('static', 'dynamic', 'runtime'):
    for tile in (8, 16, 32):
        for end in ('fixed', 'min', 'if_out'):
            tiled(tile, memory, end)
for end in ('both', 'if_p', 'b_turned'):
    for memory in ('static', 'dynamic'):
        tiled(16, memory, end)
for unroll in ('1', '4'):
    tiled(32, 'static', 'fixed', unroll)
tiled(32, 'dynamic', 'fixed', '4')

# R outputs a thread in a column, R outputs in a row.
def column(tile, outs, memory, guard):
    rows = tile * outs
    static = memory == 'static'
    at_a = (lambda y, x: f'a_tile[{y}][{x}]') if static else (lambda y, x: f'a_tile[({y}) * kTile + {x}]')
    at_b = (lambda y, x: f'b_tile[{y}][{x}]') if static else (lambda y, x: f'b_tile[({y}) * kTile + {x}]')
    decl = ('  __shared__ float a_tile[kRows][kTile], b_tile[kTile][kTile];\n' if static else
            '  extern __shared__ float tiles[];\n  float* a_tile = tiles;\n  float* b_tile = tiles + kRows * kTile;\n')
    add = {'none': f'sums[i] += {at_a("ty + i * kTile","p")} * b_value;',
           'if_row': f'if (row0 + ty + i * kTile < m) sums[i] += {at_a("ty + i * kTile","p")} * b_value;'}[guard]
    put(f'05_column_{outs}_of_{tile}_{memory}_{guard}', f'''constexpr int kTile = {tile}, kOutputs = {outs}, kRows = kTile * kOutputs;

__global__ void column(const float* a, const float* b, float* c, int m, int n, int k) {{
{decl}  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * kRows, col = blockIdx.x * kTile + tx;
  float sums[kOutputs] = {{}};
  for (int k0 = 0; k0 < k; k0 += kTile) {{
    for (int i = 0; i < kOutputs; ++i) {{
      const int row = row0 + ty + i * kTile;
      {at_a("ty + i * kTile","tx")} = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    }}
    {at_b("ty","tx")} = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < kTile; ++p) {{
      const float b_value = {at_b("p","tx")};
      for (int i = 0; i < kOutputs; ++i) {add}
    }}
    __syncthreads();
  }}
  for (int i = 0; i < kOutputs; ++i) {{
    const int row = row0 + ty + i * kTile;
    if (row < m && col < n) c[row * n + col] = sums[i];
  }}
}}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {{
  const dim3 grid((n + kTile - 1) / kTile, (m + kRows - 1) / kRows);
  column<<<grid, dim3(kTile, kTile){"" if static else ", (kRows + kTile) * kTile * sizeof(float)"}>>>(a, b, c, m, n, k);
}}
''')
for outs in (2, 4, 8):
    for memory in ('static', 'dynamic'):
        column(16, outs, memory, 'none')
    column(16, outs, 'static', 'if_row')
column(32, 4, 'static', 'none'); column(32, 4, 'dynamic', 'none'); column(8, 4, 'static', 'none')

# Register tiles.
def registers(bm, bn, bk, tm, tn, near, memory, extra=''):
    r = (lambda i: f'ty * kThreadRows + {i}') if near else (lambda i: f'ty + {i} * {bm // tm}')
    q = (lambda j: f'tx * kThreadCols + {j}') if near else (lambda j: f'tx + {j} * {bn // tn}')
    static = memory == 'static'
    turned = extra == 'turned'
    if static:
        decl = ('  __shared__ float a_tile[kDepth][kRows], b_tile[kDepth][kCols];\n' if turned else
                '  __shared__ float a_tile[kRows][kDepth], b_tile[kDepth][kCols];\n')
        at_a = (lambda y, x: f'a_tile[{x}][{y}]') if turned else (lambda y, x: f'a_tile[{y}][{x}]')
        at_b = lambda y, x: f'b_tile[{y}][{x}]'
    else:
        decl = '  extern __shared__ float tiles[];\n  float* a_tile = tiles;\n  float* b_tile = tiles + kRows * kDepth;\n'
        at_a = (lambda y, x: f'a_tile[({x}) * kRows + {y}]') if turned else (lambda y, x: f'a_tile[({y}) * kDepth + {x}]')
        at_b = lambda y, x: f'b_tile[({y}) * kCols + {x}]'
    end = 'min(kDepth, k - k0)' if extra == 'min' else 'kDepth'
    put(f'06_{bm}x{bn}x{bk}_{tm}x{tn}_{"near" if near else "apart"}_{memory}' + (f'_{extra}' if extra else ''), f'''constexpr int kRows = {bm}, kCols = {bn}, kDepth = {bk}, kThreadRows = {tm}, kThreadCols = {tn};
constexpr int kThreads = (kRows / kThreadRows) * (kCols / kThreadCols);

__global__ void registers(const float* a, const float* b, float* c, int m, int n, int k) {{
{decl}  const int tx = threadIdx.x, ty = threadIdx.y, thread = ty * (kCols / kThreadCols) + tx;
  const int row0 = blockIdx.y * kRows, col0 = blockIdx.x * kCols;
  float sums[kThreadRows][kThreadCols] = {{}};
  for (int k0 = 0; k0 < k; k0 += kDepth) {{
    for (int i = thread; i < kRows * kDepth; i += kThreads) {{
      const int y = i / kDepth, x = i % kDepth;
      {at_a("y","x")} = row0 + y < m && k0 + x < k ? a[(row0 + y) * k + k0 + x] : 0.0f;
    }}
    for (int i = thread; i < kDepth * kCols; i += kThreads) {{
      const int y = i / kCols, x = i % kCols;
      {at_b("y","x")} = k0 + y < k && col0 + x < n ? b[(k0 + y) * n + col0 + x] : 0.0f;
    }}
    __syncthreads();
    const int end = {end};
    for (int p = 0; p < end; ++p) {{
      float a_part[kThreadRows], b_part[kThreadCols];
      for (int i = 0; i < kThreadRows; ++i) a_part[i] = {at_a(r("i"),"p")};
      for (int j = 0; j < kThreadCols; ++j) b_part[j] = {at_b("p",q("j"))};
      for (int i = 0; i < kThreadRows; ++i)
        for (int j = 0; j < kThreadCols; ++j) sums[i][j] += a_part[i] * b_part[j];
    }}
    __syncthreads();
  }}
  for (int i = 0; i < kThreadRows; ++i)
    for (int j = 0; j < kThreadCols; ++j) {{
      const int row = row0 + {r("i")}, col = col0 + {q("j")};
      if (row < m && col < n) c[row * n + col] = sums[i][j];
    }}
}}

extern "C" void matmul(const float* a, const float* b, float* c, int m, int n, int k) {{
  const dim3 grid((n + kCols - 1) / kCols, (m + kRows - 1) / kRows), block(kCols / kThreadCols, kRows / kThreadRows);
  registers<<<grid, block{"" if static else ", (kRows + kCols) * kDepth * sizeof(float)"}>>>(a, b, c, m, n, k);
}}
''')
for near in (0, 1):
    for memory in ('static', 'dynamic'):
        for bm, bn, bk, tm, tn in ((32, 32, 8, 2, 2), (64, 64, 16, 4, 4), (64, 64, 8, 8, 4), (128, 128, 8, 8, 8)):
            registers(bm, bn, bk, tm, tn, near, memory)
for near in (0, 1):
    registers(64, 64, 16, 4, 4, near, 'static', 'turned')
    registers(64, 64, 16, 4, 4, near, 'static', 'min')
registers(64, 64, 16, 4, 4, 1, 'dynamic', 'turned')
registers(128, 128, 8, 8, 8, 1, 'static', 'turned')
registers(32, 32, 8, 2, 2, 1, 'dynamic', 'min')
