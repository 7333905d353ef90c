"""A header belongs to its source: what it declares is defined in the source of the same stem. Templates,
inline functions and data aside, who reads a header knows where its functions are."""

import re
from collections import defaultdict

# Rooms whose headers are not ours to define: what a lab file includes, and what it defines itself.
NOT_OURS = ("common/include", "common/simt/shim")

# Header: sources that define some of it too, and why.
SEVERAL = {
    "common/model/figures.h":
        (("figures_of_naive_kernel", "figures_of_register_tiles", "figures_of_several_outputs",
          "figures_of_tiled_kernel", "figures_of_timing"), "its lists, one a kernel"),
    "common/simt/engine/multiprocessor.h":
        (("multiprocessor_barriers", "multiprocessor_tensor", "multiprocessor_warps"), "one scheduler, by what lanes wait for"),
    "common/simt/source/module.h": (("module_symbols",), "reading a module's symbols is its constructor"),
    "grader/changes/slips/source_slips.h":
        (
            ("source_slips_of_copies", "source_slips_of_fragments", "source_slips_of_threads", "source_slips_of_values"),
            "questions that values, errors, copies and counts ask, of the same text",
        ),
    "grader/changes/source_accesses.h":
        (("source_pointers",), "questions about guards and pointers, of the same text"),
    "grader/changes/source_lines.h": (
        ("source_guards", "source_loops", "source_sums", "source_tells"),
        "questions about guards, loops, sums and single statements, of the same lines",
    ),
    "grader/judge/lab_judge.h": (("lab_judge_gpu", "lab_judge_result"),
                                     "the stages that need a GPU, and the result, of the same lab"),
    "grader/session/session.h": (("session_calls",), "its requests; the other has a worker's life"),
    "grader/worker/backend.h":
        (("cpu_backend", "cuda_backend", "sim_backend"), "each worker is linked with one of them"),
}

NEITHER = re.compile(r"(?:template|using|typedef|friend|static_assert|static|inline|constexpr|consteval|"
                     r"concept|public|private|enum|namespace)\b")
BRACKET, SIGN = re.compile(r"[(){}]"), re.compile(r"[;({]")
NAME = re.compile(r"((?:\w+::)*(?:~?\w+|operator\s*(?:\(\)|[^\s\w(]+|\w[\w:]*)))\s*\((?!\*)")


def plain(text):
    """Without comments, strings, macros, attributes and what is between < and >."""
    literal = r'R"(\w*)\(.*?\)\2"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
    text = re.sub(r"(?<=\d)'(?=\d)", "", text)  # 30'000
    text = re.sub(rf"//[^\n]*|/\*.*?\*/|({literal})", lambda found: '""' if found[1] else "", text,
                  flags=re.DOTALL)
    text = re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.MULTILINE)
    text = re.sub(r"^[A-Z][A-Z0-9_]+\([^()]*(?:\([^()]*\)[^()]*)*\)", "", text, flags=re.MULTILINE)
    text = re.sub(r"\[\[[^]]*\]\]|\b(?:decltype|alignas|__attribute__)\((?:[^()]|\([^()]*\))*\)", "", text)
    text = text.replace('extern ""', "")
    while True:  # innermost first; comparisons have a blank before or after
        shorter = re.sub(r"(?<=\w)<[^<>;{}]*>", "", text)
        if shorter == text:
            return text
        text = shorter


def without_operators(head):
    return re.sub(r"operator[^\s\w(]+", "", head)


def end_of(text, begin):
    """Of what the bracket there opens."""
    depth = 0
    for bracket in BRACKET.finditer(text, begin):
        depth += 1 if bracket[0] in "({" else -1
        if depth == 0:
            return bracket.start()
    return len(text)


def statements(text):
    """(head, body) of each, on the outermost level; no body: None. clang-format puts a blank before the
    brace of a body, and none before that of an initialiser."""
    begin = at = 0
    while (sign := SIGN.search(text, at)) is not None:
        at = sign.start()
        head = text[begin:at]
        if sign[0] == ";":
            yield head.strip(), None
            begin = at + 1
        elif sign[0] == "(":
            at = end_of(text, at)
        else:
            end = end_of(text, at)
            is_value = re.search(r"\w$", head) or "=" in without_operators(
                re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", head))
            if not is_value:
                yield head.strip(), text[at + 1:end]
                begin = end + 1
            at = end
        at += 1


def functions(text, around=""):
    """(name with its class, whether it has a body) of each that other sources may call."""
    for head, body in statements(text):
        head = re.sub(r"^(?:\s*(?:public|private|protected):)+\s*", "", head)
        of_class = re.match(r"(?:class|struct|union) (\w+)[^()]*$", head)
        if body is not None and re.fullmatch(r"(?:namespace\s+[\w:]+)?", head) and not around:
            yield from functions(body)
        elif body is not None and of_class:
            yield from functions(body, around + of_class[1] + "::")
        elif NEITHER.match(head) or (around and re.search(r"=\s*(?:default|delete|0)$", head)):
            continue
        elif (name := NAME.search(head)) and "=" not in without_operators(head[:name.start(1)]):
            has_body = body is not None or head.endswith("= default")
            yield around + re.sub(r"\b[a-z]\w*::", "", re.sub(r"\s+", "", name[1])), has_body


def declaration_problems(code):
    declared, defined = defaultdict(set), defaultdict(set)
    for file, text in code.production().items():
        text = plain(text)
        if file.suffix == ".cpp":  # what is inline there is still defined there
            text = re.sub(r"^inline (?=.*\w::)", "", text, flags=re.MULTILINE)
        for name, has_body in functions(text):
            if file.suffix == ".cpp" and has_body:
                defined[name].add(file.with_suffix(""))
            elif file.suffix == ".h" and not has_body and not str(file).startswith(NOT_OURS):
                declared[file].add(name)
    for header, names in declared.items():
        others, _ = SEVERAL.get(str(header), ((), ""))
        own = {header.with_suffix(""), *(header.parent / other for other in others)}
        for name in sorted(names):
            if not defined[name] & own:
                there = ", ".join(sorted(f"{unit}.cpp" for unit in defined[name]))
                yield (f"{header}: it declares {name}, which {f'{there} defines' if there else 'nobody defines'}: "
                       f"a header belongs to the source of its name (exceptions: SEVERAL in {__name__}.py)")
    # An exception that is not needed any more hides the next one.
    for header, (others, _) in SEVERAL.items():
        for other in others:
            for file in [file for file in declared if str(file) == header]:
                if not any(file.parent / other in defined[name] for name in declared[file]):
                    yield f"{header}: {file.parent / other}.cpp defines nothing of it any more: see SEVERAL in {__name__}.py"
