"""junit.xml: each check of each student, from the results of a class."""

import json
from xml.etree import ElementTree as xml

from words import printable

OUTCOMES = {"failures": "failure", "disabled": "disabled", "skipped": "skipped", "errors": "error"}


def add(parent, tag, text="", **attributes):
    node = xml.SubElement(parent, tag, {key: printable(str(value)) for key, value in attributes.items()})
    node.text = printable(text) or None
    return node


def add_case(suite, lab, name, started_at, is_graded=True):
    return add(suite, "testcase", name=name, file=lab["source"], status="run", time="0.000",
               result="completed" if is_graded else "skipped", timestamp=started_at, classname=lab["slug"])


def add_check(suite, lab, check, started_at):
    status, verdict, message = check["status"], check["verdict"], check["message"]
    case = add_case(suite, lab, check["name"], started_at, status != "not_graded")
    if check["line"]:
        case.set("line", str(check["line"]))
    properties = add(case, "properties")
    for name in ("points", "max_points"):
        add(properties, "property", name=name, value=check[name])
    if status == "failed":
        place = f"{check['source_file'] or lab['source']}:{check['line']}\n" if check["line"] else ""
        text = f"{place}{verdict}\n{message}"
        add(case, "failure", text, message=text, type=verdict)
    elif status == "not_graded":
        add(case, "skipped", message, message=message, type="")


def suite_of(record):
    """A student's. A refused submission is a failed case, and what failed on our side is an error."""
    result = record["result"]
    at = result["started_at"]
    suite = xml.Element("testsuite", name=printable(record["student"]))
    why = record["infrastructure"] or record["problem"]
    if why:
        case = add_case(suite, {"source": "", "slug": "submission"}, "submission", at)
        is_ours = bool(record["infrastructure"])
        add(case, "error" if is_ours else "failure", why, message=why,
            type="INFRASTRUCTURE" if is_ours else "REFUSED")
    for lab in result["labs"]:
        for check in lab["checks"]:
            add_check(suite, lab, check, at)
        if lab["verdict"] != "PASSED" and all(check["status"] != "failed" for check in lab["checks"]):
            add(add_case(suite, lab, "verdict", at), "error" if lab["infrastructure"] else "failure",
                lab["verdict"], message=lab["verdict"], type=lab["verdict"])
    suite.set("tests", str(len(suite)))
    for attribute, outcome in OUTCOMES.items():
        suite.set(attribute, str(len(suite.findall(f"testcase/{outcome}"))))
    suite.set("time", f"{record['seconds']:.3f}")
    suite.set("timestamp", at)
    return suite


def write_junit(file, results):
    """`results`: paths of the students' files, which are read one at a time."""
    file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="gemmlab">\n')
    for path in results:
        suite = suite_of(json.loads(path.read_text(encoding="utf-8")))
        xml.indent(suite)
        file.write(xml.tostring(suite, encoding="utf-8", xml_declaration=False) + b"\n")
    file.write(b"</testsuites>\n")
