#!/usr/bin/env python3
"""result_schema_test.py ROOT GEMMLAB-CLI: the schema and the page of the result file say the same as the code.

The tests `mutants` compare the result of each kernel of the corpus with the schema.
"""

import copy
import functools
import json
import operator
import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import result_schema  # noqa: E402

ROOT, CLI = Path(sys.argv[1]), sys.argv[2]
SCHEMA = json.loads(result_schema.SCHEMA.read_text())
NAMES = SCHEMA["definitions"]
PAGE = (ROOT / "docs/result_file.md").read_text()
WRONG_IN = result_schema.checker()
SAMPLES = """
import json
from course.sample_results import (
    LABS, failed_lab, lab_without_file, passed_lab, sample_record, ungradable_lab)
labs = [passed_lab(), failed_lab(), ungradable_lab(LABS[0]), lab_without_file(LABS[1], "there is no file")]
print(json.dumps(sample_record("ann", *labs).result))
"""


def example():
    """The page's, a result with a failed lab."""
    return json.loads(re.search(r"^```json\n(.*?)^```", PAGE, re.M | re.S)[1])


def samples():
    """Of the tests of a class; their checksums stand for others."""
    made = subprocess.run([sys.executable, "-B", "-c", SAMPLES], cwd=ROOT / "grader", stdout=subprocess.PIPE,
                          check=True)
    result = json.loads(made.stdout)
    for lab in result["labs"]:
        lab["source_sha256"] = "0" * 64 if lab["source"] else ""
    return result


def code(header):
    return re.sub(r"//.*", "", (ROOT / header).read_text())


def in_json(name):
    """k_tail_missing for KTailMissing, as lower_case_name in names.h."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def listed(header, name):
    """The closed list of that name in a header, as JSON has it."""
    text = code(header)
    if structs := re.search(rf"struct {name}\s*:\s*OneOf<([^>]*)>", text):
        return [in_json(word) for word in re.findall(r"\w+", structs[1])]
    found = re.search(rf"GEMMLAB_(ENUM|ENUM_OR_NONE|NAMES_IN|JSON)\(\s*{name},([^)]*)\)", text)
    if found[1] == "NAMES_IN":
        return "".join(re.findall(r'"(.*?)"', found[2])).split(", ")
    words = re.findall(r"\w+", found[2])
    return [""] * (found[1] == "ENUM_OR_NONE") + words


def objects(part, place="the whole"):
    """The parts of the schema that are about objects with named fields."""
    if isinstance(part, dict):
        if isinstance(part.get("properties"), dict) and "type" in part:
            yield place, part
        for name, below in part.items():
            yield from objects(below, f"{place}.{name}")


def at(result, path):
    return functools.reduce(operator.getitem, path, result)


def without(result, path):
    """A copy without that field."""
    broken = copy.deepcopy(result)
    del at(broken, path[:-1])[path[-1]]
    return broken


def with_value(result, path, value):
    broken = copy.deepcopy(result)
    at(broken, path[:-1])[path[-1]] = value
    return broken


class Lists(unittest.TestCase):
    def assert_list(self, in_schema, wanted):
        self.assertEqual(in_schema["enum"], wanted)

    def test_verdicts_and_causes_are_the_tools(self):
        facts = json.loads(subprocess.run([CLI, "upkeep", "--json", "-"], stdout=subprocess.PIPE, check=True).stdout)
        self.assert_list(NAMES["verdict"], facts["verdicts"])
        self.assert_list(NAMES["cause_name"], facts["diagnoses"])

    def test_names_are_the_codes(self):
        check, speed = NAMES["check"]["properties"], NAMES["speed_or_null"]["properties"]
        for in_schema, header, name in (
                (check["kind"], "check.h", "CheckKind"),
                (check["status"], "check.h", "Status"),
                (check["outcome"], "check.h", "CheckOutcome"),
                (check["reason"], "check.h", "Reason"),
                (NAMES["change"]["properties"]["kind"], "check.h", "ChangeKind"),
                (NAMES["tell"]["properties"]["kind"], "tell.h", "TellKind"),
                (speed["outcome"], "fact.h", "SpeedOutcome")):
            with self.subTest(name):
                self.assert_list(in_schema, listed(f"grader/core/facts/{header}", name))
        self.assert_list(SCHEMA["properties"]["backend"], listed("grader/core/labs.h", "BackendsUsed"))
        self.assert_list(NAMES["error_map_or_null"]["properties"]["input"],
                         listed("grader/core/spec.h", "InputKind"))
        self.assert_list(NAMES["model_or_null"]["properties"]["bound_by"],
                         [*listed("common/model/roofline.h", "model::Bound"), None])

    def test_facts_are_the_codes(self):
        facts = listed("grader/core/facts/fact.h", "Fact")
        own_names = {"api_error": "failed_call"}  # ApiError::kName
        self.assert_list(NAMES["fact_name"], [own_names.get(fact, fact) for fact in facts])
        self.assert_list(NAMES["failed_call_or_null"]["properties"]["cause"]["properties"]["name"],
                         listed("common/facts/run_report.h", "ApiCause"))
        remarks = re.search(r"using Remark = std::variant<(.*?)>", code("grader/core/facts/advice.h"), re.S)[1]
        self.assert_list(NAMES["advice"]["properties"]["cause"]["properties"]["name"],
                         [in_json(name) for name in re.findall(r"\w+", remarks)
                          if name not in ("LoadedOften", "MergedByCompiler")])  # they give no advice

    def test_its_number_is_the_tools(self):
        self.assertIn(f'kResultSchema = "{SCHEMA["properties"]["schema"]["const"]}"', code("grader/report/json.h"))

    def test_a_field_is_neither_optional_nor_unknown(self):
        """Apart from those of a fact or a cause, which depend on its name."""
        seen = 0
        for place, part in objects(SCHEMA):
            is_open = list(part["properties"]) == ["name"]
            self.assertEqual(part["required"], list(part["properties"]), place)
            self.assertEqual(part.get("additionalProperties"), None if is_open else False, place)
            seen += 1
        self.assertGreater(seen, 20)


class Page(unittest.TestCase):
    def test_every_field_and_every_name_that_decides_is_explained(self):
        words = {name for _, part in objects(SCHEMA) for name in part["properties"]}
        for part in (NAMES["verdict"], NAMES["check"]["properties"]["kind"], NAMES["check"]["properties"]["status"],
                     NAMES["check"]["properties"]["outcome"], NAMES["check"]["properties"]["reason"],
                     NAMES["speed_or_null"]["properties"]["outcome"], SCHEMA["properties"]["backend"]):
            words.update(part["enum"])
        words.remove("")
        explained = re.sub(r"^```.*?^```", "", PAGE, flags=re.M | re.S)
        self.assertEqual([word for word in sorted(words) if f"`{word}`" not in explained], [])

    def test_what_the_doors_read_is_as_in_their_code(self):
        header = "grader/doors/judge_door.h"
        lines = [json.loads(line[2:]) for line in re.findall(r"^> .*\}$", PAGE, re.M) if "..." not in line]
        setups, requests = ([list(line) for line in lines if key in line] for key in ("jobs", "file"))
        self.assertEqual(setups, [listed(header, "JudgeSetup")])
        self.assertEqual(requests, [listed(header, "JudgeRequest")] * 2)
        part = PAGE[PAGE.index("### Show"):]
        keys = re.findall(r'(?:at|member|members)(?:<[^(]*>)?\((?:request, )?"(\w+)"\)',
                          code("grader/doors/show_door.cpp"))
        self.assertGreater(len(keys), 5)
        self.assertEqual([key for key in keys if f"`{key}`" not in part], [])


@unittest.skipUnless(WRONG_IN, result_schema.NOT_CHECKED)
class Results(unittest.TestCase):
    def assert_values_are_wrong(self, cases):
        """Each where it is."""
        for path, value in cases:
            with self.subTest(path=path):
                place = re.sub(r"\.(\d+)", r"[\1]", ".".join(map(str, path)))
                self.assertRegex(WRONG_IN(with_value(example(), path, value)), f"^{re.escape(place)}: ")

    def test_samples_and_the_pages_example_are_right(self):
        for result in (example(), samples(), {**example(), "labs": [], "lab_seconds": [], "seconds": 0}):
            self.assertEqual(WRONG_IN(result), "")

    def test_unknown_names_are_wrong(self):
        check = ("labs", 0, "checks", 0)
        self.assert_values_are_wrong((
            (("schema",), "gemmlab.result/3"),
            (("backend",), "gpu"),
            (("labs", 0, "verdict"), "RAEC"),
            ((*check, "verdict"), ""),
            ((*check, "reason"), "none"),
            ((*check, "diagnosis"), "k_tail"),
            ((*check, "cause", "name"), "k_tail"),
            ((*check, "fact"), {"wrong": 3}),
            ((*check, "fact", "name"), "right_values"),
            ((*check, "error_map", "input"), "uniform"),
        ))

    def test_other_types_are_wrong(self):
        check = ("labs", 0, "checks", 0)
        self.assert_values_are_wrong((
            (("seed",), -1),
            (("labs", 0, "score"), 12.5),
            (("labs", 0, "score"), None),
            (("labs", 0, "source_sha256"), "ab02"),
            (("labs", 0, "checks"), []),
            ((*check, "shape"), [5, 4]),
            ((*check, "error_map", "first", 0, "expected"), None),
            ((*check, "error_map", "first", 0, "got"), "much"),
            (("labs", 0, "speed", "ratio"), "fast"),
        ))

    def test_infinity_and_nan_are_words(self):
        path = ("labs", 0, "checks", 0, "error_map", "first", 0, "got")
        for value in ("inf", "-inf", "nan", None):
            self.assertEqual(WRONG_IN(with_value(example(), path, value)), "")

    def test_missing_and_unknown_fields_are_wrong(self):
        right = example()
        for path in ((), ("labs", 0), ("labs", 0, "checks", 0), ("labs", 0, "checks", 0, "places", 0),
                     ("labs", 0, "checks", 0, "error_map"), ("labs", 0, "speed")):
            for field in at(right, path):
                self.assertIn(f"'{field}' is a required property", WRONG_IN(without(right, (*path, field))))
            self.assertIn("'more' was unexpected", WRONG_IN(with_value(right, (*path, "more"), 1)))

    def test_a_fact_may_have_more_to_tell(self):
        self.assertEqual(WRONG_IN(with_value(example(), ("labs", 0, "checks", 0, "fact", "more"), 1)), "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
