// What a multiprocessor (SM) holds and what limits a kernel, by the rules of `./gemmlab model`. A GPU
// is a row of gpus.json; the names of its numbers are those of the model's tables.

const WARP = 32, SECTOR = 32;
const up = (value, unit) => Math.ceil(value / unit) * unit;

function registersOfBlock(sm, registers, warps) {
  return sm.parts === 0  // warps come in pairs, and the block gets its registers at once
    ? up(up(warps, 2) * WARP * registers, sm.register_unit)
    : up(WARP * registers, sm.register_unit) * warps;
}

function blocksByRegisters(sm, registers, warps) {
  if (registers === 0) {
    return Infinity;
  }
  const ofBlock = registersOfBlock(sm, registers, warps);
  if (sm.parts === 0) {
    return Math.floor(sm.registers / ofBlock);
  }
  const warpsInAPart = Math.floor(sm.registers / sm.parts / (ofBlock / warps));
  return Math.floor(warpsInAPart * sm.parts / warps);
}

// A block of `threads` with `shared` bytes and `registers` for each thread; 0 registers: unknown.
export function occupancy(sm, { threads, shared, registers }) {
  const warps = Math.ceil(threads / WARP), most = Math.floor(sm.threads / WARP);
  const allowed = {
    threads: Math.floor(most / warps),
    registers: blocksByRegisters(sm, registers, warps),
    shared: shared === 0 ? Infinity : Math.floor(sm.shared / up(shared + sm.reserved, sm.shared_unit)),
    blocks: sm.blocks,
  };
  const tooLarge = [
    threads > sm.block_threads && `a block has at most ${sm.block_threads} threads`,
    shared > sm.block_shared && `a block has at most ${sm.block_shared} bytes of shared memory`,
    registers > sm.thread_registers && `a thread has at most ${sm.thread_registers} registers`,
    registersOfBlock(sm, registers, up(warps, Math.max(1, sm.parts))) > sm.block_registers &&
      `a block has at most ${sm.block_registers} registers`,
  ].find(Boolean);
  if (tooLarge) {
    return { blocks: 0, warps: 0, most, share: 0, allowed, limit: "block", tooLarge };
  }
  const limit = Object.keys(allowed).reduce((a, b) => (allowed[b] < allowed[a] ? b : a));
  const blocks = allowed[limit];
  return { blocks, warps: blocks * warps, most, share: blocks * warps / most, allowed, limit };
}

export const peak = (gpu) => gpu.sms * gpu.sm.lanes * 2 * gpu.boost_mhz * 1e6;

// For a kernel whose warps need these many wavefronts and load instructions for a multiply-add, and
// move so many bytes for an operation if no sector hits a cache: operations per second that each limit
// allows alone.
export function bounds(gpu, { wavefronts, loads, movedPerFlop }) {
  const { sm } = gpu, warpFlops = gpu.sms * gpu.boost_mhz * 1e6 * 2 * WARP;
  const limits = { arithmetic: peak(gpu), memory: gpu.gb_s * 1e9 / movedPerFlop };
  if (sm.unified) {  // older schedulers may issue two instructions a clock, or need several
    limits.issue = warpFlops * sm.schedulers / (1 + loads);
  }
  if (wavefronts > 0) {
    limits.pipe = warpFlops * sm.wavefronts / wavefronts;
  }
  return limits;
}

// A thread computes rows x columns of C and reads both operands from shared memory, or from L1 if
// there is no tile. `merged`: the compiler reads four neighbours of A's row at once.
export function kernelOf({ tileRows, tileColumns, rows, columns, isTiled, merged }) {
  const a = merged ? { wavefronts: 0.5, loads: 0.25 } : { wavefronts: 1, loads: 1 };
  const per = (cost, scalar) => (rows * cost + columns * scalar) / (rows * columns);
  const sharing = isTiled ? [tileColumns, tileRows] : [columns, rows];
  const bytesPerFlop = 4 * (1 / sharing[0] + 1 / sharing[1]) / 2;
  // Without a tile a warp reads one float of A for each of its rows, and neighbours of B: whole sectors.
  const lanesInARow = Math.min(tileColumns, WARP);
  const sectors = Math.ceil(WARP / lanesInARow) / columns + Math.ceil(lanesInARow * 4 / SECTOR) / rows;
  return {
    wavefronts: per(a.wavefronts, 1),
    loads: per(a.loads, 1),
    bytesPerFlop,
    movedPerFlop: isTiled ? bytesPerFlop : sectors * SECTOR / (2 * WARP),
  };
}
