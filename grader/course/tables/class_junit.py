"""junit.xml: each check of each student, from the results of a class."""

from collections.abc import Iterable
from typing import BinaryIO
from xml.etree import ElementTree as xml

from report.junit import DECLARATION, add_case, add_cases, add_outcome, set_totals, text_of

from course.records import Record
from course.unrun import without_unrun


def suite_of(record: Record) -> xml.Element:
    """A student's. A refused submission is a failed case, and what failed on our side an error."""
    at = record.result["started_at"]
    suite = xml.Element("testsuite", name=record.student)
    if record.infrastructure or record.problem:
        case = add_case(suite, {"source": "", "slug": "submission"}, "submission", at)
        if record.infrastructure:
            add_outcome(case, "error", record.infrastructure, "INFRASTRUCTURE")
        else:
            add_outcome(case, "failure", record.problem, "REFUSED")
    for lab in record.result["labs"]:
        add_cases(suite, {**lab, "checks": without_unrun(lab["checks"])}, at)
    set_totals(suite, record.seconds, at)
    return suite


def write_junit(file: BinaryIO, records: Iterable[Record]) -> None:
    """One student at a time: all records together take too much memory."""
    file.write(DECLARATION + b'<testsuites name="gemmlab">\n')
    for record in records:
        file.write(text_of(suite_of(record)))
    file.write(b"</testsuites>\n")
