"""grade --profile on a machine with a GPU, simulated by the stand-in, and with an Nsight Compute that runs the
program and prints what it is told.

Usage: gpu_profile_test.py [PATH OF gemmlab-cli] [unittest's own arguments]
"""

from cli_case import main
from stand_in_case import StandInCase, solution

COUNTS = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": "4,096",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "16,384",
    "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct": "12.5",
    "smsp__inst_executed_op_shared_ld.sum": "81,920",
    "sm__warps_active.avg.pct_of_peak_sustained_active": "98.3",
    "gpu__time_duration.sum": "9,024",
}
CSV = "\n".join(",".join(f'"{cell}"' for cell in row) for row in (
    ("ID", *COUNTS), ("", *([""] * len(COUNTS))), ("0", *COUNTS.values())))


class Profile(StandInCase):
    def put_ncu(self, printed, status=0):
        program = self.toolkit / "bin" / "ncu"
        program.write_text(f"#!/bin/sh\nshift 7\n\"$@\" || exit\necho \"$3 $4 $5\" >> \"{self.folder}/shapes\"\n"
                           f"cat <<'END'\n==PROF== Connected\n{printed}\nEND\nexit {status}\n")
        program.chmod(0o755)

    def profile(self):
        return " ".join(self.grade_text("03", solution("03"), "--profile", want=0)[1].split())

    def test_both_kernels_are_measured_at_both_shapes(self):
        self.put_ncu(CSV)
        said = self.profile()
        self.assertIn("What the GPU's counters say (Nsight Compute), at 128x128x128:", said)
        self.assertIn("global load requests 4096 4096 4096", said)
        self.assertIn("occupancy at 2048, % 98.3 98.3", said)
        self.assertIn("merged neighbouring loads into wide ones, as predicted.", said)
        self.assertIn("12 % of the load sectors are hits in L1", said)
        shapes = (self.folder / "shapes").read_text().splitlines()
        self.assertEqual(shapes, ["128 128 128", "2048 2048 2048"] * 2)

    def test_without_permission_it_says_how_to_get_it(self):
        self.put_ncu("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission", 1)
        said = self.profile()
        self.assertIn("NVreg_RestrictProfilingToAdminUsers=0", said)
        self.assertNotIn("counters say", said)

    def test_what_ncu_complains_of_is_quoted(self):
        self.put_ncu("==ERROR== Failed to initialize the profiler: LibraryNotLoaded", 1)
        self.assertIn("which said: ==ERROR== Failed to initialize", self.profile())

    def test_a_wrong_kernel_is_not_measured(self):
        self.put_ncu(CSV)
        text = solution("03").replace("k0 += kTile", "k0 += 2 * kTile")
        said = self.grade_text("03", text, "--profile", want=1)[1]
        self.assertIn("only kernels whose values are right", said)
        self.assertFalse((self.folder / "shapes").exists())

    def test_without_a_gpu_it_says_what_is_missing(self):
        self.remove_driver()
        self.assertIn("--profile needs a GPU: ", self.profile())


if __name__ == "__main__":
    main()
