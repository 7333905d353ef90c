"""What is said of mistakes in course.toml, and where."""

import re
import tempfile
import unittest
from pathlib import Path

from course.errors import UsageError
from course.rules.policy import read_policy
from course.rules.sample_course import LABS, error_in, policy_in

# What is in the file, and how the error begins that it causes.
WRONG = [
    (
        "\n[labs.02]\nweigth = 1\n",
        "course.toml:3: labs.02.weigth: unknown key. Did you mean 'weight'?",
    ),
    ("late_rules = 1\n", "course.toml:1: late_rules: unknown key."),
    ("[labs.02]\nweight = -1\n", "course.toml:2: labs.02.weight: must be a number from 0 to 1000"),
    ("[labs.02]\nweight = nan\n", "course.toml:2: labs.02.weight: must be a number from 0"),
    ("[labs.02]\nweight = true\n", "course.toml:2: labs.02.weight: must be a number from 0"),
    ('[labs.02]\nweight = "2"\n', "course.toml:2: labs.02.weight: must be a number from 0"),
    ("[labs.12]\nweight = 1\n", "course.toml:1: labs.12: there is no lab '12'"),
    (
        "[labs.02_naive_kernl]\n",
        "course.toml:1: labs.02_naive_kernl: there is no lab '02_naive_kernl'. Did you mean "
        "'02_naive_kernel'? The labs: 01_cpu_loop, 02_naive_kernel, 03_tiled_kernel",
    ),
    (
        "[labs.02]\n[labs.naive_kernel]\n",
        "course.toml:2: labs.naive_kernel: the lab already has course.toml:1: labs.02",
    ),
    ('[course]\nlabs = ["02"]\n[labs.03]\n', "course.toml:3: labs.03: this lab is not in"),
    ('[course]\nlabs = ["02", "2"]\n', "course.toml:2: course.labs: lab '2' is named twice"),
    ("[course]\nlabs = []\n", "course.toml:2: course.labs: must name at least one lab"),
    ("[course]\nlabs = [2]\n", "course.toml:2: course.labs: must be text in quotes"),
    ('[course]\nlabs = "02"\n', "course.toml:2: course.labs: must be a list of labs"),
    (
        "[labs]\n01.weight = 0\n02.weight = 0\n03.weight = 0\n",
        "course.toml:1: labs: the weights of all labs are 0",
    ),
    (
        '[labs.02]\ndue = "2026-01-31"\n',
        "course.toml:2: labs.02.due: must be a date and time without quotes",
    ),
    ("[labs.02]\ndue = 2026-01-31\n", "course.toml:2: labs.02.due: must be a date and time"),
    ("[labs.02]\ndue = 2026-02-30T12:00:00Z\n", "course.toml:2: this is not valid TOML: "),
    (
        '[course]\ntimezone = "Europe/Nowhere"\n',
        "course.toml:2: course.timezone: this machine knows no such time zone",
    ),
    (
        '[course]\ntimezone = "../zoneinfo/UTC"\n',
        "course.toml:2: course.timezone: this machine knows no such time zone",
    ),
    (
        '[course]\ntimezone = "Europe"\n',
        "course.toml:2: course.timezone: this machine knows no such time zone",
    ),
    ("[late]\nmax_days = 1.5\n", "course.toml:2: late.max_days: must be a whole number of days"),
    (
        "[late]\nper_day_percent = 101\n",
        "course.toml:2: late.per_day_percent: must be a number from 0 to 100",
    ),
    (
        "[late]\ngrace_minutes = -1\n",
        "course.toml:2: late.grace_minutes: must be a number of minutes",
    ),
    (
        "[late]\nper_day_percent = 1\nper_hour_percent = 1\n",
        "course.toml:3: late.per_hour_percent: there is per_day_percent too",
    ),
    ('[late]\ncount = "first"\n', "course.toml:2: late.count: must be one of best, last"),
    (
        "[course]\ndrop_lowest = 3\n",
        "course.toml:2: course.drop_lowest: only 3 of the labs count, and one has to be left: at "
        "most 2",
    ),
    (
        '[course]\nlabs = ["02", "03"]\ndrop_lowest = 1\n[labs]\n02.weight = 0\n',
        "course.toml:3: course.drop_lowest: only 1 of the labs count, and one has to be left: at "
        "most 0",
    ),
    (
        "[course]\ndrop_lowest = -1\n",
        "course.toml:2: course.drop_lowest: must be a number of labs from 0 to 99",
    ),
    (
        "[points]\nvalues = 40\n",
        "course.toml:1: points: values, evidence and speed (40, 20 and 20) must be 100 together, "
        "not 80",
    ),
    ("[points]\nspeed = 0.5\n", "course.toml:2: points.speed: must be a whole number of points"),
    (
        "[points]\nmisses_the_point_percent = 101\n",
        "course.toml:2: points.misses_the_point_percent: must be a number from 0 to 100",
    ),
    (
        '[extensions."Mia Nguyen"]\n02 = "3"\n',
        'course.toml:2: extensions."Mia Nguyen".02: must be a number of days',
    ),
    (
        '[labs]\n"Mia Nguyen" = 3\n',
        "course.toml:2: labs.\"Mia Nguyen\": there is no lab 'Mia Nguyen'.",
    ),
    (
        '[adjustments]\n"Mia Nguyen" = 3\n',
        'course.toml:2: adjustments."Mia Nguyen": must be a table; write '
        '[adjustments."Mia Nguyen"]',
    ),
    (
        "[extensions]\nMia Nguyen.02 = 3\n",
        "course.toml:2: this is not valid TOML: Expected '=' after a key in a key/value pair. A "
        'name with blanks or other signs needs quotes: "Mia Nguyen".02',
    ),
    (
        "[extensions]\nŁukasz = 3\n",
        "course.toml:2: this is not valid TOML: Invalid statement. A name with blanks or other "
        'signs needs quotes: "Łukasz"',
    ),
    (
        '[checked]\nann.02 = { reason = "it is right", by = "Ina" }\n',
        "course.toml:2: checked.ann.02: needs both or neither: by",
    ),
    (
        '[checked]\nann = { reason = "it is right" }\n',
        "course.toml:2: checked.ann: needs what the student will read, who looked and when",
    ),
    (
        '[adjustments]\nann = { points = 1, reason = "a", by = "Ina", on = "2026" }\n',
        "course.toml:2: adjustments.ann.on: must be a date without quotes",
    ),
    (
        '[extensions]\nann = "3"\n',
        "course.toml:2: extensions.ann: must be a number of days from 0 to 3660",
    ),
    ("[extensions]\nann.12 = 3\n", "course.toml:2: extensions.ann.12: there is no lab '12'"),
    (
        "[extensions]\nann.02 = 3\nann.naive_kernel = 3\n",
        "course.toml:3: extensions.ann.naive_kernel: the lab already has course.toml:2: "
        "extensions.ann.02",
    ),
    ('[excused]\nann = "02"\n', "course.toml:2: excused.ann: must be a list of labs"),
    ('[excused]\nann = ["all"]\n', "course.toml:2: excused.ann: there is no lab 'all'"),
    ('[checked]\nann = ["12"]\n', "course.toml:2: checked.ann: there is no lab '12'"),
    ("[adjustments]\nann = -5\n", "course.toml:2: adjustments.ann: must be a table"),
    (
        "[adjustments]\nann = { points = -5 }\n",
        "course.toml:2: adjustments.ann: needs points and a reason",
    ),
    (
        '[adjustments]\nann = { points = -5, reason = " " }\n',
        "course.toml:2: adjustments.ann: needs points and a reason",
    ),
    (
        "[adjustments]\nann.02 = { point = -5 }\n",
        "course.toml:2: adjustments.ann.02.point: unknown key. Did you mean 'points'?",
    ),
    (
        '[allow]\nheaders = ["../x.h"]\n',
        "course.toml:2: allow.headers: must be a list of headers",
    ),
    (
        '[allow]\nheaders = ["/etc/shadow"]\n',
        "course.toml:2: allow.headers: must be a list of headers",
    ),
    (
        '[allow]\nsymbols = [\n"a b"]\n',
        "course.toml:3: allow.symbols: must be a list of symbols",
    ),
    (
        '[allow]\nsymbols = [\n  "a",  # ]\n\n  "b",\n  "c d",\n  "e",\n]\n',
        "course.toml:6: allow.symbols: must be a list of symbols",
    ),
    (
        'allow = { symbols = ["a",\n"b c"\n] }\n',
        "course.toml:2: allow.symbols: must be a list of symbols",
    ),
    (
        '[show]\nchecks = "visble"\n',
        "course.toml:2: show.checks: must be one of visible, after_due_date, after_published, "
        "hidden. Did you mean 'visible'?",
    ),
    ("[show]\ncheck = 1\n", "course.toml:2: show.check: unknown key. Did you mean 'checks'?"),
    ('"a\\u001b[2Jb" = 1\n', 'course.toml:1: "a\\u001b[2Jb": unknown key.'),
    ("title = 1\n", "course.toml:1: title: must be text in quotes"),
    ("late = 1\n", "course.toml:1: late: must be a table; write [late]"),
    ('title = """\n[late]\nmax_days = 1\n"""\r\n\r\nlate = 1\r\n', "course.toml:6: late: must be"),
    ("a = 1\n[late\n", "course.toml:2: this is not valid TOML: Expected ']'"),
    (
        "a = 1\ntitle = '''\n\nlate = 1\n",
        "course.toml:2: this is not valid TOML: Expected \"'''\"",
    ),
    (
        "\nx = " + "[" * 3000 + "]" * 3000 + "\n[late]\n",
        "course.toml:2: this is not valid TOML: Lists or tables are too deep in one another",
    ),
    (
        "\nx = [\n" + "[" * 3000 + "]" * 3000 + "]\n",
        "course.toml:3: this is not valid TOML: Lists or tables are too deep in one another",
    ),
    (
        "\nx = " + "{a = " * 3000 + "1" + "}" * 3000 + "\n",
        "course.toml:2: this is not valid TOML: Lists or tables are too deep in one another",
    ),
    ("\n" + "a." * 3000 + "b = 1\n", "course.toml:2: a: unknown key"),
    (
        "[late]\n\nmax_days = " + "9" * 5000 + "\n",
        "course.toml:3: this is not valid TOML: A number has too many digits",
    ),
    (
        "[late]\nmax_days = 0x" + "f" * 5000 + "\n",
        "course.toml:2: late.max_days: must be a number of days from 0 to 3660",
    ),
    (
        "[late]\nmax_days = " + "9" * 5000 + ".0\n",
        "course.toml:2: late.max_days: must be a number of days from 0 to 3660",
    ),
    ('title = "', "course.toml:1: this is not valid TOML: Unterminated string"),
]


class Mistakes(unittest.TestCase):
    def test_tells_file_line_and_key_of_what_is_wrong(self) -> None:
        for text, message in WRONG:
            with self.subTest(text):
                said = error_in(text)
                # The file's whole path may come within the message too.
                said = re.sub(r"/\S*/course\.toml", "course.toml", said)
                self.assertEqual(said[: len(message)], message)
                self.assertNotIn("\x1b", said)

    def test_names_both_lines_of_what_is_there_twice(self) -> None:
        for text in [
            '[adjustments]\nann = { points = -5, reason = "a" }\n\nann = { points = 1 }\n',
            "[extensions]\nben = 1\nann = 1\nann.02 = 3\n",
            "[labs.01]\n[labs.02]\nweight = 1\n[labs.02]\n",
            "[labs.01]\nweight = 1\n\nweight = [\n1,\n2\n]\n",
        ]:
            with self.subTest(text):
                self.assertRegex(
                    error_in(text),
                    r"^course\.toml:4: this is not valid TOML: Cannot .*\. "
                    r"It is in line [23] too: keep one$",
                )

    def test_is_text_in_utf_8_perhaps_with_a_mark(self) -> None:
        self.assertEqual(policy_in('\ufefftitle = "Übung"\n').title, "Übung")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "course.toml"
            file.write_bytes("[show]\n# Übung\n".encode("latin-1"))
            with self.assertRaisesRegex(UsageError, "course.toml:2: this is not valid TOML: "):
                read_policy(file, LABS)


if __name__ == "__main__":
    unittest.main()
