"""What Markdown pages say and refer to: sections, steps, files, headings and our commands; and the
files for editors and containers, in .vscode/ and .devcontainer/."""

import json
import os
import re

import markdown
from course import HERE, problem, table_rows

SECTIONS = ["Goal", "Idea", "Steps", "Hints", "Measure", "Why"]
SECTIONS_OF_STAIRCASE = ["Goal", "Idea", "Steps", "Hints", "Check yourself"]
FILE = re.compile(r"(\.ci|\.devcontainer|\.vscode|common|docs|grader|labs|solutions)(/[\w.-]+)+/?",
                  re.ASCII)
TOOL = re.compile(r"\./gemmlab(?![^ ])")  # else it is a file of that name
END_OF_COMMAND = re.compile(r"(  |#|;|\||&|\)).*")
TEXT_OR_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)


def labs_with(course, *files):
    """Those that have these files: files.check_files reports the others."""
    return [lab for lab in course.labs if all(course.has(getattr(lab, file)) for file in files)]


def check_sections(course):
    """A lab's page has the standard sections, in order."""
    for lab in labs_with(course, "page"):
        found = [each.text for each in markdown.headings(course.text(lab.page)) if each.level == 2]
        wanted = SECTIONS_OF_STAIRCASE if lab.staircase else SECTIONS
        if found != wanted:
            yield problem(lab.page, "sections", ", ".join(wanted), ", ".join(found))


def check_steps(course):
    """Each step of a solution has a heading below Steps and below Hints, in order and with a hint."""
    for lab in labs_with(course, "page", "solution"):
        steps = [step for other in labs_with(course, "solution") if other.page == lab.page
                 for step in course.facts.solutions[other.slug]["steps"]]
        headings = markdown.headings(course.text(lab.page))
        for section in ("Steps", "Hints"):
            described = markdown.steps_below(section, headings)
            if described != steps:
                yield problem(lab.page, "steps", section, ", ".join(steps), ", ".join(described))
        in_hints = False
        for heading in headings:
            in_hints = heading.text == "Hints" if heading.level == 2 else in_hints
            if in_hints and heading.level == 3 and heading.items == 0:
                yield problem(lab.page, "no_hints", heading.text)


def target_of(page, link):
    """The file that a link of a page leads to, relative to the root, and the heading in it."""
    path, _, anchor = link.partition("#")
    if not path:
        return str(page), anchor
    target = os.path.normpath(page.parent / path)
    return target + "/" * path.endswith("/"), anchor


def check_links(course):
    """Links lead to existing files and headings, and so do paths in code spans."""
    of_labs = {str(file) for lab in course.labs  # files.check_files reports missing ones
               for file in (lab.skeleton, lab.solution, lab.page)}
    for page in course.files(".md"):
        text = course.text(page)
        for line, link in markdown.links(text):
            if "://" in link or link.startswith("mailto:"):
                continue
            file, anchor = target_of(page, link)
            exists = (course.root / file).exists()
            if not exists and file not in of_labs:
                yield problem(page, "dead_link", line, file)
            elif exists and anchor and anchor not in markdown.anchors(course.text(file)):
                yield problem(page, "dead_anchor", line, file, anchor)
        for line, code in markdown.code(text):
            # NN_name and similar are placeholders.
            is_path = FILE.fullmatch(code) and "NN_" not in code
            if is_path and code not in of_labs and not (course.root / code).exists():
                yield problem(page, "dead_path", line, code)


def command_line():
    """The commands and their options: {"grade": {"--shape", ...}}."""
    commands = {}
    for command, option, *_ in table_rows(HERE.parent / "cli/options.table", "command", "option",
                                          "value", "rules", "help"):
        commands.setdefault(command, {"--help"}).add(option)
    return commands


def words_of(command):
    """Up to a comment or the next shell operator."""
    return END_OF_COMMAND.sub("", command).split()


def complaint_about(words, commands):
    """What is wrong with the words after ./gemmlab; empty if nothing is."""
    if not words or words[0].startswith("-"):
        return ""
    if words[0] not in commands:
        return f"there is no command {words[0]}"
    for word in words:
        option = word.partition("=")[0]
        if option.startswith("--") and words[0] != "test" and option not in commands[words[0]]:
            return f"{words[0]} has no option {option}"
    return ""


def check_commands(course):
    """Calls of ./gemmlab in pages use only existing commands and options."""
    commands = command_line()
    for page in course.files(".md"):
        for line, code in markdown.code(course.text(page)):
            for call in TOOL.finditer(code):
                complaint = complaint_about(words_of(code[call.end():]), commands)
                if complaint:
                    yield problem(page, "command", line, complaint)


def called_in(value):
    """The words after ./gemmlab of each command in JSON: ["grade", "${fileDirnameBasename}"]."""
    for part in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from called_in(part)
    command = value.get("command") if isinstance(value, dict) else None
    words = words_of(command) if isinstance(command, str) else []
    if words and words[0].endswith("gemmlab"):
        more = value.get("args", [])
        if not isinstance(more, list) or not all(isinstance(word, str) for word in more):
            raise ValueError(f"the args of {command} are not a list of texts")
        yield words[1:] + more


def check_editor(course):
    """Files for editors and containers are JSON with comments, and their tasks run our commands."""
    commands = command_line()
    for file in course.files(".json"):
        if not file.parts[0].startswith("."):
            continue
        # Blanks for a comment, so that errors keep their lines.
        text = TEXT_OR_COMMENT.sub(lambda m: m[1] or re.sub(r"[^\n]", " ", m[0]), course.text(file))
        try:
            complaints = [complaint_about(words, commands) for words in called_in(json.loads(text))]
        except json.JSONDecodeError as error:
            yield problem(file, "no_json", f"line {error.lineno}: {error.msg}")
        except ValueError as error:
            yield problem(file, "no_json", error)
        else:
            yield from (problem(file, "task", complaint) for complaint in complaints if complaint)
