"""The command line on a machine with a GPU, simulated by the stand-in.

Usage: gpu_end_to_end_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
"""

import csv
import json
import shutil
import signal
import subprocess
import time
import unittest
from xml.etree import ElementTree

from cli_case import ROOT, main, processes_of_session, tool
from stand_in_case import StandInCase, solution


def check_of(lab, name):
    return next(check for check in lab["checks"] if check["name"] == name)


class Auto(StandInCase):
    """The simulator comes first, and files that pass there also run on the GPU."""

    def test_a_right_kernel_gets_all_points_and_a_speed(self):
        lab, said = self.grade_text("03", solution("03"), want=0)
        self.assertEqual((lab["verdict"], lab["score"], lab["not_graded_points"]),
                         ("PASSED", 100, 0), said)
        self.assertEqual(lab["speed"]["outcome"], "fast_enough")
        self.assertEqual(lab["speed"]["clock_mhz"], [1500, 1500])
        self.assertGreaterEqual(lab["speed"]["blocks"], 9)
        self.assertEqual(check_of(lab, "values 1024x992x1056")["status"], "passed")
        self.assertIsNotNone(lab["metrics"])
        self.assertTrue(self.is_used())

    def test_a_kernel_that_is_wrong_on_the_simulator_never_meets_the_gpu(self):
        lab, _ = self.grade_text("03", solution("03").replace("k0 += kTile", "k0 += 2 * kTile"),
                                 want=1)
        self.assertEqual(lab["verdict"], "WRONG")
        self.assertFalse(self.is_used())
        self.assertIn("it must be right on the simulator first",
                      check_of(lab, "values 1024x992x1056")["message"])

    def test_what_the_simulator_finds_in_matmul_host_stays_found(self):
        text = solution("02")
        freed = "  cudaFree(a_device);\n"
        launch = "  matmul(a_device, b_device, c_device, m, n, k);\n"
        self.assertIn(freed, text)
        lab, said = self.grade_text(
            "02", text.replace(freed, "").replace(launch, freed + launch), want=1)
        self.assertEqual(lab["verdict"], "OUT OF BOUNDS", said)
        self.assertEqual(check_of(lab, "matmul_host")["status"], "failed")
        self.assertEqual(check_of(lab, "speed")["status"], "passed", said)

    def test_a_kernel_that_is_wrong_on_the_gpu_alone_fails(self):
        lab, said = self.grade_text("03", solution("03", "wrong"), want=1)
        self.assertEqual(lab["verdict"], "WRONG")
        self.assertIn("On the GPU:", check_of(lab, "values 32x32x32")["message"])
        self.assertIn("On the GPU:", said)

    def test_a_slow_kernel_is_too_slow(self):
        lab, said = self.grade_text("03", solution("03", "slow"), want=1)
        self.assertEqual(lab["verdict"], "TOO SLOW")
        self.assertEqual(check_of(lab, "speed")["status"], "failed")
        self.assertIn("the tile is small", said)

    def test_a_kernel_whose_time_is_forged_is_as_slow_as_it_is(self):
        lab, _ = self.grade_text("03", solution("03", "slow_with_a_forged_clock"), want=1)
        self.assertEqual(lab["verdict"], "TOO SLOW")

    def test_a_kernel_that_is_faster_than_arithmetic_is_none(self):
        self.machine(clock_khz=400000)  # slightly above the rate of right programs
        lab, said = self.grade_text("03", solution("03", "ten_times_as_fast"), want=1)
        self.assertEqual(lab["verdict"], "MISSES THE POINT")
        self.assertIn("faster than any fp32 arithmetic of this GPU", " ".join(said.split()))

    def test_a_leak_that_the_simulator_shows_costs_its_points_alone(self):
        file = ROOT / "grader/mutants/04_boundary_handling/leaves_its_workspace.cu"
        labs, said = self.grade("04", "--file", file, want=1)
        failed = [check for check in labs["04"]["checks"] if check["status"] == "failed"]
        self.assertEqual([(check["name"], check["verdict"]) for check in failed],
                         [("values 116x237x346", "PARTIAL")], said)  # drawn from the file
        names = [check["name"] for check in labs["04"]["checks"]]
        self.assertEqual(len(names), len(set(names)), "a check that is there twice")

    def test_a_gpu_that_breaks_costs_nothing_but_the_speed(self):
        self.machine(failing_allocation=1)
        lab, said = self.grade_text("03", solution("03"), want=0)
        self.assertEqual(lab["verdict"], "PASSED")
        self.assertEqual(lab["speed"]["outcome"], "not_graded")
        self.assertEqual(lab["not_graded_points"], check_of(lab, "speed")["max_points"])
        self.assertIn("MiB of free memory", lab["speed"]["reason"])
        self.assertIn("MiB of free memory", check_of(lab, "values 1024x992x1056")["message"])
        self.assertRegex(said, r"20 not graded: the GPU has \d+ MiB of free memory")

    def test_a_compiler_that_nvcc_does_not_take_costs_nothing_but_the_speed(self):
        self.machine(host_compiler="unknown")
        lab, said = self.grade_text("03", solution("03"), want=0)
        self.assertEqual(lab["verdict"], "PASSED")
        self.assertIn("NVCC_CCBIN=g++-13 ./gemmlab grade", lab["speed"]["reason"])
        self.assertIn("20 not graded: g++ is too new for this nvcc\n", said)
        self.assertFalse(self.is_used())

    def test_a_gpu_that_cannot_be_used_is_named_and_left_alone(self):
        self.machine(compute_mode=3)
        lab, _ = self.grade_text("03", solution("03"), want=0)
        self.assertIn("exclusive mode", lab["speed"]["reason"])
        self.assertIn("./gemmlab device", lab["speed"]["reason"])
        self.assertFalse(self.is_used())

    def test_a_gpu_older_than_what_a_lab_is_about_leaves_it_to_the_simulator(self):
        self.machine(architecture=75)
        for self.backend in ("auto", "cuda"):
            lab, _ = self.grade_text("08", solution("08"), want=0)
            self.assertEqual((lab["verdict"], lab["not_graded_points"]), ("PASSED", 20))
            self.assertIn("asynchronous copies need compute capability 8.0, and this ",
                          lab["speed"]["reason"])
            self.assertFalse(self.is_used())

    def test_the_simulator_alone_leaves_the_gpu_alone(self):
        self.backend = "sim"
        self.grade_text("03", solution("03"), want=0)
        self.assertFalse(self.is_used())


class Cuda(StandInCase):
    """The values only on the GPU, the counts from the simulator."""

    backend = "cuda"

    def test_accesses_are_counted(self):
        lab, _ = self.grade_text("03", solution("03"), want=0)
        self.assertEqual(lab["verdict"], "PASSED")
        self.assertEqual(lab["metrics"]["derived"]["shared_loads_per_fma"], 2)
        lab, _ = self.grade_text("03", solution("02"), want=1)
        self.assertEqual(lab["verdict"], "MISSES THE POINT")

    def test_who_computes_on_the_host_is_seen(self):
        file = ROOT / "grader/mutants/02_naive_kernel/host_computes_behind_a_launch.cu"
        labs, said = self.grade("02", "--file", file, want=1)
        self.assertEqual(check_of(labs["02"], "matmul_host")["verdict"], "PARTIAL", said)

    def test_what_the_simulator_cannot_run_is_not_counted(self):
        unknown = '\n__device__ void wait_a_little() { asm volatile("nanosleep.u32 9;"); }\n'
        lab, said = self.grade_text("03", solution("03") + unknown, want=0)
        self.assertEqual(lab["verdict"], "PASSED")
        self.assertIn("cannot run this file", said)

    def test_each_way_to_fail_has_its_verdict(self):
        for behaviour, verdict in (("past_the_end", "OUT OF BOUNDS"),
                                   ("changes_b", "INPUT MODIFIED"),
                                   ("illegal_address", "OUT OF BOUNDS"),
                                   ("launch_refused", "LAUNCH FAILED"),
                                   ("nothing", "UNFINISHED"),
                                   ("exits", "EXITED")):
            with self.subTest(behaviour=behaviour):
                lab, _ = self.grade_text("03", solution("03", behaviour), want=1)
                self.assertEqual(lab["verdict"], verdict)

    def test_what_one_lab_does_to_the_gpu_costs_no_other_one(self):
        tree = self.tree(lab_03=solution("03", "never_ends"), lab_04=solution("04", "crashes"))
        labs, said = self.grade("02", "03", "04", "05", "--tree", tree, want=1)
        self.assertEqual({id: lab["verdict"] for id, lab in labs.items()},
                         {"02": "PASSED", "03": "TIMED OUT", "04": "CRASHED", "05": "PASSED"})
        self.assertIn("a kernel was still running on the GPU", said)

    def test_ctrl_c_does_not_wait_for_a_kernel(self):
        result = self.folder / "result.json"
        process = subprocess.Popen(
            [tool(), "grade", "03", "--backend", "cuda", "--json", result, "--file",
             self.file(solution("03", "never_ends"))],
            env=self.env, start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None and not self.is_used():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=5)[0].decode()
        self.assertEqual(process.returncode, 130, said)
        time.sleep(0.2)
        self.assertEqual(processes_of_session(process.pid), [])
        self.assertFalse(result.exists(), "half a result")


class Bench(StandInCase):
    def test_a_size_that_does_not_fit_is_left_out_and_said(self):
        said = self.run_tool("bench", "03", "--sizes", "256,2048", want=0)
        self.assertRegex(said, r"m=n=k=256, TFLOP/s .*\n03 tiled_kernel +[01]\.\d")
        self.assertIn("everything skipped at 2048: matrices of this size need 75 MB", said)

    def test_the_numbers_are_written_as_json_and_csv(self):
        numbers, table = self.folder / "b.json", self.folder / "b.csv"
        self.run_tool("bench", "02", "03", "--sizes", "256", "--json", numbers, "--csv", table,
                      want=0)
        report = json.loads(numbers.read_text())
        programs = [row["program"] for row in report["rows"]]
        self.assertEqual(programs, ["02 naive_kernel", "03 tiled_kernel", "cuBLAS, fp32",
                                    "multiply-adds alone"])
        self.assertGreater(report["copy_gbytes_per_second"], 0)
        self.assertGreater(report["rows"][1]["step"], 0)
        with table.open() as file:
            self.assertEqual([row["program"] for row in csv.DictReader(file)], programs)

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_the_plot_shows_ladder_and_roofline(self):
        plot = self.folder / "it's a plot.svg"
        self.run_tool("bench", "02", "03", "--sizes", "256", "--svg", plot, want=0)
        words = "".join(ElementTree.parse(plot).getroot().itertext())
        for word in ("03 tiled_kernel", "cuBLAS, fp32", "Stand-in GPU", "Roofline"):
            self.assertIn(word, words)

    def test_my_own_program_runs_beside_the_solutions_if_it_is_right(self):
        said = self.run_tool("bench", "03", "--mine", "--sizes", "256", want=0)
        self.assertIn("03 yours skipped: it is NOT STARTED: see ./gemmlab grade 03",
                      " ".join(said.split()))
        self.assertNotRegex(said, r"03 yours +\d")

    def test_verdicts_are_counted_for_solution_and_slow_twin(self):
        said = self.run_tool("bench", "03", "--verdicts", "2", want=0)
        self.assertRegex(said, r"03_tiled_kernel +0\.[67]\d +2 +0 +0 +0 +[01]\.\d\dx")
        self.assertRegex(said, r"its slow copy +\d\.\d\d +0 +0 +0 +1 +0\.")
        self.assertIn("2 verdicts on solutions, 0 of them TOO SLOW", said)


class Study(StandInCase):
    def test_every_step_is_timed_beside_the_one_before(self):
        said = self.run_tool("study", "joint-register-tile", "--sizes", "128", want=0)
        self.assertRegex(said, r"m=n=k=128, TFLOP/s .*\nlab 03 +\d")
        self.assertRegex(said, r"\n01 joint +\d+\.\d\d .* \d+\.\d\dx +\d")
        self.assertNotIn("Speed needs a GPU", said)

    def test_the_fastest_step_is_named_at_each_size_and_shape(self):
        said = self.run_tool("study", "joint-register-tile", "--backend", "cuda", "--sizes",
                             "64,64x96x32", want=0)
        self.assertRegex(said, r"\n64x96x32, TFLOP/s ")
        self.assertRegex(said, r"the fastest step at each size\n64 +\S.*\n64x96x32 +\S")

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_the_rates_are_drawn_over_the_sizes(self):
        plot = self.folder / "sizes.svg"
        self.run_tool("study", "joint-register-tile", "--backend", "cuda", "--sizes", "64,64x96x32",
                      "--svg", plot, want=0)
        words = "".join(ElementTree.parse(plot).getroot().itertext())
        for word in ("01 joint", "cuBLAS, fp32", "Stand-in GPU", "64x96x32"):
            self.assertIn(word, words)

    def test_copies_are_timed_in_bytes(self):
        said = self.run_tool("study", "copy-in-flight", "--sizes", "100", want=0)
        self.assertRegex(said, r"m=n=k=100, TB/s ")
        self.assertRegex(said, r"\n08 one_float4_full +\d")
        self.assertNotIn("cuBLAS", said)

    def test_a_size_that_a_step_cannot_take_is_said(self):
        said = self.run_tool("study", "boundary-cost", "--sizes", "65", want=0)
        self.assertIn("lab 03 skipped at 65: it is for multiples of 32 only", said)
        self.assertRegex(said, r"m=n=k=65, TFLOP/s .*\n(.*\n)*lab 04 +\d")


class RequiredGpu(StandInCase):
    """Exit code 3 and advice, if a required part is missing."""

    def test_a_gpu_in_good_order_grades(self):
        self.grade_text("03", solution("03"), "--require-gpu", want=0)

    def refused(self, words, *options):
        said = self.run_tool("grade", "03", "--solutions", *options, want=3)
        for word in words:
            self.assertIn(word, " ".join(said.split()))

    def test_without_a_driver(self):
        self.remove_driver()
        self.refused(["no NVIDIA driver", "install its driver"], "--require-gpu")
        self.refused(["no NVIDIA driver", "install its driver"], "--backend", "cuda")

    def test_without_a_gpu(self):
        self.machine(devices=0)
        self.refused(["the driver finds no GPU", "nvidia-smi"], "--require-gpu")

    def test_with_a_driver_that_needs_a_restart(self):
        self.machine(init_error=803)
        self.refused(["parts of the driver have different versions", "restart the machine"],
                     "--require-gpu")

    def test_with_little_memory(self):
        self.machine(free_mib=100)
        self.refused(["only 100 MiB", "192 MiB"], "--require-gpu")

    def test_with_a_gpu_that_breaks_later(self):
        self.machine(failing_allocation=1)
        self.refused(["MiB of free memory"], "--require-gpu")


class Device(StandInCase):
    def said(self):
        return " ".join(self.run_tool("device", want=0).split())

    def test_a_gpu_in_good_order_is_ready_and_was_tried(self):
        said = self.said()
        for words in ("Stand-in GPU, sm_90, 1 GiB", "for CUDA up to 13.0", "3.84 TFLOP/s",
                      "TFLOP/s in multiply-adds", "the ridge of its roofline",
                      "GPU grading ready: a kernel was compiled and ran"):
            self.assertIn(words, said)
        self.assertTrue(self.is_used())

    def test_a_gpu_on_which_the_trial_fails_is_not_ready(self):
        self.machine(failing_allocation=1)
        said = self.said()
        self.assertIn("GPU grading not ready", said)
        self.assertIn("A trial of the GPU with lab 02's solution failed", said)

    def test_a_compiler_that_nvcc_does_not_take_is_seen_in_the_trial(self):
        self.machine(host_compiler="unknown", architecture=86)  # nothing is cached for it yet
        said = self.said()
        self.assertIn("GPU grading not ready", said)
        self.assertIn("g++ is too new for this nvcc", said)

    def test_a_driver_that_crashes_takes_nobody_with_it(self):
        self.machine(crashes=1)
        self.assertIn("it did not answer", self.said())
        lab, _ = self.grade_text("03", solution("03"), want=0)
        self.assertIn("the driver says nothing", lab["speed"]["reason"])

    def test_each_obstacle_comes_with_its_advice(self):
        for settings, problem, advice in (
                ({"driver": 11040}, "the driver is too old (11.4)", "update it"),
                ({"toolkit": "11.8"}, "nvcc 11.8 is too old", "CUDA Toolkit 13, or 12"),
                ({"driver": 12080}, "nvcc 13.0 is newer than the driver (12.8)",
                 "install CUDA Toolkit 12"),
                ({"architecture": 61}, "nvcc 13.0 does not compile for sm_61",
                 "install CUDA Toolkit 12"),
                ({"compute_mode": 3}, "the GPU is in exclusive mode", "nvidia-smi -c 0"),
                ({"context_error": 46}, "another process uses the GPU exclusively", "Wait")):
            with self.subTest(problem=problem):
                self.machine(**settings)
                said = self.said()
                self.assertIn(f"GPU grading not ready: {problem}", said)
                self.assertIn(advice, said)

    def test_without_nvcc_it_says_which_one_to_install(self):
        self.remove_nvcc()
        said = self.said()
        if "nvcc is not installed" not in said:
            self.skipTest("nvcc is found here even when PATH does not lead to it")
        self.assertIn("CUDA compiler none", said)
        self.assertIn("Install NVIDIA's CUDA Toolkit, version 13", said)

    def test_gpus_that_are_hidden_are_told_from_missing_ones(self):
        self.machine(devices=0)
        self.assertIn("the driver finds no GPU", self.said())
        self.env["CUDA_VISIBLE_DEVICES"] = "7"
        self.assertIn("CUDA_VISIBLE_DEVICES is set", self.said())


if __name__ == "__main__":
    main()
