// Converts run reports to JSON and back.
#pragma once

#include "common/facts/json.h"
#include "common/facts/run_report.h"

namespace gemmlab {

GEMMLAB_JSON(Place, file, line, column, what)

GEMMLAB_JSON(ThreadId, thread, block)
GEMMLAB_JSON(OtherThread, thread, block, in_other_block)
GEMMLAB_JSON(DeviceBuffer, matrix, rows, cols, ordinal, bytes)
GEMMLAB_JSON(BufferPlace, buffer, offset)
GEMMLAB_JSON(VariablePlace, variable, bytes, element, offset)
GEMMLAB_JSON(DynamicSharedPlace, offset, bytes)
GEMMLAB_JSON(AddressPlace, address)

GEMMLAB_JSON(BadAccess, flaw, who, access, bytes, at)
GEMMLAB_JSON(OfMatrix, matrix)
GEMMLAB_JSON(BarriersApart, who, barrier, other)
GEMMLAB_JSON(LeftBeforeBarrier, who, barrier, reached_by)
GEMMLAB_JSON(NeverComes, who, mask, other, barrier)
GEMMLAB_JSON(Race, who, access, at, other, other_wrote, same_value, cause)
GEMMLAB_JSON(UnwrittenRead, who, at, filled)
GEMMLAB_JSON(ShuffleFromNobody, who, lane)
GEMMLAB_JSON(HostCrash, fault)
GEMMLAB_JSON(StrayStores, matrix, rows, cols, elements, farthest, before)
GEMMLAB_JSON(DeviceFailure, fault, error, call)
GEMMLAB_JSON(Finding, kind, at, other, fact, count)

GEMMLAB_JSON(LaunchShape, grid, block, shared_bytes, kernel, times)
GEMMLAB_JSON(AccessCounts, requests, units, ideal_units, bytes)
GEMMLAB_JSON(MergedCounts, requests, units)
GEMMLAB_JSON(WarpExample, block, first_thread, variable, buffer, extents, element_bytes, lanes,
             offsets, units, ideal_units)
GEMMLAB_JSON(AccessPlace, column, space, is_store, bytes, counts, example)
GEMMLAB_JSON(LineMetrics, global_load, global_store, shared_load, shared_store, file, line, places)
GEMMLAB_JSON(RunCounts, global_load, global_store, shared_load, shared_store, launches,
             merged_shared_load, global_atomic_bytes, host_bytes, barriers, exact, lines)

GEMMLAB_JSON(BeyondLimit, limit, value, most)
GEMMLAB_JSON(ThreadStopped, who, by_division)
GEMMLAB_JSON(Misused, what)
GEMMLAB_JSON(CannotFree, why, buffer)
GEMMLAB_JSON(BadPointer, role, why, bytes, buffer)
GEMMLAB_JSON(WrongDirection, to_device, from_device)
GEMMLAB_JSON(OutOfDeviceMemory, bytes, in_use, capacity)
GEMMLAB_JSON(PitchTooSmall, width, pitch)
GEMMLAB_JSON(SymbolTooSmall, bytes, left)
GEMMLAB_JSON(NoSuchDevice, device)
GEMMLAB_JSON(ApiError, code, error, text, call, launch, cause, at)

GEMMLAB_JSON(OutOfTime, reason, kernel, accesses, blocks, begun_blocks, at)

}  // namespace gemmlab
