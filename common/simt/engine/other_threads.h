// The program's other threads stand still while device memory is open: pages are open for the whole
// process, and a thread could read or write what only kernels and copies may.
#pragma once

namespace simt {

// Returns once each other thread stands still; at once if there is none, and after a second where
// one blocks the signal that stops it. The caller must not wait for any of them until
// let_others_go(): one that finds it asleep twice, a fifth of a second apart, goes on, because it
// holds what the caller waits for.
void hold_others();
void let_others_go();

}  // namespace simt
