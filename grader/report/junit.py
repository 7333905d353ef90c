#!/usr/bin/env python3
"""JUnit XML in GoogleTest's layout: a test case for each check, with its points as properties.

  junit.py RESULT   prints a test suite for each lab of RESULT, which `gemmlab grade --json` wrote; a lab's verdict
                    and points are properties

A check that was not graded is a skipped case. A lab that did not pass has at least one failed case, or an error if
this machine is at fault. Needs only the standard library.
"""

import json
import sys
from pathlib import Path
from typing import Any, Iterable
from xml.etree import ElementTree as xml

DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'
OUTCOMES = {"failures": "failure", "disabled": "disabled", "skipped": "skipped", "errors": "error"}
Json = dict[str, Any]  # of a result, a lab or a check


def add(parent: xml.Element, tag: str, text: str = "", **attributes: object) -> xml.Element:
    node = xml.SubElement(parent, tag, {key: str(value) for key, value in attributes.items()})
    node.text = text or None
    return node


def add_properties(parent: xml.Element, values: Json, names: Iterable[str]) -> None:
    properties = add(parent, "properties")
    for name in names:
        add(properties, "property", name=name, value=values[name])


def add_outcome(case: xml.Element, outcome: str, text: str, type_: str) -> None:
    add(case, outcome, text, message=text, type=type_)


def add_case(suite: xml.Element, lab: Json, name: str, started_at: str, is_graded: bool = True) -> xml.Element:
    return add(suite, "testcase", name=name, file=lab["source"], status="run",
               result="completed" if is_graded else "skipped", time="0.000", timestamp=started_at,
               classname=lab["slug"])


def add_check(suite: xml.Element, lab: Json, check: Json, started_at: str) -> None:
    status, verdict, message = check["status"], check["verdict"], check["message"]
    case = add_case(suite, lab, check["name"], started_at, status != "not_graded")
    if check["line"]:
        case.set("line", str(check["line"]))
    add_properties(case, check, ("points", "max_points"))
    if status == "failed":
        place = f"{check['source_file'] or lab['source']}:{check['line']}\n" if check["line"] else ""
        add_outcome(case, "failure", f"{place}{verdict}\n{message}", verdict)
    elif status == "not_graded":
        add_outcome(case, "skipped", message, "")


def add_cases(suite: xml.Element, lab: Json, started_at: str) -> None:
    """A case for each of the lab's checks, and one more if none of them explains why it did not pass."""
    for check in lab["checks"]:
        add_check(suite, lab, check, started_at)
    if lab["verdict"] != "PASSED" and all(check["status"] != "failed" for check in lab["checks"]):
        add_outcome(add_case(suite, lab, "verdict", started_at),
                    "error" if lab["infrastructure"] else "failure", lab["verdict"], lab["verdict"])


def set_totals(node: xml.Element, seconds: float, started_at: str) -> None:
    """How many cases there are in the node, and of each outcome."""
    node.set("tests", str(len(list(node.iter("testcase")))))
    for attribute, outcome in OUTCOMES.items():
        node.set(attribute, str(len(list(node.iter(outcome)))))
    node.set("time", f"{seconds:.3f}")
    node.set("timestamp", started_at)


def text_of(node: xml.Element) -> bytes:
    """Indented, in UTF-8."""
    xml.indent(node)
    text: bytes = xml.tostring(node, encoding="utf-8", xml_declaration=False)
    return text + b"\n"


def suites_of(result: Json) -> xml.Element:
    suites = xml.Element("testsuites", name="gemmlab")
    at = result["started_at"]
    for lab, seconds in zip(result["labs"], result["lab_seconds"]):
        suite = add(suites, "testsuite", name=lab["slug"])
        add_properties(suite, lab, ("verdict", "score", "max_score", "not_graded_points"))
        add_cases(suite, lab, at)
        set_totals(suite, seconds, at)
    set_totals(suites, result["seconds"], at)
    return suites


def main() -> None:
    result = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.buffer.write(DECLARATION + text_of(suites_of(result)))


if __name__ == "__main__":
    main()
