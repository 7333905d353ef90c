// What one request of a warp costs: sectors of global memory, wavefronts of shared memory. Addresses
// are bytes, one for each of 32 lanes.

export const LANES = 32, SECTOR = 32, BANKS = 32, WORD = 4;

const floor = Math.floor;

export function sectors(addresses, bytes) {
  const touched = new Set();
  for (const address of addresses) {
    for (let sector = floor(address / SECTOR); sector <= floor((address + bytes - 1) / SECTOR); ++sector) {
      touched.add(sector);
    }
  }
  const ideal = Math.ceil(new Set(addresses).size * bytes / SECTOR);
  return { touched: [...touched].sort((a, b) => a - b), ideal };
}

// For each bank the different words that are read of it.
function wordsOfBanks(words) {
  const banks = Array.from({ length: BANKS }, () => new Set());
  for (const word of words) {
    banks[((word % BANKS) + BANKS) % BANKS].add(word);
  }
  return banks;
}

const pairsAgree = (addresses, partner) =>
  addresses.every((address, lane) => address === addresses[lane ^ partner]);

// Lanes of 8 or 16 bytes are served in groups; half as many if neighbouring pairs agree. A group
// takes as many wavefronts as its deepest bank has different words.
export function wavefronts(addresses, bytes) {
  const each = Math.max(1, bytes / WORD);
  const isPaired = each > 1 && (pairsAgree(addresses, 1) || pairsAgree(addresses, 2));
  const groups = isPaired ? each / 2 : each;
  const lanes = LANES / groups;
  const result = { count: 0, ideal: groups, banks: [] };
  for (let first = 0; first < LANES; first += lanes) {
    const words = addresses.slice(first, first + lanes)
      .flatMap((address) => Array.from({ length: each }, (_, i) => floor(address / WORD) + i));
    const banks = wordsOfBanks(words);
    result.count += Math.max(...banks.map((bank) => bank.size));
    result.banks.push(banks);
  }
  return result;
}
