// The student's shared object: the locations of its code, shared memory and variables.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "common/facts/place.h"
#include "common/simt/state/access_code.h"
#include "common/simt/state/integers.h"

namespace simt {

// Who may use a variable of the module: told by the translator, and else the host's. Unknown: a
// function's own static variable, which belongs to whoever calls the function.
enum class VariableSpace : u8 { host, unknown, device, constant, managed };

// A variable in the module's symbol table.
struct Variable {
  std::string name;    // demangled, without its function: "a_tile"
  std::string symbol;  // "_ZZ12tiled_kernelPfE6a_tile"
  u64 offset = 0;      // shared: from the start of the thread's block; else its address
  u64 bytes = 0;
  VariableSpace space = VariableSpace::host;
};

// Lines of the student's file.
struct LineRange {
  int first = 0, last = 0;
};

// The location of a module in memory.
struct Segments {
  u64 base = 0;
  AddressRange code;
  std::vector<AddressRange> data, writable;
  AddressRange read_only_after_start;
  AddressRange shared;  // the calling thread's
};

inline bool any_contains(const std::vector<AddressRange>& ranges, u64 address) {
  return std::ranges::any_of(ranges,
                             [&](const AddressRange& range) { return range.contains(address); });
}

class Module {
 public:
  // `handle` from dlopen. Throws std::runtime_error if it is not a simulator module.
  explicit Module(void* handle);

  // Shared variables, lowest first, without the block of dynamic shared memory.
  const std::vector<Variable>& shared() const { return shared_; }
  u64 dynamic_shared_offset() const { return dynamic_offset_; }

  // __device__, __constant__ and host variables.
  const Variable* variable_at(u64 address) const;
  // The last variable that begins before an address between variables, even if it does not contain
  // it. Null: no variables there.
  const Variable* variable_before(u64 address) const;
  // The __device__ or __constant__ variable there, if the host has not asked for its address: on a
  // GPU the host's variable of that name is another one. Else null.
  const Variable* shadow_variable_at(u64 address) const;
  // A table of virtual functions, which each object of its class points to.
  bool is_virtual_table(u64 address) const { return any_contains(virtual_tables_, address); }
  // The host has asked for the address of the variable there.
  void give_address(u64 address) { given_.insert(address); }
  AddressRange variables() const;  // from the first to the last
  u64 constant_bytes() const;      // of all __constant__ variables
  bool is_data(u64 address) const { return any_contains(segments_.data, address); }
  bool is_code(u64 address) const { return segments_.code.contains(address); }

  // The calling OS thread's block; created if needed.
  AddressRange shared_block() const;

  // Marks a variable as used by a kernel or by cudaMemcpyToSymbol.
  void mark_device_variable(u64 address);
  // Resets marked variables to their values at construction.
  void restore_device_variables() const;
  // Whether a variable of the module, read as a pointer, points into the range.
  bool points_into(AddressRange range) const;

  // Never 0. Without debug information: the order of addresses. For any thread.
  SourceOrder order_of(AccessCode code) const;
  // The student's own line: the innermost one outside the headers of the simulator and the system.
  // Nothing for code 0. For any thread.
  gemmlab::Place site_of(AccessCode code) const;

  // The start of the function that contains the address; 0: none does.
  u64 function_at(u64 address) const;
  // The maximum threads per block according to the __launch_bounds__ of the kernel at `address`; 0:
  // none.
  int bound_of(u64 address) const;
  bool is_beyond_a_bound(u32 threads) const {
    return std::ranges::any_of(bounds_, [=](const auto& row) { return row.second < int(threads); });
  }

  const std::string& path() const { return path_; }
  u64 base() const { return segments_.base; }

 private:
  // The return address of the access that `code` was made from.
  u64 address_of(AccessCode code) const;
  bool is_writable(u64 address) const {
    return any_contains(segments_.writable, address) &&
           !segments_.read_only_after_start.contains(address);
  }
  void read_symbols();
  void add_symbol(const std::string& name, unsigned type, u64 value, u64 bytes);
  void read_bounds(AddressRange rows);
  bool take_told(const std::string& name, u64 address, u64 bytes);

  std::string path_;
  void* (*touch_shared_)() = nullptr;
  Segments segments_;
  std::vector<Variable> shared_, variables_;
  std::map<std::string, VariableSpace> spaces_;  // of the names that the translator has told
  std::vector<AddressRange> functions_;
  std::map<u64, int> bounds_;               // by the kernel's address
  std::vector<LineRange> long_statements_;  // statements longer than a line
  std::vector<LineRange> loops_;            // from the line where their iterations are logged
  std::vector<AddressRange> virtual_tables_;
  std::set<u64> given_;  // addresses of variables that the host has asked for
  u64 dynamic_offset_ = 0;
  std::vector<u8> snapshot_;     // of variables_, concatenated
  std::vector<bool> is_device_;  // like variables_
};

}  // namespace simt
