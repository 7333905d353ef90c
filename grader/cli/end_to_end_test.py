"""The command line from end to end: every command and exit code, as a user or a script sees it.

Usage: end_to_end_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
"""

import json
import os
import re
import shutil
import subprocess
import time
import unittest
import xml.etree.ElementTree as xml

from cli_case import (COURSE, ENDLESS, HAS_GPU, INCLUDE, LABS, MATMUL, ROOT, STEPS, CliCase, main,
                      processes_of_session, skeleton, tool)

NOBODY = 65534
SOLUTION_03 = ROOT / "solutions" / LABS["03"]
SOLUTION_04 = ROOT / "solutions" / LABS["04"]


class Usage(CliCase):
    """Exit code 2: the command line was wrong. The message says what."""

    def test_unknown_words_are_refused(self):
        for words in (["no-such-command"], ["list", "--no-such-option"], ["grade", "99"],
                      ["grade", "kernel"], ["hint", "99"], ["reset"], ["reset", "99"],
                      ["solution", "99"], ["study", "no-such-study"],
                      ["study", "toward-cublas", "--sizes", "31"], ["grade", "--backend", "abacus"],
                      ["grade", "--seed", "x"]):
            with self.subTest(words=words):
                self.run_tool(*words, want=2)

    def test_an_unknown_lab_is_named(self):
        self.assertIn("99", self.run_tool("grade", "99", want=2))

    def test_a_file_needs_exactly_one_lab(self):
        self.run_tool("grade", "--file", SOLUTION_03, want=2)
        self.run_tool("grade", "03", "04", "--file", SOLUTION_03, want=2)

    def test_a_missing_file_or_tree_is_named(self):
        self.assertIn("none.cu", self.run_tool("grade", "03", "--file", "none.cu", want=2))
        self.assertIn("nowhere", self.run_tool("grade", "--tree", "nowhere", want=2))

    def test_one_source_of_kernels_at_a_time(self):
        self.run_tool("grade", "03", "--solutions", "--file", SOLUTION_03, want=2)
        self.run_tool("grade", "--solutions", "--tree", ROOT / "labs", want=2)

    def test_a_shape_is_three_positive_numbers(self):
        for shape in ("5,4", "5,4,3,2", "a,b,c", "0,4,3", "5,-4,3", "5,4,", "99999999999,1,1"):
            with self.subTest(shape=shape):
                self.run_tool("grade", "04", "--solutions", f"--shape={shape}", want=2)

    def test_a_result_that_cannot_be_written_is_not_a_grade(self):
        for option in ("--json", "--junit"):
            with self.subTest(option=option):
                said = self.run_tool("grade", "02", "--solutions", "--backend", "sim", option,
                                     self.folder / "nowhere" / "result", want=2)
                self.assertIn("nowhere", said)

    def test_standard_output_takes_one_result_and_nothing_else(self):
        readers = {"--json": json.loads, "--junit": xml.fromstring,
                   "--html": lambda page: self.assertRegex(page, r"(?s)\A<!doctype html>.*</html>\n\Z")}
        for option, read in readers.items():
            with self.subTest(option=option):
                done = subprocess.run([tool(), "grade", "02", "--solutions", "--backend", "sim", option, "-"],
                                      text=True, capture_output=True, env=self.env, cwd=self.folder)
                read(done.stdout)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("PASSED", done.stderr)
                self.assertFalse((self.folder / "-").exists())
        said = self.run_tool("grade", "02", "--json", "-", "--junit", "-", want=2)
        self.assertIn("standard output", said)


class Staircase(CliCase):
    """Lab 00, whose steps have a file each."""

    def test_all_solutions_pass_as_one_lab(self):
        labs, _ = self.grade("00", "--solutions", want=0)
        self.assertEqual((list(labs), labs["00"]["verdict"], labs["00"]["score"]), (["00"], "PASSED", 100))
        self.assertEqual([check["name"].split()[0] for check in labs["00"]["checks"]], list(STEPS))

    def test_is_not_part_of_the_course(self):
        labs, _ = self.grade("--solutions", want=0)
        self.assertNotIn("00", labs)

    def test_a_wrong_step_is_shown_with_its_file_and_the_others_are_kept(self):
        for step, path in STEPS.items():
            place = self.folder / "tree" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            text = (ROOT / "solutions" / path).read_text()
            place.write_text(text.replace("if (i < n)", "if (i <= n)") if step == "00.3" else text)
        labs, said = self.grade("00", "--tree", self.folder / "tree", want=1)
        self.assertEqual(labs["00"]["verdict"], "OUT OF BOUNDS")
        self.assertEqual([check["name"] for check in labs["00"]["checks"] if check["status"] == "failed"],
                         ["00.3 guard"])
        self.assertRegex(said, r"03_guard\.cu:\d+: OUT OF BOUNDS")

    def test_a_step_is_judged_alone(self):
        labs, _ = self.grade("0.3", "--file", ROOT / "solutions" / STEPS["00.3"], want=0)
        self.assertEqual(labs["00.3"]["slug"], "00_first_kernels/03_guard")
        self.run_tool("grade", "00", "--file", ROOT / "solutions" / STEPS["00.3"], want=2)
        self.run_tool("grade", "00.3", "--shape", "1,1,1", want=2)

    def test_hints_and_solutions_are_those_of_a_step(self):
        self.assertIn("0.3: A guard", self.run_tool("hint", "00.3", want=0))
        self.assertIn("0.1: One thread", self.run_tool("hint", "00", want=0))
        self.run_tool("solution", "00", want=2)
        self.assertIn("if (i < n)", self.run_tool("solution", "00.3", "--spoil", want=0))

    def test_the_list_counts_steps(self):
        self.assertRegex(self.run_tool("list", want=0), r"00 first_kernels .* 0 of 12 steps passed")


class Commands(CliCase):
    def test_the_overview_says_what_to_do_next(self):
        self.assertIn("grade", self.run_tool(want=0))

    def test_help_names_the_commands(self):
        said = self.run_tool("--help", want=0)
        for command in ("list", "grade", "hint", "reset", "solution", "device", "model",
                        "test"):
            self.assertIn(command, said)

    def test_list_names_every_lab(self):
        said = self.run_tool("list", want=0)
        for path in LABS.values():
            self.assertIn(path.parent.name.partition("_")[2], said)

    def test_hint_helps_with_every_lab(self):
        for lab in LABS:
            self.assertTrue(self.run_tool("hint", lab, want=0).strip())

    def test_a_solution_is_for_those_who_passed_or_insist(self):
        refused = self.run_tool("solution", "03", want=1)
        self.assertNotIn("__syncthreads();", refused)
        self.assertIn("__syncthreads();", self.run_tool("solution", "03", "--spoil", want=0))

    def test_reset_leaves_a_skeleton_as_it_is(self):
        file = ROOT / "labs" / LABS["03"]
        before = file.read_text()
        if before != skeleton("03"):
            self.skipTest("somebody is working on lab 03 here, and reset would be for real")
        self.assertIn("already", self.run_tool("reset", "03", want=0))
        self.assertEqual(file.read_text(), before)

    def test_device_says_what_compiles_here(self):
        self.assertRegex(self.run_tool("device", want=0), r"g\+\+|clang|GCC|gcc")

    @unittest.skipIf(HAS_GPU, "this machine has a GPU")
    def test_a_gpu_that_is_required_and_missing_is_no_verdict(self):
        said = self.run_tool("grade", "03", "--solutions", "--require-gpu", want=3)
        self.assertIn("GPU", said)

    @unittest.skipIf(HAS_GPU, "this machine has a GPU")
    def test_the_cuda_backend_without_a_gpu_is_no_verdict(self):
        self.run_tool("grade", "03", "--solutions", "--backend", "cuda", want=3)

    def test_nothing_needs_a_writable_state(self):
        self.env["GEMMLAB_STATE"] = "/proc/no/such/folder"
        for words in ([], ["list"], ["hint", "03"], ["device"]):
            with self.subTest(words=words):
                self.run_tool(*words, want=0)
        self.run_tool("grade", "04", "--solutions", "--backend", "sim", "--shape", "5,4,3", want=0)


class Compilers(CliCase):
    @unittest.skipUnless(shutil.which("g++"), "g++ is not installed")
    def test_a_compiler_that_fortifies_memcpy_hides_no_access(self):
        # As Ubuntu's g++ does by default.
        fortifying = self.folder / "g++"
        fortifying.write_text(f'#!/bin/sh\nexec {shutil.which("g++")} -D_FORTIFY_SOURCE=3 "$@"\n')
        fortifying.chmod(0o755)
        self.env["PATH"] = f"{self.folder}:{self.env['PATH']}"
        mutant = ROOT / "grader/mutants/04_boundary_handling/rows_by_memcpy_too_long.cu"
        labs, said = self.grade("04", "--file", mutant, want=1)
        self.assertEqual(labs["04"]["verdict"], "OUT OF BOUNDS", said)


class Watch(CliCase):
    """Without a terminal: line by line, keys as letters on standard input."""

    def watch(self, *words):
        return subprocess.Popen([tool(), "watch", "--backend", "sim", *words], env=self.env, text=True,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, start_new_session=True)

    def read_until(self, watch, word):
        said = ""
        while word not in said:
            line = watch.stdout.readline()
            self.assertTrue(line, f"no {word} in {said}")
            said += line
        return said

    def test_keys_are_letters_and_q_ends_it(self):
        with self.watch("03") as watch:
            said = self.read_until(watch, "the hint of step 3.1")
            self.assertNotIn("\033", said)
            watch.stdin.write("h\n")
            watch.stdin.flush()
            self.read_until(watch, "Hint 1 of")
            watch.stdin.write("nq\n")
            watch.stdin.flush()
            self.assertEqual(watch.wait(timeout=60), 0)

    def test_it_goes_on_without_input_and_a_signal_leaves_nothing_behind(self):
        with self.watch("03") as watch:
            watch.stdin.close()
            self.read_until(watch, "graded at")
            time.sleep(0.5)
            self.assertIsNone(watch.poll())
            watch.terminate()
            self.assertEqual(watch.wait(timeout=60), 130)
            self.assertEqual(processes_of_session(watch.pid), [])

    def test_the_lab_to_watch_is_the_next_one_unless_it_is_named(self):
        for words, lab in (((), "01_cpu_loop"), (("06",), "06_register_tiling")):
            with self.watch(*words) as watch:
                self.read_until(watch, lab)
                watch.stdin.write("q")
                watch.stdin.close()
                self.assertEqual(watch.wait(timeout=60), 0)
        self.assertIn("99", self.run_tool("watch", "99", want=2))


class Model(CliCase):
    """The model's predictions, compared with what the solutions really do."""

    def test_every_figure_of_the_texts_comes_out(self):
        said = self.run_tool("model", "--check", want=0)
        for figure in ("37.5", "600", "1200", "345.6", "72", "82", "4096"):
            self.assertRegex(said, rf"(?m)\s{re.escape(figure)}\s.*agrees")
        self.assertIn("All are as documented", said)
        narrow = self.run_tool("model", "--check", want=0, env={**self.env, "COLUMNS": "40"})
        self.assertLessEqual(max(map(len, narrow.splitlines())), 40)

    def test_labs_and_gpus_are_named_as_people_do(self):
        said = self.run_tool("model", "3", "--gpu", "NVIDIA GeForce RTX 4090", want=0)
        self.assertIn("03 tiled_kernel: at most", said)
        self.assertNotIn("05 multi_output_threads", said)
        self.assertIn("Did you mean h200?", self.run_tool("model", "--gpu", "h20", want=2))
        self.assertIn("99", self.run_tool("model", "99", want=2))
        self.run_tool("model", "01", want=2)
        self.assertIn("rtx4090", self.run_tool("model", "--list", want=0))

    def test_the_model_launches_and_loads_what_the_solutions_do(self):
        results = []
        for lab, shape in (("01", "5,4,3"), ("02", "33,50,17"), ("03", "96,160,224"),
                           *((lab, "131,127,129") for lab in ("04", "05", "06", "10")),
                           *((lab, "128,128,128") for lab in LABS if lab not in ("01", "09"))):
            options = (lab, "--solutions", "--shape", shape, "--explain")
            results.append(self.grade(*options, want=0)[0])
        seen = 0
        for labs in results:
            for id, lab in labs.items():
                if id == "01":
                    self.assertIsNone(lab["model"])
                    continue
                with self.subTest(lab=id, shape=lab["metrics"]["shape"]):
                    model, metrics = lab["model"], lab["metrics"]
                    [launch] = metrics["launches"]
                    self.assertEqual(model["shape"], metrics["shape"])
                    self.assertEqual(model["grid"] + [1], launch["grid"])
                    self.assertEqual(model["block"] + [1], launch["block"])
                    # Of shared memory the simulator has what was used: lab 10's edge only at ragged sizes.
                    has_edge = id != "10" or model["shape"] != [128, 128, 128]
                    (self.assertEqual if has_edge else self.assertGreater)(
                        model["shared_bytes"], launch["shared_bytes"])
                    self.assertAlmostEqual(model["bytes_per_flop"], metrics["bytes_per_flop"])
                    if lab["metrics"]["shape"] == [128, 128, 128]:
                        self.assertAlmostEqual(model["shared_loads_per_fma"],
                                               metrics["derived"]["shared_loads_per_fma"])
                    seen += 1
        # Lab 09 has as many launches' worth of blocks as the GPU allows, which the model does not know.
        self.assertEqual(seen, 2 * (len(COURSE) - 1) + 4, "a lab without a prediction")


class Grading(CliCase):
    def test_the_solutions_pass_and_every_report_says_so(self):
        junit = self.folder / "a report.xml"
        labs, said = self.grade("--solutions", "--junit", junit, want=0)
        self.assertEqual({id: lab["verdict"] for id, lab in labs.items()},
                         {id: "PASSED" for id in COURSE})
        for lab in labs.values():
            self.assertIn(lab["slug"].partition("_")[2], said)
            self.assertEqual(lab["max_score"], 100)
            self.assertEqual(lab["score"] + lab["not_graded_points"], 100)
            self.check_form(lab)
        self.assertEqual(json.loads(self.result.read_text())["schema"], "gemmlab.result/2")
        cases = list(xml.parse(junit).iter("testcase"))
        self.assertGreaterEqual(len(cases), len(COURSE))
        self.assertEqual([c for c in cases if c.find("failure") is not None], [])

    def check_form(self, lab):
        self.assertLessEqual({"id", "slug", "verdict", "score", "max_score", "not_graded_points",
                              "source_sha256", "checks", "metrics", "speed"}, set(lab))
        self.assertRegex(lab["source_sha256"], r"^[0-9a-f]{64}$")
        self.assertEqual(sum(check["max_points"] for check in lab["checks"]), 100)
        for check in lab["checks"]:
            self.assertEqual({"name", "kind", "status", "outcome", "reason", "points", "max_points",
                              "verdict", "message", "shape", "line", "lines", "source_file",
                              "places", "hint", "diagnosis", "cause", "cause_shown_at", "tell", "fact",
                              "failed_call", "warnings", "changes", "only_on_gpu", "machine",
                              "error_map"}, set(check))
            self.assertIn(check["status"], ("passed", "failed", "not_graded"))
            self.assertEqual(check["status"] == "passed", check["outcome"] == "passed")
        if lab["id"] == "01":
            self.assertIsNone(lab["metrics"])
            return
        for counts in ("global_load", "global_store"):
            self.assertEqual({"requests", "sectors", "bytes"}, set(lab["metrics"][counts]))
        for counts in ("shared_load", "shared_store"):
            self.assertEqual({"requests", "wavefronts", "bytes"}, set(lab["metrics"][counts]))
        self.assertEqual(lab["speed"]["outcome"], "not_graded")
        self.assertTrue(lab["speed"]["reason"])

    def test_the_skeletons_are_not_started(self):
        for lab, path in LABS.items():
            with self.subTest(lab=lab):
                labs, _ = self.grade(lab, "--file", self.file(skeleton(lab), path.name), want=1)
                self.assertEqual(labs[lab]["verdict"], "NOT STARTED")
                self.assertEqual(labs[lab]["score"], 0)

    def test_a_lab_goes_by_number_name_and_slug(self):
        for word in ("4", "04", "boundary_handling", "04_boundary_handling"):
            labs, _ = self.grade(word, "--solutions", "--shape", "3,2,1", want=0)
            self.assertEqual(list(labs), ["04"])

    def test_the_same_seed_gives_the_same_result(self):
        first, _ = self.grade("02", "--solutions", "--seed", "7", want=0)
        self.assertEqual(json.loads(self.result.read_text())["seed"], 7)
        second, _ = self.grade("02", "--solutions", "--seed", "7", want=0)
        self.assertEqual(first, second)

    def test_a_small_shape_shows_the_matrices(self):
        _, said = self.grade("04", "--solutions", "--shape", "5,4,3", want=0)
        for name in ("A", "B", "C", "expected"):
            self.assertRegex(said, rf"\b{name}\b")

    def test_one_broken_lab_costs_only_its_own_points(self):
        broken = SOLUTION_04.read_text().replace("__syncthreads();", "", 1)
        labs, said = self.grade("02", "04", "03", "--tree", self.tree(lab_04=broken), want=1)
        self.assertEqual({id for id, lab in labs.items() if lab["verdict"] != "PASSED"}, {"04"})
        self.assertEqual(labs["04"]["verdict"], "RACE")
        self.assertIn(str(LABS["04"]), said)

    def test_a_compile_error_names_the_students_line(self):
        file = self.file(f"{INCLUDE}\n{MATMUL} {{\n  this does not compile\n}}\n", "bad.cu")
        labs, said = self.grade("04", "--file", file, want=1)
        self.assertEqual(labs["04"]["verdict"], "DOES NOT COMPILE")
        self.assertIn("bad.cu:4", said)
        self.assertIn(4, [check["line"] for check in labs["04"]["checks"]])
        file_check = labs["04"]["checks"][0]
        self.assertEqual(file_check["fact"]["name"], "refusal")
        self.assertEqual(file_check["fact"]["cause"]["name"], "compiler_errors")
        self.assertEqual(file_check["places"][0]["line"], 4)
        self.assertEqual({check["outcome"] for check in labs["04"]["checks"][1:]}, {"not_run"})
        self.assertEqual({check["reason"] for check in labs["04"]["checks"][1:]},
                         {"nothing_to_run"})


class Headers(CliCase):
    """A lab may have its own header next to it."""

    def test_a_bug_in_a_header_is_named_there(self):
        solution = (ROOT / "solutions/02_naive_kernel/kernel.cu").read_text()
        kernel = self.folder / "kernel.cu"
        kernel.write_text('#include "fetch.cuh"\n'
                          + solution.replace("a[row * k + p]", "fetch(a, row * k + p)"))
        (self.folder / "fetch.cuh").write_text(
            "__device__ float fetch(const float* x, int at) {\n  return x[at + 1];\n}\n")
        labs, said = self.grade("02", "--file", kernel, want=1)
        self.assertEqual(labs["02"]["verdict"], "OUT OF BOUNDS")
        self.assertIn("fetch.cuh:2", said)
        failed = next(c for c in labs["02"]["checks"] if c["verdict"] == "OUT OF BOUNDS")
        self.assertTrue(failed["source_file"].endswith("fetch.cuh"))
        self.assertEqual(failed["line"], 2)


class Studies(CliCase):
    """docs/studies: kernels that improve step by step, and are right at every step."""

    folder_of = ROOT / "docs" / "studies"

    def test_all_are_listed_in_the_order_of_the_labs(self):
        said = self.run_tool("study", want=0)
        self.assertEqual(len(re.findall(r"(?m)^after lab \d\d  [a-z]", said)),
                         len(list(self.folder_of.glob("*/"))))
        self.assertRegex(said, r"(?m)^after lab 02  coalescing +What does it cost if x runs down")
        self.assertLess(said.index("loop-order"), said.index("boundary-cost"))

    def test_an_unknown_study_is_named_with_the_nearest(self):
        self.assertIn("'toward-cublas'?", self.run_tool("study", "toward-cubla", want=2))

    def test_a_step_that_cannot_take_a_size_says_so(self):
        said = self.run_tool("study", "boundary-cost", "--backend", "sim", "--sizes", "65", want=0)
        self.assertIn("counted at m = n = k = 65", said)
        self.assertRegex(said, r"(?m)^lab 03 +right +for multiples of 32 only$")
        self.assertRegex(said, r"(?m)^lab 04 +right +\d+")

    @unittest.skipIf(HAS_GPU, "this machine has a GPU")
    def test_the_cuda_backend_without_a_gpu_is_no_verdict(self):
        said = self.run_tool("study", "toward-cublas", "--backend", "cuda", want=3)
        self.assertIn("cannot run the study on a GPU", said)

    def test_who_does_not_wait_for_a_copy_is_wrong(self):
        text = (self.folder_of / "toward-cublas" / "05_async_copies.cu").read_text()
        file = self.file(text.replace("__pipeline_wait_prior(0);", ""), "kernel.cu")
        labs, _ = self.grade("06", "--file", file, "--shape", "128,128,64", want=1)
        self.assertEqual(labs["06"]["verdict"], "RACE")  # it may still be running


class Explaining(CliCase):
    """--explain: the source with the cost of each line's memory accesses, right or wrong."""

    def explain(self, lab, *words, want):
        labs, said = self.grade(lab, "--explain", *words, want=want)
        return labs[lab], re.sub(r"\s+", " ", said)  # as one line, however it was wrapped

    def test_a_right_kernel_costs_no_more_than_it_must(self):
        lab, said = self.explain("03", "--solutions", want=0)
        self.assertIn("32 lanes read 32 neighbours in one row: 4 sectors, the minimum.", said)
        self.assertIn("25 | a_tile[ty][tx] = a[(row0 + ty) * k + (k0 + tx)];", said)
        self.assertNotIn("Let threadIdx.x", said)
        sources = {line["line"]: line["source"] for line in lab["metrics"]["lines"]}
        self.assertIn("a_tile[ty][tx] = a[", sources[25])
        self.assertIn("reuse", lab["metrics"]["readings"])

    def test_a_slow_kernel_is_told_where_and_what_to_do(self):
        slow = ROOT / "grader/mutants/02_naive_kernel/threads_transposed.cu"
        lab, said = self.explain("02", "--file", slow, want=1)
        self.assertEqual(lab["verdict"], "UNCOALESCED")
        self.assertRegex(said, r"12 \| sum \+= a\[row \* k \+ i\] .*? loads a: .*? 16 sectors "
                               r"instead of 2\. Let threadIdx\.x run along the row\.")
        places = [place for line in lab["metrics"]["lines"] for place in line["places"]]
        self.assertIn("Let threadIdx.x run along the row.", " ".join(p["why"] for p in places))

    def test_a_wrong_kernel_is_explained_and_stays_wrong(self):
        wrong = ROOT / "grader/mutants/03_tiled_kernel/missing_second_barrier.cu"
        plain, _ = self.grade("03", "--file", wrong, want=1)
        lab, said = self.explain("03", "--file", wrong, want=1)
        self.assertIn("This kernel is not right yet (RACE)", said)
        self.assertIn("sectors", said)
        self.assertIsNone(plain["03"]["metrics"])
        self.assertIsNotNone(lab["metrics"])
        without = {"metrics": None, "model": None}  # derived from these
        self.assertEqual({**plain["03"], **without}, {**lab, **without})

    def test_one_shape_is_explained_at_that_shape(self):
        lab, said = self.explain("04", "--solutions", "--shape", "33,50,17", want=0)
        self.assertEqual(lab["metrics"]["shape"], [33, 50, 17])
        self.assertIn("counted at 33x50x17", said)

    def test_what_cannot_be_explained_says_why(self):
        broken = self.file(f"{INCLUDE}\n{MATMUL} {{\n  this does not compile\n}}\n", "bad.cu")
        for words, want, reason in (
                (["01", "--solutions", "--shape", "8,8,8"], 0, "from lab 02 on"),
                (["02", "--file", self.file(skeleton("02"), "kernel.cu")], 1, "the skeleton"),
                (["02", "--file", self.file(ENDLESS, "endless.cu")], 1, "does not end in time"),
                (["02", "--file", broken], 1, "does not compile")):
            with self.subTest(words=words):
                _, said = self.explain(*words, want=want)
                self.assertIn("No memory accesses to explain", said)
                self.assertIn(reason, said)


class Screens(CliCase):
    def test_a_terminal_gets_colour_and_no_color_takes_it_away(self):
        words = ("grade", "04", "--solutions", "--backend", "sim", "--shape", "5,4,3")
        colour = re.compile(r"\033\[[0-9;]*m")
        self.assertRegex(self.on_terminal(*words), colour)
        self.assertNotRegex(self.on_terminal(*words, NO_COLOR="1"), colour)
        self.assertNotIn("\033", self.on_terminal(*words, TERM="dumb"))

    def test_a_narrow_terminal_is_enough(self):
        self.env["COLUMNS"] = "40"
        for words in ([], ["list"]):
            for line in self.run_tool(*words, want=0).splitlines():
                if " " in line.strip():  # a long path is not broken
                    self.assertLessEqual(len(line), 40, line)
        _, said = self.grade("04", "--solutions", "--shape", "5,4,3", want=0)
        self.assertIn("PASSED", said)

    def test_nothing_depends_on_the_callers_folder(self):
        shutil.copy(SOLUTION_04, self.folder / "k.cu")
        self.grade("04", "--file", "k.cu", "--shape", "3,2,1", want=0, cwd=self.folder)
        self.run_tool("list", want=0, cwd="/")

    @unittest.skipIf(os.geteuid() != 0, "only root can become somebody else")
    def test_a_build_folder_that_is_read_only_is_a_problem_of_the_machine(self):
        self.folder.chmod(0o777)
        file = self.file(SOLUTION_04.read_text() + f"// {time.time()}\n")  # not in any cache
        file.chmod(0o644)
        somebody = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        try:
            subprocess.run([tool(), "--version"], capture_output=True, **somebody)
        except PermissionError:
            self.skipTest("others cannot even run this build")
        self.run_tool("grade", "04", "--backend", "sim", "--file", file, want=3, **somebody)


if __name__ == "__main__":
    main()
