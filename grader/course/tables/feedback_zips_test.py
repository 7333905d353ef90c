"""The archives of feedback that Moodle and Canvas read back."""

import io
import tarfile
import tempfile
import unittest
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from course.tables.docx import as_docx
from course.tables.feedback_zips import (
    Group,
    Pages,
    entries_of,
    name_in,
    write_zips,
)
from course.tables.sample_grades import student
from course.tables.words import Student


def group_pages(groups: Sequence[Group]) -> Iterator[Pages]:
    for group in groups:
        yield {"feedback.txt": f"{group.labs} of {group.students}".encode(), "feedback.html": b""}


class FeedbackZips(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def zips(self, *students: Student, labs: Sequence[str] = (), lab: str = "") -> list[str]:
        for each in students:
            (self.folder / "feedback" / each["student"]).mkdir(parents=True, exist_ok=True)
            for ending in ("html", "txt"):
                page = self.folder / "feedback" / each["student"] / f"feedback.{ending}"
                page.write_text(f"for {each['student']}" + ", as text" * (ending == "txt"))
        return write_zips(self.folder, students, labs, lab, group_pages)

    def names(self, archive: str = "canvas_feedback.zip") -> list[str]:
        with zipfile.ZipFile(self.folder / archive) as packed:
            return packed.namelist()

    def test_call_pages_as_the_platforms_read_them_back(self) -> None:
        for entry, name in (
            ("Ana María_1_assignsubmission_file_", "Ana María_1_assignsubmission_file_/"),
            ("Ana María_1_assignsubmission_file", "Ana María_1_assignsubmission_file/"),
            ("Ana_1_assignsubmission_file_kernel.cu", "Ana_1_assignsubmission_file_/"),
            ("kimlee_4711_99_kernel.cu", None),
            ("ann", None),
            ("A\ufffd_1_assignsubmission_file_", None),
        ):
            self.assertEqual(
                name_in("moodle_feedback.zip", entry), name + "feedback.html" if name else ""
            )
        for entry, is_taken in (
            ("kimlee_LATE_4711_99_kernel.cu", True),
            ("moemia_4712_100_kernel-2.cu", True),
            ("anon_x4Tb9_100_labs.zip", True),
            ("LATE_anon_x4Tb9_100_labs.tar.gz", True),
            ("team_7_4712_100_kernel.cu", True),
            ("moemia_4712_100_report.pdf", False),
            ("moemia_4712_text.html", False),
            ("anon_x4Tb9_link.html", False),
            ("Ana María_10001_assignsubmission_file_", False),
            ("02_naive_kernel.cu", False),
        ):
            self.assertEqual(name_in("canvas_feedback.zip", entry), entry if is_taken else "")

    def test_hold_what_the_name_promises_under_which_canvas_shows_it(self) -> None:
        notes = self.zips(
            student("s1", entries=["leeann_1_91_kernel.cu"]),
            student("s2", entries=["libo_2_92_labs.zip"]),
            student("s3", entries=["kimcy_3_93_labs.tar.gz"]),
            student("s4", entries=["fayda_4_94_report.pdf"]),
            student("s5", entries=["gohed_5_text.html"]),
            student("s6", entries=["ivaeva_6_96_answer.docx"]),
        )
        [note] = notes
        self.assertIn("canvas_feedback.zip: no page for s4, s5", note)
        with zipfile.ZipFile(self.folder / "canvas_feedback.zip") as packed:
            self.assertEqual(packed.read("leeann_1_91_kernel.cu"), b"for s1, as text")
            with zipfile.ZipFile(io.BytesIO(packed.read("libo_2_92_labs.zip"))) as inner:
                self.assertEqual(inner.namelist(), ["feedback.html", "feedback.txt"])
                self.assertEqual(inner.read("feedback.html"), b"for s2")
            data = io.BytesIO(packed.read("kimcy_3_93_labs.tar.gz"))
            with tarfile.open(fileobj=data, mode="r:gz") as tar:
                self.assertEqual(tar.getnames(), ["feedback.html", "feedback.txt"])
            with zipfile.ZipFile(io.BytesIO(packed.read("ivaeva_6_96_answer.docx"))) as document:
                words = ElementTree.fromstring(document.read("word/document.xml")).itertext()
                self.assertEqual("".join(words), "for s6, as text")
                for part in document.namelist():
                    ElementTree.fromstring(document.read(part))
            self.assertEqual(len(packed.namelist()), 4)

    def test_are_a_document_whatever_is_in_the_text(self) -> None:
        with zipfile.ZipFile(io.BytesIO(as_docx("a & <b>\n  c\0\ufffe"))) as document:
            root = ElementTree.fromstring(document.read("word/document.xml"))
        self.assertEqual(list(root.itertext()), ["a & <b>", "  c\ufffd\ufffd"])

    def test_go_under_the_name_that_canvas_has_and_not_that_of_saved_code(self) -> None:
        cases: tuple[tuple[list[str], list[str] | None], ...] = (
            (["leeann_1_91_answer.docx", "leeann_1_91_lab02.cu"], ["leeann_1_91_answer.docx"]),
            (["pair_LATE_1_91_a.docx", "pair_LATE_1_92_b.cu"], None),
            (["leeann_1_91_scan.pdf", "leeann_1_91_lab02.cu"], []),
            (["leeann_1_text.html", "leeann_1_1_lab02.cu"], []),
            (["leeann_1_91_a.cu", "leeann_1_92_b.cu"], None),
            (["leeann_1_91_a.cu", "leeann_1_92_my_text.html"], None),
            (["anon_x4Tb9_91_a.cu", "anon_x4Tb9_92_b.cu"], None),
        )
        for entries, names in cases:
            self.zips(student("s0", entries=["kimcy_3_93_a.cu"]), student("s1", entries=entries))
            own = entries if names is None else names
            self.assertEqual(self.names(), sorted([*own, "kimcy_3_93_a.cu"]), entries)

    def test_of_a_lab_are_called_so_and_follow_what_later_runs_change(self) -> None:
        ann = student("s1", (80, None), entries=["leeann_1_91_kernel.cu"])
        (self.folder / "canvas_feedback.zip").write_text("an earlier run's")
        (self.folder / "canvas_feedback_05.zip").write_text("an earlier run's")
        self.zips(ann, lab="02")
        archives = sorted(file.name for file in self.folder.glob("*.zip"))
        self.assertEqual(archives, ["canvas_feedback_02.zip"])
        entries = ["leeann_1_98_kernel.cu"]
        known = {"02": ann["entries"], "03": entries}
        ann = student("s1", entries=entries, entries_by_lab=known)
        self.zips(ann, student("s2", entries=["libo_2_99_x.cu"]), labs=["03"], lab="03")
        self.assertEqual(self.names("canvas_feedback_02.zip"), known["02"])
        self.assertEqual(
            self.names("canvas_feedback_03.zip"), ["leeann_1_98_kernel.cu", "libo_2_99_x.cu"]
        )

    def test_have_one_page_for_a_group_about_what_it_handed_in(self) -> None:
        pair = ["pair1_1_91_kernel.cu"]
        people = [student(id_, entries=pair) for id_ in ("s1", "s2")]
        self.assertEqual(self.zips(*people, labs=["03"], lab="03"), [])
        with zipfile.ZipFile(self.folder / "canvas_feedback_03.zip") as packed:
            self.assertEqual(packed.read(pair[0]), b"('03',) of ('s1', 's2')")
        people[1]["labs"][1]["points"] = None
        [note] = self.zips(*people, labs=["03"], lab="03")
        self.assertIn("s1 and s2, whose grades for their one hand-in differ", note)
        people[0]["labs"][1]["points"] = None
        [note] = self.zips(*people, labs=["03"], lab="03")
        self.assertIn("1 page left out", note)

    def test_tell_a_group_nothing_about_what_they_handed_in_alone(self) -> None:
        people = [
            student(id_, entries=["pair1_1_91_kernel.cu", f"own_{id_[1]}_92_lab02.cu"])
            for id_ in ("s1", "s2")
        ]
        for each in people:
            each["labs"][0]["file"], each["labs"][1]["file"] = each["student"], "same"
        self.assertEqual(self.zips(*people), [])
        with zipfile.ZipFile(self.folder / "canvas_feedback.zip") as packed:
            self.assertEqual(packed.read("pair1_1_91_kernel.cu"), b"('03',) of ('s1', 's2')")

    def test_of_an_earlier_run_do_not_stay(self) -> None:
        self.zips(student("s1", entries=["leeann_1_91_kernel.cu"]))
        self.assertTrue((self.folder / "canvas_feedback.zip").exists())
        self.zips(student("s1", entries=["Ann_1_assignsubmission_file_"]))
        self.assertFalse((self.folder / "canvas_feedback.zip").exists())

    def test_are_for_who_has_a_grade_in_the_labs_of_this_assignment(self) -> None:
        ann = student("s1", (None, 20), entries=["leeann_1_91_kernel.cu"])
        self.zips(ann)
        for labs, is_there in ((["02"], False), (["03"], True)):
            write_zips(self.folder, [ann], labs)
            self.assertEqual((self.folder / "canvas_feedback.zip").exists(), is_there, labs)

    def test_have_each_students_own_page(self) -> None:
        entries = [f"Ann_{i}_assignsubmission_file_" for i in (1, 2)]
        self.assertEqual(
            self.zips(
                student("s1", entries=entries[:1]),
                student("s2", entries=entries[1:]),
                student("s3"),
            ),
            [],
        )
        with zipfile.ZipFile(self.folder / "moodle_feedback.zip") as packed:
            self.assertEqual(
                {name: packed.read(name).decode() for name in packed.namelist()},
                {f"{entries[0]}/feedback.html": "for s1", f"{entries[1]}/feedback.html": "for s2"},
            )
        self.assertFalse((self.folder / "canvas_feedback.zip").exists())

    def test_have_a_page_for_who_handed_in_nothing_if_moodle_gave_a_number(self) -> None:
        self.zips(
            student("s1", name="Nina_A Absent", participant="16"),
            student("s2", name="Bo"),
            student("s3", participant="18", entries=["Cy_18_assignsubmission_file_"]),
        )
        with zipfile.ZipFile(self.folder / "moodle_feedback.zip") as packed:
            self.assertEqual(
                sorted(packed.namelist()),
                [
                    "Cy_18_assignsubmission_file_/feedback.html",
                    "Nina A Absent_16_assignsubmission_file_/feedback.html",
                ],
            )

    def test_leave_out_who_has_no_total_yet(self) -> None:
        notes = self.zips(
            *(
                student(f"s{i}", points, entries=[f"Ann_{i}_assignsubmission_file_"])
                for i, points in enumerate(((80, 20), (None, 20), (None, None)))
            )
        )
        self.assertEqual(notes, ["moodle_feedback.zip: 2 pages left out, without a total yet"])
        with zipfile.ZipFile(self.folder / "moodle_feedback.zip") as packed:
            self.assertEqual(packed.namelist(), ["Ann_0_assignsubmission_file_/feedback.html"])

    def test_are_no_students_folder_whatever_their_names_are(self) -> None:
        self.zips(student("moodle_feedback.zip", entries=["Zip_7_assignsubmission_file_"]))
        with zipfile.ZipFile(self.folder / "moodle_feedback.zip") as packed:
            self.assertEqual(
                packed.read("Zip_7_assignsubmission_file_/feedback.html"),
                b"for moodle_feedback.zip",
            )

    def test_show_nobody_in_a_team_anothers_page(self) -> None:
        [note] = self.zips(
            student("s1", entries=["Red_5_assignsubmission_file_"]),
            student("s2", entries=["Red_5_assignsubmission_file_"]),
        )
        self.assertIn("no page for s1 and s2", note)
        self.assertFalse((self.folder / "moodle_feedback.zip").exists())

    def test_of_moodle_go_to_each_of_a_group_by_the_own_number(self) -> None:
        group = "Team Red_5_assignsubmission_file_"
        own = {"entries": [group], "name": "Ann/Lee_x", "participant": "7"}
        self.assertEqual(entries_of(own), ["Ann Lee x_7_assignsubmission_file_"])
        self.assertEqual(entries_of({**own, "participant": ""}), [group])
        text = "Ann_7_assignsubmission_onlinetext_"
        self.assertEqual(entries_of({**own, "entries": [text]}), [text])


if __name__ == "__main__":
    unittest.main()
