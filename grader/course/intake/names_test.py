"""What the names in a class's folder say."""

import unittest
from collections.abc import Callable
from pathlib import Path
from unicodedata import is_normalized, normalize
from zoneinfo import ZoneInfo

from course.intake.class_case import ClassCase
from course.intake.names import (
    MAX_NAME_BYTES,
    NAME_COLUMNS,
    HandIn,
    archive_ending,
    digits_of,
    folded,
    hand_in_of,
    has_hidden_characters,
    is_archive_name,
    is_junk,
    is_safe_name,
    made_name_for,
    plain_name,
    quoted_path,
    safe_name_for,
    shown_name,
    shown_path,
    spelling_of,
    words_of,
)
from course.intake.platforms import PLATFORMS, examples_of_hand_ins
from course.properties import example, given, needs_hypothesis, some
from course.text import display_width, lines_of, printable

UTC = ZoneInfo("UTC")


class HandIns(ClassCase):
    def of_folder(self, name: str) -> HandIn:
        (self.folder / name).mkdir(exist_ok=True)
        return hand_in_of(self.folder / name, UTC)

    def of_file(self, name: str) -> HandIn:
        return hand_in_of(self.write(name), UTC)

    def test_say_what_their_platform_wrote(self) -> None:
        said = self.of_folder("Ana María_10001_assignsubmission_file_")
        self.assertEqual((said.platform, said.student, said.id), ("Moodle", "Ana María", "10001"))
        self.assertFalse(said.is_in_rosters)
        self.assertEqual(said.file, "")
        said = self.of_file("Jo Li_10002_assignsubmission_file_my_kernel.cu")
        self.assertEqual((said.student, said.file), ("Jo Li", "my_kernel.cu"))
        said = self.of_file("kimlee_LATE_4711_99_kernel-12.cu")
        self.assertEqual((said.platform, said.student, said.id), ("Canvas", "kimlee", "4711"))
        self.assertTrue(said.is_late and said.is_in_rosters)
        self.assertEqual((said.file, said.version, said.counted), ("kernel-12.cu", 12, "kernel.cu"))
        self.assertEqual(self.of_file("kimlee_4711_99_lab-02.cu").version, 0)
        self.assertFalse(self.of_file("moemia_4712_100_kernel.cu").is_late)
        said = self.of_file("Lab 2_x_jdoe_attempt_2026-01-31-22-15-00_kernel-2.cu")
        self.assertEqual(
            (said.platform, said.student, said.file), ("Blackboard", "jdoe", "kernel-2.cu")
        )
        self.assertEqual((said.time, said.version), ("2026-01-31T22:15:00Z", 0))
        said = self.of_file("Lab 2_jdoe_attempt_2026-01-31-22-15-00.txt")
        self.assertEqual((said.student, said.file), ("jdoe", ".txt"))
        said = self.of_folder("12345-67890 - Jo - Ann Li - Jan 31, 2026 1015 PM")
        self.assertEqual(
            (said.platform, said.student, said.time),
            ("Brightspace", "Jo - Ann Li", "2026-01-31T22:15:00Z"),
        )
        self.assertEqual(
            self.of_folder("1-2 - Jo - Feb 1, 2026 105 AM").time, "2026-02-01T01:05:00Z"
        )
        self.write("lab02-jo-li/.git/config")
        said = self.of_folder("lab02-jo-li")
        self.assertEqual(
            (said.platform, said.student, said.lab), ("GitHub-Classroom", "jo-li", "lab02")
        )
        self.assertEqual(self.of_folder("lab03-jo-li").student, "lab03-jo-li")  # no clone

    def test_have_the_times_of_the_courses_zone(self) -> None:
        entry = self.write("L_jdoe_attempt_2026-01-31-22-15-00_kernel.cu")
        said = hand_in_of(entry, ZoneInfo("America/New_York"))
        self.assertEqual(said.time, "2026-02-01T03:15:00Z")
        entry = self.write("L_jdoe_attempt_2026-13-31-22-15-00_kernel.cu")
        self.assertEqual(hand_in_of(entry, UTC).time, "")

    def test_are_not_of_whom_a_students_file_names(self) -> None:
        # What comes after the platform's own words is the student's.
        attempt = "attempt_2026-01-31-22-15-00"
        for name in (
            f"eve_1_2_L_ann_{attempt}_k.cu",
            f"L_eve_{attempt}_L_ann_{attempt}_k.cu",
            f"L_eve_{attempt}_ann_1_2_kernel.cu",
            "eve_1_assignsubmission_file_ann_2_3_kernel.cu",
        ):
            self.assertEqual(self.of_file(name).student, "eve", name)

    def test_have_an_example_of_each_rule(self) -> None:
        lines = lines_of(examples_of_hand_ins())
        self.assertEqual(len(lines), len(PLATFORMS))
        for line in lines:
            name, _, platform = line.rpartition(" ")
            if name.startswith("lab"):
                self.write(f"{name}.git/config")
            is_folder = name.endswith("/")
            said = self.of_folder(name[:-1]) if is_folder else self.of_file(name)
            self.assertEqual(f"({said.platform})", platform)

    def test_of_no_platform_are_of_whom_their_name_says(self) -> None:
        self.assertEqual(self.of_folder("ann.zip").student, "ann.zip")
        for name in ("ann.zip", "ann.tar.gz", "ann.TGZ", "ann.tar", "ann.rar", "ann.bundle"):
            path = self.write(f"packed/{name}")
            self.assertEqual(hand_in_of(path, UTC), HandIn(path=path, student="ann"))


class Endings(unittest.TestCase):
    def test_say_what_is_packed_and_what_is_opened(self) -> None:
        for name, ending in (
            ("a.zip", ".zip"),
            ("a.tar.gz", ".tar.gz"),
            ("a.b.TGZ", ".TGZ"),
            ("a.tar", ".tar"),
            ("a.rar", ""),
            ("a.7z", ""),
            ("a.gz", ""),
            ("a.bundle", ""),
        ):
            self.assertTrue(is_archive_name(name), name)
            self.assertEqual(archive_ending(name), ending)
        for name in ("zip", "a.cu", "a.zip.txt", "a.zip\n"):
            self.assertFalse(is_archive_name(name), name)
            self.assertEqual(archive_ending(name), "")

    def test_junk_is_what_systems_and_tools_make(self) -> None:
        for name in (".DS_Store", "._kernel.cu", "__MACOSX", ".git", "build", "venv"):
            self.assertTrue(is_junk(name), name)
        for name in ("builds", "ann", ".hidden", ""):
            self.assertFalse(is_junk(name), name)


class Names(unittest.TestCase):
    def test_are_without_what_nobody_sees(self) -> None:
        for name, plain in (
            ("a\ufffeb\u202e\u00a0c", "ab c"),
            ("\u202eann\u200b", "ann"),
            ("a\r\nb\tc\x1bd", "a b cd"),
            ("Zoe\u0308", "Zoë"),
            ("a\u034f\u0308", "ä"),
            ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u062e"),
            ("An\U00013430n\u06dd Lee\u070f", "Ann Lee"),
            ("na\udcffme", ""),
        ):
            self.assertEqual(plain_name(name), plain)
        for name in ("\u202eann", "a\u200db", "a\nb", "a\u00a0b"):
            self.assertTrue(has_hidden_characters(name), ascii(name))
        for name in ("ann", "Zoe\u0308", "李", "na\udcffme"):
            self.assertFalse(has_hidden_characters(name), ascii(name))

    def test_of_any_script_are_safe_and_signs_are_not(self) -> None:
        for name in ("ann", "Łukasz Żak", "李", "العم", "O'Brien", "Li, Jo (2)", "_x", "a.b-c@d"):
            self.assertTrue(is_safe_name(name), name)
        unsafe = ("", "-a", ".a", "=a", "@a", "a/b", "a\\b", "a:b", "a.", "a ", "a\n", "a\udcff")
        for name in unsafe:
            self.assertFalse(is_safe_name(name), ascii(name))

    def test_become_safe_where_they_can_name_a_student(self) -> None:
        self.assertEqual(safe_name_for("ann"), "ann")
        self.assertEqual(safe_name_for("Sammy Davis Jr."), "Sammy Davis Jr")
        self.assertEqual(safe_name_for("a. . "), "a")
        self.assertEqual(safe_name_for("é" * 50), "é" * 50)
        for name in ("x" * 101, "x" * 3000, "é" * 51, "é" * 1500):
            safe = safe_name_for(name)
            self.assertTrue(is_safe_name(safe), safe)
            self.assertEqual(safe[-9:], "-" + digits_of(name))
            self.assertNotEqual(safe, safe_name_for(name + name[:2]))
        for name in ("", ".", "...", " ", "-a", ".a", "a/b", "a\\b", "a:b", "..", "../a", "a\n."):
            self.assertEqual(safe_name_for(name), "", name)

    def test_are_never_those_of_windows_devices(self) -> None:
        for name in ("aux", "CON", "com1", "Nul.li"):
            self.assertEqual(safe_name_for(name), f"{name.replace('.', '_')}-{digits_of(name)}")
        for name in ("auxilia", "con li", "com", "prn-x"):
            self.assertEqual(safe_name_for(name), name)

    def test_become_safe_whatever_they_are(self) -> None:
        for name, beginning in (
            ("-Ann", "Ann-"),
            ("+Bo", "Bo-"),
            ("=cmd|calc", "cmd_calc-"),
            ("a:b", "a_b-"),
            ("..", "unnamed-"),
            ("", "unnamed-"),
            ("ก" * 36, "ก" * 30),
            ("J\udcf6rg", "J\ufffdrg-"),
        ):
            made = made_name_for(name)
            self.assertTrue(is_safe_name(made), made)
            self.assertTrue(made.startswith(beginning), made)
            self.assertTrue(made.endswith(digits_of(name)), made)
        self.assertEqual(made_name_for("Sammy Davis Jr."), "Sammy Davis Jr")
        self.assertEqual(made_name_for("Hans Müller, M.Sc."), "Hans Müller, M.Sc")

    def test_are_one_in_several_spellings(self) -> None:
        one = spelling_of("ada-lovelace")
        for name in ("Ada Lovelace", "Lovelace, Ada", "ADA_LOVELACE", "Ada  Lovelace."):
            self.assertEqual(spelling_of(name), one, name)
        self.assertEqual(spelling_of("Zoe\u0308 K"), spelling_of("ZO\u00cb k"))
        for name in ("Ada Lovelac", "Adalovelace", "Ada", "Ada Lovelace 2", "李", ""):
            self.assertNotEqual(spelling_of(name), one, name)

    def test_consist_of_words_of_any_script(self) -> None:
        self.assertEqual(words_of("Straße 12/b, İ李"), ["strasse", "12", "b", "i\u0307李"])
        self.assertEqual(words_of(" -- "), [])


class ShownNames(unittest.TestCase):
    def test_are_cut_on_a_terminal_between_two_characters(self) -> None:
        self.assertEqual(shown_name("Ann Lee"), "Ann Lee")
        self.assertEqual(shown_name("Eve [2/2] bo"), "Eve (2/2) bo")
        self.assertEqual(shown_name("x" * 48), "x" * 48)
        self.assertEqual(shown_name("x" * 49), "x" * 45 + "...")
        wide, marks, emoji = "李" * 3000, "a" + "\u0301" * 3000, "😀" * 3000
        for name in (wide, marks, emoji, "a\nb\x1b[2J" + wide):
            shown = shown_name(name)
            self.assertLessEqual(display_width(shown), NAME_COLUMNS)
            self.assertLess(len(shown.encode()), 8 * NAME_COLUMNS)
            self.assertEqual(printable(shown), shown)
            self.assertNotIn("\n", shown)
            self.assertTrue(shown.endswith("...") or name == marks)  # which printable drops

    def test_of_paths_are_on_one_line_and_end_no_quotation(self) -> None:
        self.assertEqual(shown_path("a\nb\x7f"), "a?b?")
        self.assertEqual(quoted_path('a b"c\udcff'), '"a\u2423b\u2019c\ufffd"')
        self.assertLessEqual(display_width(shown_path("x" * 3000)), 120)


@needs_hypothesis
class AnyName(unittest.TestCase):
    """As the system gives it: `surrogateescape` of any bytes, or any text."""

    def check(self, promise: Callable[[str], None]) -> None:
        escaped = some.binary(max_size=120).map(lambda name: name.decode(errors="surrogateescape"))
        text = some.text(some.characters(blacklist_categories=["Cs"]), max_size=120)
        given(text | escaped)(example("a\u034f\ufffe\u0301\u0301")(promise))()

    def test_is_plain_once_and_for_all(self) -> None:
        def check(name: str) -> None:
            plain = plain_name(name)
            self.assertEqual(plain_name(plain), plain)
            self.assertEqual(printable(plain), plain)
            self.assertTrue(is_normalized("NFC", plain))
            self.assertNotIn("\n", plain)
            self.assertFalse(has_hidden_characters(plain))

        self.check(check)

    def test_is_one_in_each_composition(self) -> None:
        def check(name: str) -> None:
            self.assertEqual(folded(normalize("NFD", name)), folded(normalize("NFC", name)))
            words = words_of(name)[:2]
            self.assertEqual(spelling_of(", ".join(reversed(words))), spelling_of(" ".join(words)))

        self.check(check)

    def test_becomes_a_safe_file_or_none(self) -> None:
        def check(name: str) -> None:
            for plain in (plain_name(name), plain_name(name * 40)):
                safe = safe_name_for(plain)
                self.assertTrue(safe == "" or is_safe_name(safe))
                self.assertLessEqual(len(safe.encode()), MAX_NAME_BYTES)
                self.assertNotRegex(safe, r"[\x00-\x1f/\\\u202a-\u202e]|^[.=+@-]|[. ]$")
                self.assertEqual(safe_name_for(safe), safe)
                self.assertTrue(is_safe_name(made_name_for(name)))

        self.check(check)

    def test_is_shown_on_one_short_line(self) -> None:
        def check(name: str) -> None:
            for shown in (shown_path(name), quoted_path(name)[1:-1], shown_name(name)):
                self.assertEqual(printable(shown), shown)
                self.assertNotIn("\n", shown)
                self.assertLessEqual(display_width(shown), 120)
            self.assertNotRegex(quoted_path(name)[1:-1], "[ '\"`]")

        self.check(check)

    def test_of_an_entry_says_nothing_wrong(self) -> None:
        def check(name: str) -> None:
            said = hand_in_of(Path("/nowhere") / (name.replace("/", "").replace("\0", "") or "x"))
            self.assertTrue(said.path.name.startswith(said.student) or said.platform)

        self.check(check)


if __name__ == "__main__":
    unittest.main()
