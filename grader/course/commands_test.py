"""What the command lines of a class's commands mean, and what is said of wrong ones."""

import unittest
from typing import TypeVar

from course.commands import (
    OPTIONS,
    BatchOptions,
    GradescopeOptions,
    HandoutOptions,
    Help,
    Options,
    OralOptions,
    Shard,
    SimilarOptions,
    read_command_line,
)
from course.errors import UsageError

Kind = TypeVar("Kind", bound=Options)


def parsed(kind: type[Kind], line: str) -> Kind:
    found = read_command_line(line.split())
    assert isinstance(found, kind), found
    return found


def complaint(line: str) -> str:
    try:
        read_command_line(line.split())
    except UsageError as error:
        return str(error)
    return "no complaint"


def help_for(line: str) -> str:
    found = read_command_line(line.split())
    assert isinstance(found, Help), found
    return found.text


class Read(unittest.TestCase):
    def test_batch_has_sensible_defaults(self) -> None:
        options = parsed(BatchOptions, "batch autumn --out o")
        self.assertEqual(options, BatchOptions(folder="autumn", out="o"))
        self.assertEqual((options.backend, options.sandbox, options.seed), ("auto", "full", 1))
        self.assertEqual((options.shard, options.jobs), (Shard(1, 1), 0))
        self.assertFalse(options.dry_run)

    def test_batch_names_several_students_and_leaves_the_folder_alone(self) -> None:
        batch = parsed(BatchOptions, "batch --out o --only ann,ben --only @names autumn --dry-run")
        self.assertEqual(batch.only, ["ann", "ben", "@names"])
        self.assertEqual(batch.folder, "autumn")
        self.assertTrue(batch.dry_run)

    def test_all_options_of_batch_are_taken(self) -> None:
        line = (
            "batch d --out=o --labs 02,03 --only a --dry-run --shard 2/5 --jobs 4 --course c"
            " --roster r --groups g --canvas v --canvas-column t --backend sim --sandbox weak"
            " --seed 0"
        )
        self.assertEqual(
            parsed(BatchOptions, line),
            BatchOptions(
                "d", "o", ["02", "03"], ["a"], True, Shard(2, 5), 4, "c", "r", "g", "v", "t",
                "sim", "weak", 0,
            ),
        )  # fmt: skip

    def test_all_options_of_the_others_are_taken(self) -> None:
        self.assertEqual(
            parsed(GradescopeOptions, "gradescope --out f.zip --labs 02 --course c"),
            GradescopeOptions("f.zip", ["02"], "c"),
        )
        self.assertEqual(
            parsed(GradescopeOptions, "gradescope --grade d --results r --secret s"),
            GradescopeOptions(grade="d", results="r", secret="s"),
        )
        self.assertEqual(
            parsed(HandoutOptions, "handout --with-binaries --out d"),
            HandoutOptions("d", with_binaries=True),
        )
        self.assertEqual(
            parsed(HandoutOptions, "handout --out d --check"), HandoutOptions("d", check=True)
        )
        self.assertEqual(
            parsed(OralOptions, "oral d --labs 02 --only a --jobs 3 --sandbox weak --seed 2"),
            OralOptions("d", ["02"], ["a"], 3, "weak", 2),
        )
        self.assertEqual(parsed(SimilarOptions, "similar --percent 90 d"), SimilarOptions("d", 90))
        self.assertEqual(parsed(SimilarOptions, "similar d").percent, 96)

    def test_a_folder_may_be_named_like_an_option(self) -> None:
        self.assertEqual(parsed(SimilarOptions, "similar -- --out").folder, "--out")

    def test_each_row_of_the_table_has_a_field(self) -> None:
        for name in OPTIONS:
            given = help_for(f"{name} --help").count("\n  -") - 1  # without --help
            positional = help_for(f"{name} --help").count(" TEXT REQUIRED")
            fields = len(OPTIONS[name].__dataclass_fields__)
            self.assertEqual(given + positional, fields, name)


class Refused(unittest.TestCase):
    def refuse(self, line: str, why: str) -> None:
        name = line.split()[0]
        self.assertEqual(complaint(line), f"{why}\nAll options: ./gemmlab {name} --help", line)

    def test_what_is_required_is_missing(self) -> None:
        self.refuse("batch", "DIR is required")
        self.refuse("batch d", "--out is required")
        self.refuse("similar", "DIR is required")
        self.refuse("handout --check", "--out is required")

    def test_a_value_is_missing(self) -> None:
        self.refuse("batch d --out", "--out: 1 required OUT missing")
        self.refuse("batch d --out --dry-run", "--out: 1 required OUT missing")
        self.refuse("batch d --out o --labs ,", "--labs: 1 required LAB,... missing")

    def test_a_value_is_given_twice(self) -> None:
        self.refuse("batch d --out a --out b", "--out: At Most 1 required but received 2")

    def test_nobody_knows_it(self) -> None:
        unexpected = "The following argument was not expected"
        self.refuse("batch d --out o --pdf", f"{unexpected}: --pdf")
        self.refuse("batch d e --out o", f"{unexpected}: e")
        self.refuse("handout --out x y", f"{unexpected}: y")
        self.refuse(
            "batch d --out o --lab 02", "The following arguments were not expected: --lab 02"
        )
        self.refuse("batch d --o x", "--out is required")  # no option is guessed

    def test_one_of_few_words_is_asked_for(self) -> None:
        self.refuse("batch d --out o --backend opencl", "--backend: opencl not in {auto,sim,cuda}")
        self.refuse("batch d --out o --sandbox no", "--sandbox: no not in {full,weak}")
        self.refuse("handout --out x --ai yes", "--ai: yes not in {tutor,open,none}")

    def test_a_number_is_out_of_range(self) -> None:
        for text in ("0", "257", "x", "1.5", "٣"):
            self.refuse(
                f"batch d --out o --jobs {text}", f"--jobs: Value {text} not in range 1 to 256"
            )
        self.refuse("similar d --percent 101", "--percent: Value 101 not in range 1 to 100")

    def test_options_exclude_each_other_in_either_order(self) -> None:
        for line in ("--check --with-binaries", "--with-binaries --check"):
            self.refuse(f"handout --out x {line}", "--check excludes --with-binaries")
        self.refuse("handout --out x --check --ai tutor", "--check excludes --ai")
        self.refuse("gradescope --grade d --out x", "--out excludes --grade")

    def test_an_option_needs_another_one(self) -> None:
        self.refuse("gradescope --results x", "--results requires --grade")
        self.refuse("gradescope --secret x", "--secret requires --grade")

    def test_a_seed_is_a_whole_number(self) -> None:
        for text in ("-1", "x", "1.0", "+1", str(2**64)):
            self.assertEqual(
                complaint(f"batch d --out o --seed {text}"),
                f"--seed needs a whole number of at least 0, not '{text}'.",
            )
        line = f"batch d --out o --seed {2**64 - 1}"
        self.assertEqual(parsed(BatchOptions, line).seed, 2**64 - 1)

    def test_a_shard_is_one_of_so_many(self) -> None:
        for text in ("", "1", "3/2", "0/2", "1/2/3", "a/b", "1/", "1 /2"):
            with self.assertRaisesRegex(UsageError, "--shard needs I/N with I from 1 to N"):
                read_command_line(["batch", "d", "--out", "o", "--shard", text])

    def test_it_is_no_command_of_a_class(self) -> None:
        self.assertIn("There is no command 'grade'.\n", complaint("grade 02"))
        self.assertIn("There is no command ''.\n", complaint(""))


class Helped(unittest.TestCase):
    def test_help_is_an_answer_and_not_an_error(self) -> None:
        for line in ("batch --help", "batch -h", "help batch", "batch --jobs 4 --help"):
            self.assertIn("docs/instructors.md", help_for(line))
        self.assertEqual(
            help_for("handout --help"),
            "Write the files for a class, without solutions\n"
            "Usage: ./gemmlab handout [OPTIONS]\n\n"
            "Options:\n"
            "  -h,--help                   Print this help message and exit\n"
            "  --out DIR REQUIRED          A new folder\n"
            "  --labs LAB,... ...          Only these, such as 01-09; default: the course, nothing"
            " beyond it\n"
            "  --check Excludes: --with-binaries --ai\n"
            "                              Instead: examine that folder for what students must not"
            " see\n"
            "  --with-binaries Excludes: --check\n"
            "                              Also the compiled tool, for machines like this one\n"
            "  --ai RULES Excludes: --check\n"
            "                              Also AGENTS.md, with what AI assistants may do: tutor,"
            " open or none\n\n",
        )

    def test_help_says_what_a_row_shares_with_the_first_of_its_name(self) -> None:
        self.assertIn(
            "  --backend B                 auto, sim or cuda; default: auto\n",
            help_for("batch --help"),
        )
        self.assertIn("Usage: ./gemmlab similar [OPTIONS] DIR\n", help_for("similar --help"))


if __name__ == "__main__":
    unittest.main()
