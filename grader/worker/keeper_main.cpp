// gemmlab-keeper: owns the GPU's memory for the matrices of all programs that a judge runs, and
// loads none of them. What it reads is in the GPU's memory at that moment, whatever a program
// claims.
#include <map>

#include "grader/protocol/channel.h"
#include "grader/worker/cuda_context.h"
#include "grader/worker/kept_matrices.h"

namespace {

using namespace gemmlab;

class Keeper {
 public:
  RunReply operator()(const PlaceRequest& request) {
    KeptMatrices& kept = all_.try_emplace(request.block, true).first->second;
    RunReply reply = kept.place(request);
    if (reply.block_bytes != 0) {
      handed_over_ = kept.block().hand_over();
    }
    return reply;
  }
  RunReply operator()(const FetchRequest& request) { return all_.at(request.block).fetch(request); }
  RunReply operator()(const DropRequest& request) {
    all_.erase(request.block);
    return {};
  }
  template <typename Other>
  RunReply operator()(const Other&) {
    throw ProtocolError("a keeper runs nothing");
  }

  // The block that must go with the last reply, if any.
  Descriptor handed_over() { return std::exchange(handed_over_, Descriptor()); }

 private:
  std::map<unsigned, KeptMatrices> all_;
  Descriptor handed_over_;
};

RunReply answer(Keeper& keeper, const Request& request) {
  RunReply reply;
  try {
    return std::visit(keeper, request);
  } catch (const CudaError& error) {
    reply.device_problem = {DeviceTrouble::no_gpu, 0, 0, error.what()};
  } catch (const RequestFailed& failed) {
    reply = failed.reply;
  }
  return reply;
}

bool can_share() {
  CuDevice device = 0;
  int is_possible = 0;
  return driver().device(&device, 0) == 0 &&
         driver().device_attribute(&is_possible, kSharesByDescriptor, device) == 0 &&
         is_possible != 0;
}

Opened first_state() {
  try {
    open_context();
    return can_share() ? Opened{} : Opened{DeviceProblem{DeviceTrouble::not_shared, 0, 0, ""}};
  } catch (const RequestFailed& failed) {
    return {failed.reply.device_problem};
  }
}

}  // namespace

int main() {
  Channel channel(kWorkerSocket);
  const Opened state = first_state();
  if (!channel.send(encode(state)) || state.problem) {
    return 3;
  }
  Keeper keeper;
  while (const auto text = channel.receive()) {
    const RunReply reply = answer(keeper, decode<Request>(*text));
    const Descriptor block = keeper.handed_over();
    if (!channel.send(encode(reply), block.get())) {
      break;
    }
  }
  return 0;
}
