#include "common/simt/memory/hidden_stores.h"

#include <utility>

#include "common/simt/state/integers.h"

namespace simt {

void HiddenStores::hide(u64 begin, u64 bytes, const GlobalShadow& cells, u64 first_cell,
                        u32 shown) {
  for (u64 i = 0; i < bytes / sizeof(u32); ++i) {
    u64* const written = cells.written + first_cell + i;
    if (last_writer(*written) > static_cast<u64>(Writer::host)) {
      u32* const word = reinterpret_cast<u32*>(begin) + i;
      words_.push_back({word, std::exchange(*word, shown), shown, written});
    }
  }
}

void HiddenStores::restore() {
  for (const Word& word : words_) {
    if (*word.at == word.shown) {
      *word.at = word.stored;
    } else {
      *word.written = static_cast<u64>(Writer::host);
    }
  }
  words_.clear();
}

}  // namespace simt
