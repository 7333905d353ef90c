"""What a student reads in Gradescope of files: there, students can hand in again at once."""

from typing import Any

from course.intake.names import quoted_path
from course.labs import Lab

Json = dict[str, Any]

LISTED = 5  # files in a sentence
NAME_IT = "call it like its lab, such as lab02.cu"

# By the reason for which a file is left out, where an instructor is told something else.
REASONS = {
    "not_a_labs_file": f"it is not called like a lab; if it is yours for one, {NAME_IT}",
    "archive": "an archive, which is not opened: submit the files in it",
    "one_of_several": "one of several files for this lab: submit only the one that counts",
    "unnamed_code": f"it defines matmul, and nothing says for which lab: {NAME_IT}",
    "no_bytes": "it has 0 bytes: save it, and submit it again",
    "code_in_page": f"text from a page, in which code changes: submit it as a file, and {NAME_IT}",
    "code_in_notebook": "a notebook with code of a lab, but not in a cell that begins with "
    f"%%writefile: submit the code as a file, and {NAME_IT}",
    "empty_page": "a page without any text: submit your lab's file itself",
    "document": "a document, from which no code is taken: submit your lab's file itself",
    "picture": "a picture, from which no code is taken: submit your lab's file itself",
    "may_be_answer": "no lab's file: if it is your answer to a lab, submit that lab's file itself",
    "refused": "nothing of it was accepted: submit your files, or an ordinary .zip",
    "empty": "there is no file in it: submit your files again",
    "not_in_folder": "it did not arrive: submit it again",
    "shared_name": "it is not known whose this is: tell your instructor",
    "unclear": "it is not known whose this is: tell your instructor",
    "no_hand_in": f"it is not called like a lab: {NAME_IT}",
    "large": "it is too large for a lab's file: submit only your code",
    "symbolic_link": "a link: submit the file itself",
    "hard_link": "a link: submit the file itself",
}


def reason_of(left_out: Json) -> str:
    """Why a file is left out, and what the student can do."""
    message = left_out["message"].replace("the lab's file", "your lab's file")
    return REASONS.get(left_out["reason"], message.replace("ask for", "submit"))


def refused(problem: str) -> str:
    return f"Your submission was not accepted: {problem}. Submit your files again without that."


def no_file(record: Json, lab: Lab) -> str:
    """Why a lab has no file, and what the student can do: a sentence."""
    if record["problem"]:
        return refused(record["problem"])
    left_out = [each for each in record["left_out"] if each["path"]]
    several = [
        each for each in left_out if each["reason"] == "one_of_several" and each["lab"] == lab.id
    ]
    if several:
        return (
            f"You submitted {len(several)} files that may be for this lab: {_listed(several)}. "
            "Submit only the one that counts."
        )
    wanted = f"You submitted no file for this lab, which needs {lab.path}"
    if not left_out:
        return f"{wanted}."
    return f"{wanted}. What you submitted besides: {_listed(left_out)}."


def _listed(left_out: list[Json]) -> str:
    names = [quoted_path(each["path"]) for each in left_out[:LISTED]]
    return ", ".join(names + ["..."] * (len(left_out) > LISTED))
