// How the rows, or the columns, of a tile are dealt out to threads.
#pragma once

namespace gemmlab {

// Thread t has t * outputs, t * outputs + 1, ... of a side of a tile (adjacent), or t, t + threads,
// ... (apart).
struct Deal {
  int threads = 0, outputs = 0;
  bool is_adjacent = false;

  int tile() const { return threads * outputs; }
  int thread_of(int place) const { return is_adjacent ? place / outputs : place % threads; }
  int output_of(int place) const { return is_adjacent ? place % outputs : place / threads; }
  int place_of(int thread, int output) const {
    return is_adjacent ? thread * outputs + output : thread + output * threads;
  }

  // The line of C where the thread that has `line` has another output.
  int moved(int line, int output) const {
    const int place = line % tile();
    return line - place + place_of(thread_of(place), output);
  }
};

}  // namespace gemmlab
