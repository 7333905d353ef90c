"""What people hand in besides a lab's file as it should be: taken, or open with a reason."""

import json
import unittest

from course.intake.class_case import LABS
from course.intake.hand_ins import LeftOutReason
from course.intake.lab_finder_test import SKELETONS
from course.intake.submission import is_undecided, why_no_file
from course.intake.submission_case import SubmissionCase, reasons

CUDA = "__global__ void mine(float* c) {}\nvoid matmul(float* c) { mine<<<1, 1>>>(c); }\n"
LOOP = "void matmul(float* c) { c[0] = 1; }\n"


def notebook(*cells: str, kind: str = "code") -> str:
    return json.dumps(
        {"cells": [{"cell_type": kind, "source": cell.splitlines(True)} for cell in cells]}
    )


class KindsCase(SubmissionCase):
    def setUp(self) -> None:
        super().setUp()
        self.students = 0

    def text_of(self, lab: str, path: str, text: str) -> tuple[str, str]:
        """Of the only file: what is judged, and what is noted."""
        submission = self.read(self.one(path, text))
        self.assertEqual(list(submission.files), [lab], (path, submission.left_out))
        return submission.files[lab].text.decode(), submission.files[lab].guess

    def one(self, path: str, text: str) -> str:
        self.students += 1
        self.write(f"s{self.students}/{path}", text)
        return f"s{self.students}"

    def reason(self, path: str, text: str = "x") -> LeftOutReason:
        """Why the only file leaves every lab open."""
        submission = self.read(self.one(path, text))
        self.assertEqual(submission.files, {}, path)
        (left,) = submission.left_out
        for lab in ("01", "02", "03"):
            self.assertTrue(is_undecided([left], lab), (path, lab))
        return left.reason


class Kinds(KindsCase):
    def test_that_hold_no_text_of_a_lab_are_open(self) -> None:
        for path, reason in {
            "report.pdf": LeftOutReason.document,
            "lab02.docx": LeftOutReason.document,
            "kernel.cu.odt": LeftOutReason.document,
            "IMG_1.HEIC": LeftOutReason.picture,
            "lab02.png": LeftOutReason.picture,
            "onlinetext.html": LeftOutReason.page,
            "notes": LeftOutReason.not_a_labs_file,
            "lab02.txt": LeftOutReason.not_a_labs_file,
            "mine.cu": LeftOutReason.not_a_labs_file,
        }.items():
            self.assertIs(self.reason(path), reason, path)
        self.assertIs(self.reason("a.html", f"<p>{LOOP}</p>"), LeftOutReason.code_in_page)
        for page, what in (
            ("<html><title>x</title><body><p>&nbsp;<br></p></body></html>", "page"),
            ("<html><body><p>&nbsp;<br></p></body></html>", "empty_page"),
            ("", "empty_page"),
            ('<p><img src="lab02.png"></p>', "page"),
            ('<a href="https://example.org/lab02.cu"></a>', "page"),
        ):
            self.assertEqual(self.reason("a.html", page).value, what, page)
        typed = "<p>__global__&nbsp;void k(){}</p><p>void <b>matmul</b>(int n)<br>{}</p>"
        self.assertIs(self.reason("a.html", typed), LeftOutReason.code_in_page)

    def test_beside_a_labs_file_are_open_only_if_they_may_be_another(self) -> None:
        harmless = ("README.md", "CMakeLists.txt", "Makefile", "run.sh", "prog.exe", "times.csv")
        for path in harmless:
            self.write(f"ann/{path}", "matmul(c);")
        self.write("ann/02.cu", "text")
        submission = self.read("ann")
        self.assertEqual(len(submission.left_out), len(harmless))
        self.assertFalse(is_undecided(submission.left_out))
        for path, text in (
            ("solution.cu", CUDA),
            ("03.cu", ""),
            ("03.cpp", "__global__ void gemm() {}"),
            ("typed.html", CUDA.replace("<", "&lt;")),
            ("work.ipynb", notebook(f"%%cu\n{CUDA}")),
            ("Report Lab 2 and 3.docx", "x"),
            ("screen.png", "x"),
            ("onlinetext.html", "see my mail"),
            ("notes.txt", "mine"),
            ("tiled", "mine"),
            ("main.cpp", "int main() {}"),
        ):
            with self.subTest(path):
                file = self.write(f"ann/{path}", text)
                left_out = self.read("ann").left_out
                self.assertTrue(is_undecided(left_out, "03"), left_out)
                self.assertEqual(list(self.read("ann").files), ["02"])
                file.unlink()

    def test_beside_files_of_all_labs_that_are_graded_are_not_open(self) -> None:
        self.wanted = {"02"}
        for path in ("02.cu", "report.pdf", "notes.txt"):
            self.write(f"ann/{path}", "text")
        self.assertFalse(is_undecided(self.read("ann").left_out))

    def test_that_may_be_the_answer_to_a_lab_without_one_are_all_named(self) -> None:
        for path in ("02.cu", "b.docx", "a.png", "Makefile"):
            self.write(f"ann/{path}", "text")
        self.assertEqual(
            why_no_file(self.read("ann"), LABS[2]),
            'there is no file for this lab, and its answer may be in "a.png", "b.docx": look at it '
            "and ask for the lab's file, or give points in [adjustments], also 0",
        )

    def test_of_nothing_that_was_typed_are_said_to_be_empty(self) -> None:
        for text in ("", "<p><br></p>", "<p dir='ltr'>&nbsp;\u200b</p>\n", "<div>\xa0</div>"):
            self.assertIs(self.reason("onlinetext.html", text), LeftOutReason.empty_page, text)
        for text in (
            "<p>.</p>",
            '<p><img src="a.png"></p>',
            '<a href="https://uni.edu/x"></a>',
            '<meta http-equiv="refresh" content="0; url=https://uni.edu/x">',
        ):
            self.assertIs(self.reason("onlinetext.html", text), LeftOutReason.page, text)
        self.write("bo/onlinetext.html", "<p></p>")
        self.write("bo/02.cu", "text")
        self.assertFalse(is_undecided(self.read("bo").left_out))

    def test_without_bytes_leave_their_lab_open(self) -> None:
        for text in ("", " \n", "\ufeff", "\0" * 9, "version https://git-lfs.github.com/spec/v1"):
            self.write("ann/02.cu", text)
            self.write("ann/03.cu", "text")
            submission = self.read("ann")
            self.assertEqual(list(submission.files), ["03"])
            self.assertTrue(is_undecided(submission.left_out, "02"))
            self.assertFalse(is_undecided(submission.left_out, "01"))
            self.assertIn("it has no text", reasons(submission)["02.cu"])
        self.wanted = {"02"}
        for path in ("kernel.cu", "mine.cu"):
            self.assertIs(self.reason(path, ""), LeftOutReason.no_bytes)

    def test_of_labs_that_are_not_graded_are_open(self) -> None:
        self.wanted = {"02"}
        self.write("ann/03_tiled_kernel/kernel.cu", "text")
        submission = self.read("ann")
        (left,) = submission.left_out
        self.assertTrue(is_undecided([left], "02"))
        self.assertIn("for lab 03 by its name, which is not graded here", left.reason_in_words)
        self.write("ann/02.cu", "text")
        self.assertEqual(self.read("ann").left_out, [])

    def test_are_never_of_a_lab_that_is_not_graded_by_their_text(self) -> None:
        self.skeletons = SKELETONS
        self.wanted = {"01", "02"}
        text, said = self.text_of("02", "kernel.cu", CUDA + "constexpr int kTile = 8; tiled_kernel")
        self.assertIn("kTile", text)
        self.assertEqual(
            said,
            '"kernel.cu" is judged as lab 02, but "tiled_kernel" in it is lab 03\'s. Its points '
            "are those of lab 02's tests, whatever it is called; look only if it may be the wrong "
            "file",
        )

    def test_with_the_name_of_one_lab_and_the_kernel_of_another_say_so(self) -> None:
        self.skeletons = SKELETONS
        _, said = self.text_of("02", "lab02.cu", SKELETONS["03"])
        self.assertRegex(said, '"lab02.cu" is judged as lab 02, but .* in it is lab 03\'s')
        for own in ("naive_kernel();", "", "// Lab 02, a thread each"):
            _, said = self.text_of("02", "lab02.cu", f"void matmul() {{ {own}\n}}")
            self.assertEqual(said, "")
        _, said = self.text_of("02", "lab02.cu", SKELETONS["03"] + "naive_kernel")
        self.assertEqual(said, "", "its own kernel is there, too")

    def test_are_not_recognised_by_words_that_any_lab_may_have(self) -> None:
        self.skeletons = SKELETONS | {"02": SKELETONS["02"] + "int p; return sizeof(p);"}
        text = (
            "void matmul(float* c) { for (int p = 0; p < sizeof(c); ++p) f<<<1, 1>>>(c); return; }"
        )
        self.assertIs(self.reason("kernel.cu", text), LeftOutReason.unnamed_code)

    def test_with_another_ending_are_taken_by_what_they_define(self) -> None:
        for lab, path, text in (
            ("02", "lab02.txt", CUDA),
            ("02", "02.cpp", CUDA),
            ("02", "02_naive_kernel/kernel.cpp", CUDA),
            ("02", "Lab 2/kernel.cuh", CUDA),
            ("02", "lab02_final.c", CUDA),
            ("01", "01.cu", LOOP),
            ("01", "lab01.txt", LOOP),
            ("01", "01_cpu_loop/kernel.cc", LOOP),
        ):
            with self.subTest(path):
                taken, said = self.text_of(lab, path, text)
                self.assertEqual(taken, text)
                self.assertIn("and taken because it defines what the lab asks for", said)
        self.write("ann/lab02.txt", CUDA)
        self.write("ann/lab02.cu", "its own name")
        self.assertEqual(self.read("ann").files["02"].text, b"its own name")
        self.assertIs(self.reason("reference.cc", LOOP), LeftOutReason.unnamed_code)

    def test_in_utf_16_become_utf_8(self) -> None:
        text = CUDA + "// Zoë\n"
        for coding in ("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"):
            name = self.one("02.cu", "")
            (self.folder / name / "02.cu").write_bytes(text.encode(coding))
            self.assertEqual(self.read(name).files["02"].text.decode(), text, coding)
        name = self.one("02.cu", "")
        (self.folder / name / "02.cu").write_bytes(b"text\0\xff\xfe")
        self.assertEqual(self.read(name).files["02"].text, b"text\0\xff\xfe")


class Notebooks(KindsCase):
    def test_have_the_files_that_their_cells_write_taken(self) -> None:
        for path, name in (
            ("lab02.ipynb", "kernel.cu"),
            ("work.ipynb", "lab02.cu"),
            ("work.ipynb", "/content/gemmlab/labs/02_naive_kernel/kernel.cu"),
            ("a/Lab 2.ipynb", "'../kernel.cu'"),
        ):
            with self.subTest(name):
                cells = notebook("!nvidia-smi", f"\n%%writefile {name}\n{CUDA}", "# Lab")
                self.assertEqual(self.text_of("02", path, cells)[0], CUDA)

    def test_have_parts_of_one_file_joined_and_its_last_version_taken(self) -> None:
        first, second = CUDA.splitlines(True)
        cells = notebook(
            "%%writefile 02.cu\nold",
            f"%%writefile 02.cu\n{first}",
            f"%%writefile -a 02.cu\n{second}",
        )
        self.write("ann/work.ipynb", cells)
        submission = self.read("ann")
        self.assertEqual(submission.files["02"].text.decode(), CUDA)
        self.assertEqual(
            reasons(submission),
            {"work.ipynb/02.cu": "an earlier attempt at lab 02; the last one counts"},
        )

    def test_whose_cells_write_no_file_of_a_lab_are_open(self) -> None:
        cells = notebook(f"%%cuda\n{CUDA}")
        self.assertIs(self.reason("lab02.ipynb", cells), LeftOutReason.code_in_notebook)
        for text in ("no JSON", "[" * 100_000, '{"cells": 3}', notebook("print()"), "{}"):
            self.assertIs(self.reason("lab02.ipynb", text), LeftOutReason.document)
        text = notebook(f"%%writefile 02.cu\n{CUDA}", kind="markdown")
        self.assertIs(self.reason("lab02.ipynb", text), LeftOutReason.document)
        submission = self.read(self.one("w.ipynb", notebook("%%writefile x.py\nprint()")))
        self.assertTrue(is_undecided(submission.left_out, "02"))
        self.assertIn('"w.ipynb/x.py"', why_no_file(submission, LABS[1]))

    def test_may_be_larger_than_a_labs_file(self) -> None:
        printed = json.loads(notebook(f"%%writefile 02.cu\n{CUDA}"))
        printed["cells"][0]["outputs"] = ["x" * (2 << 20)]
        self.assertEqual(self.text_of("02", "work.ipynb", json.dumps(printed))[0], CUDA)
        printed["cells"][0]["outputs"] = ["x" * (5 << 20)]
        self.assertIs(self.reason("work.ipynb", json.dumps(printed)), LeftOutReason.large)


if __name__ == "__main__":
    unittest.main()
