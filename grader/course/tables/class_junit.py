"""junit.xml: each check of each student, from the results of a class."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree as xml

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "report"))
from junit import DECLARATION, add_case, add_cases, add_outcome, set_totals, text_of  # noqa: E402


def suite_of(record):
    """A student's. A refused submission is a failed case, and what failed on our side is an error."""
    result = record["result"]
    at = result["started_at"]
    suite = xml.Element("testsuite", name=record["student"])
    if record["infrastructure"] or record["problem"]:
        case = add_case(suite, {"source": "", "slug": "submission"}, "submission", at)
        if record["infrastructure"]:
            add_outcome(case, "error", record["infrastructure"], "INFRASTRUCTURE")
        else:
            add_outcome(case, "failure", record["problem"], "REFUSED")
    for lab in result["labs"]:
        add_cases(suite, lab, at)
    set_totals(suite, record["seconds"], at)
    return suite


def write_junit(file, results):
    """`results`: paths of the students' files, which are read one at a time."""
    file.write(DECLARATION + b'<testsuites name="gemmlab">\n')
    for path in results:
        file.write(text_of(suite_of(json.loads(path.read_text(encoding="utf-8")))))
    file.write(b"</testsuites>\n")
