#include "grader/machine/gpu_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>

namespace gemmlab {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// A ready machine; each test case breaks one thing.
struct Machine {
  GpuSurvey survey;
  CudaToolkit toolkit{13000, {75, 80, 90, 120}};
  Surroundings surroundings;

  Machine() {
    Gpu gpu;
    gpu.name = "A GPU";
    gpu.major = 9;
    gpu.free_bytes = std::uint64_t{8} << 30;
    survey = {13000, {gpu}, ""};
  }
  Gpu& gpu() { return survey.gpus.front(); }
};

struct Case {
  const char* name;
  void (*change)(Machine&);
  bool has_gpu;
  testing::Matcher<std::string> problem, advice;
};

void PrintTo(const Case& each, std::ostream* out) {
  *out << each.name;
}

class NotReady : public testing::TestWithParam<Case> {};

TEST_P(NotReady, SaysWhatIsWrongAndWhatToDo) {
  Machine machine;
  GetParam().change(machine);
  const GpuReadiness readiness = assess(machine.survey, machine.toolkit, machine.surroundings);
  EXPECT_FALSE(readiness.ready);
  EXPECT_EQ(readiness.has_gpu, GetParam().has_gpu);
  EXPECT_THAT(readiness.problem, GetParam().problem);
  EXPECT_THAT(readiness.advice, GetParam().advice);
}

void without_driver(Machine& machine) {
  machine.survey = {};
}

void broken(Machine& machine, const char* error) {
  machine.survey.gpus.clear();
  machine.survey.problem = error;
}

const Case kCases[] = {
    {"NoDriver", without_driver, false, "no NVIDIA driver",
     AllOf(HasSubstr("install its driver"), Not(HasSubstr("WSL2")))},
    {"NoDriverUnderWsl",
     [](Machine& machine) {
       without_driver(machine);
       machine.surroundings.is_wsl = true;
     },
     false, "no NVIDIA driver", AllOf(HasSubstr("in Windows"), HasSubstr("Never"))},
    {"NoDevice", [](Machine& machine) { broken(machine, "CUDA_ERROR_NO_DEVICE"); }, false,
     "the driver finds no GPU", HasSubstr("nvidia-smi")},
    {"ZeroDevices", [](Machine& machine) { machine.survey.gpus.clear(); }, false,
     "the driver finds no GPU", HasSubstr("nvidia-smi")},
    {"NoDeviceIsVisible",
     [](Machine& machine) {
       broken(machine, "CUDA_ERROR_NO_DEVICE");
       machine.surroundings.hides_gpus = true;
     },
     false, "the driver shows no GPU", AllOf(HasSubstr("CUDA_VISIBLE_DEVICES"), HasSubstr("gres"))},
    {"DriverMismatch",
     [](Machine& machine) { broken(machine, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"); }, true,
     "parts of the driver have different versions", HasSubstr("restart")},
    {"MismatchThoughGpusAreChosen",
     [](Machine& machine) {
       broken(machine, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH");
       machine.surroundings.hides_gpus = true;
     },
     true, "parts of the driver have different versions", HasSubstr("restart")},
    {"TakenByAnother",
     [](Machine& machine) { machine.survey.problem = "CUDA_ERROR_DEVICE_UNAVAILABLE"; }, true,
     "another process uses the GPU exclusively", HasSubstr("Wait")},
    {"StubLibrary", [](Machine& machine) { broken(machine, "CUDA_ERROR_STUB_LIBRARY"); }, true,
     HasSubstr("stub"), HasSubstr("LD_LIBRARY_PATH")},
    {"AnErrorThatNobodyKnows",
     [](Machine& machine) { machine.survey.problem = "CUDA_ERROR_NOT_PERMITTED"; }, true,
     "the driver says CUDA_ERROR_NOT_PERMITTED", HasSubstr("nvidia-smi")},
    {"NoAnswer",
     [](Machine& machine) {
       machine.survey = {0, {}, "nothing"};
     },
     true, "the driver says nothing", HasSubstr("restart")},
    {"OldDriver", [](Machine& machine) { machine.survey.driver_version = 11040; }, true,
     "the driver is too old (11.4)", HasSubstr("CUDA 12 or newer")},
    {"OldDriverUnderWsl",
     [](Machine& machine) {
       machine.survey.driver_version = 11040;
       machine.surroundings.is_wsl = true;
     },
     true, "the driver is too old (11.4)", HasSubstr("in Windows")},
    {"NoToolkit", [](Machine& machine) { machine.toolkit = {}; }, true, "nvcc is not installed",
     AllOf(HasSubstr("Toolkit 13, or 12"), HasSubstr("up to 13.0"), Not(HasSubstr("WSL2")))},
    {"NoToolkitForAnOlderDriver",
     [](Machine& machine) {
       machine.toolkit = {};
       machine.survey.driver_version = 12040;
     },
     true, "nvcc is not installed", AllOf(HasSubstr("Toolkit 12 ("), HasSubstr("up to 12.4"))},
    {"NoToolkitUnderWsl",
     [](Machine& machine) {
       machine.toolkit = {};
       machine.surroundings.is_wsl = true;
     },
     true, "nvcc is not installed", HasSubstr("cuda-toolkit-")},
    {"OldToolkit",
     [](Machine& machine) {
       machine.toolkit = {11080, {75, 80, 90}};
     },
     true, "nvcc 11.8 is too old", HasSubstr("Install")},
    {"ToolkitNewerThanTheDriver", [](Machine& machine) { machine.survey.driver_version = 12080; },
     true, "nvcc 13.0 is newer than the driver (12.8)",
     AllOf(HasSubstr("driver for CUDA 13"), HasSubstr("CUDA Toolkit 12"))},
    {"GpuOlderThanTheToolkit",
     [](Machine& machine) {
       machine.gpu().major = 6;
       machine.gpu().minor = 1;
     },
     true, "nvcc 13.0 does not compile for sm_61",
     AllOf(HasSubstr("A GPU"), HasSubstr("Toolkit 12"))},
    {"ExclusiveMode", [](Machine& machine) { machine.gpu().exclusive = true; }, true,
     "the GPU is in exclusive mode", HasSubstr("nvidia-smi -c 0")},
    {"LittleMemory", [](Machine& machine) { machine.gpu().free_bytes = std::uint64_t{100} << 20; },
     true, "only 100 MiB of the GPU's memory are free", HasSubstr("192 MiB")},
};

INSTANTIATE_TEST_SUITE_P(Gpu, NotReady, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

class Ready : public testing::TestWithParam<void (*)(Machine&)> {};

TEST_P(Ready, HasNothingToSay) {
  Machine machine;
  GetParam()(machine);
  const GpuReadiness readiness = assess(machine.survey, machine.toolkit, machine.surroundings);
  EXPECT_TRUE(readiness.ready) << readiness.problem;
  EXPECT_TRUE(readiness.has_gpu);
  EXPECT_EQ(readiness.problem + readiness.advice, "");
}

void (*const kReady[])(Machine&) = {
    [](Machine&) {},
    [](Machine& machine) {
      machine.surroundings = {true, true};
    },
    [](Machine& machine) {
      machine.toolkit = {12000, {50, 75, 90}};
    },
    // A driver runs the output of every compiler with the same major version.
    [](Machine& machine) { machine.toolkit.release = 13020; },
    [](Machine& machine) { machine.gpu().free_bytes = std::uint64_t{192} << 20; },
    // A GPU newer than the toolkit compiles its PTX itself.
    [](Machine& machine) {
      machine.gpu().major = 12;
      machine.gpu().minor = 1;
    },
};
INSTANTIATE_TEST_SUITE_P(Gpu, Ready, testing::ValuesIn(kReady));

TEST(CompiledArchitecture, IsTheNewestThatTheGpuCanRun) {
  const CudaToolkit toolkit{13000, {75, 80, 90, 120}};
  const auto chosen = [&](int major, int minor) {
    Gpu gpu;
    gpu.major = major;
    gpu.minor = minor;
    return compiled_architecture(toolkit, gpu);
  };
  EXPECT_EQ(chosen(9, 0), 90);
  EXPECT_EQ(chosen(8, 9), 80);
  EXPECT_EQ(chosen(13, 0), 120);
  EXPECT_EQ(chosen(7, 0), 0);
}

}  // namespace
}  // namespace gemmlab
