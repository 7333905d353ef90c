// The student's shared object: where its code, its shared memory and its variables are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/simt/access.h"
#include "common/simt/integers.h"

namespace simt {

// A variable that the module's symbol table names.
struct Variable {
  std::string name;      // demangled, without its function: "a_tile"
  std::string function;  // that it belongs to, if any: "tiled<16>(float*)"
  u64 offset = 0;        // shared: from the start of the thread's block; else: its address
  u64 bytes = 0;
};

struct AddressRange {
  u64 begin = 0, end = 0;
  bool contains(u64 address) const { return address - begin < end - begin; }
};

class Module {
 public:
  // `handle` from dlopen. Throws std::runtime_error if it is no module for the simulator.
  explicit Module(void* handle);

  // Shared variables, lowest first; the block of dynamic shared memory is not among them.
  const std::vector<Variable>& shared() const { return shared_; }
  u64 dynamic_shared_offset() const { return dynamic_offset_; }

  // __device__, __constant__ and host variables.
  const Variable* variable_at(u64 address) const;
  AddressRange variables() const;  // from the first to the last
  bool is_data(u64 address) const;
  bool is_code(u64 address) const { return code_.contains(address); }

  // Of the calling OS thread, which thereby gets one.
  AddressRange shared_block() const;

  // Address of the access (of its return) that `code` was made from.
  u64 address_of(AccessCode code) const;

  // Gives all variables the values they had at construction.
  void restore_variables() const;

  const std::string& path() const { return path_; }
  u64 base() const { return base_; }

 private:
  void read_symbols();
  void add_symbol(const std::string& name, unsigned type, u64 value, u64 bytes);

  std::string path_;
  u64 base_ = 0;
  void* (*touch_shared_)() = nullptr;
  AddressRange code_;
  std::vector<AddressRange> data_, writable_;
  AddressRange read_only_after_start_;
  std::vector<Variable> shared_, variables_;
  u64 dynamic_offset_ = 0;
  std::vector<u8> snapshot_;  // of variables_, one after another
};

}  // namespace simt
