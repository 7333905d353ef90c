"""A class that hands in lab 02: honest answers and disguised copies. For tests and measurements.

Honest are the kernels of grader/mutants that share at most half of their lines of code with each
other and with the solution, and else the skeleton filled with the alternatives of
sample_answers.txt.
"""

import random
import re
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LAB = "02_naive_kernel"
DISGUISES = ("copied", "renamed", "reordered", "reformatted", "all")
NAMES = {
    "row": "row i y r row_index my_row",
    "col": "col j x column q my_col",
    "sum": "sum acc s total value result",
    "p": "p l z t kk step",
    "block": "block threads dim_block tpb",
    "grid": "grid blocks dim_grid g",
    "blocks": "up ceil_div count parts",
    "db": "b_device db d_b dev_b b_gpu",
    "dc": "c_device dc d_c dev_c c_gpu",
}
TOKEN = re.compile(r'//[^\n]*|"[^"\n]*"|[\w.]+|<<<|>>>|[-+*/%<>=!&|]=|&&|\|\||\+\+|--|->|::|\S')
STATEMENT = re.compile(r"( *)[^{}]*;")
GIVEN = set(
    """a b c m n k auto bool const constexpr dim3 double extern false float for if else int return
    size_t sizeof true unsigned void while each nullptr kBlock cudaMalloc cudaMemcpy cudaFree
    cudaSuccess cudaError_t cudaGetLastError cudaPeekAtLastError cudaDeviceSynchronize
    cudaMemcpyHostToDevice cudaMemcpyDeviceToHost cudaMemcpyDefault fmaf matmul matmul_host
    __global__ naive_kernel C""".split()
)


def words_of(line: str) -> set[str]:
    words = re.findall(r"[A-Za-z_][\w.]*", line.split("//")[0])
    return {word for word in words if word not in GIVEN and "." not in word}


def lines_of_code(text: str) -> set[str]:
    return {" ".join(line.split("//")[0].split()) for line in text.splitlines()} - {
        "",
        "{",
        "}",
        "} else {",
    }


def distinct_kernels(skeleton: str) -> Iterator[str]:
    given = lines_of_code(skeleton)
    kept = [lines_of_code((ROOT / "solutions" / LAB / "kernel.cu").read_text()) - given]
    for path in sorted((ROOT / "grader/mutants" / LAB).glob("*.cu")):
        lines = lines_of_code(path.read_text()) - given
        if len(lines) > 4 and all(
            2 * len(lines & other) <= min(len(lines), len(other)) for other in kept
        ):
            kept.append(lines)
            yield path.read_text()


def honest_answer(skeleton: str, answers: str, chance: random.Random) -> str:
    """The skeleton with each gap filled as one student might."""
    for step, text in re.findall(
        r"^=== (\d\.\d)\n(.*?)(?=^===|\Z)", answers, re.MULTILINE | re.DOTALL
    ):
        while match := re.search(r"⟦([^⟦⟧]*)⟧", text):
            text = text[: match.start()] + chance.choice(match[1].split("¦")) + text[match.end() :]
        gap = rf"  // TODO\({re.escape(step)}\).*?// your code[^\n]*\n"
        skeleton = re.sub(gap, text.replace("\\", r"\\"), skeleton, flags=re.DOTALL)
    names = {name: chance.choice(choice.split()) for name, choice in NAMES.items()}
    return re.sub(r"\$(\w+)", lambda match: names[match[1]], skeleton)


def renamed(text: str, chance: random.Random) -> str:
    own = sorted(set().union(*map(words_of, text.splitlines())) - {"include", "gemmlab", "h"})
    endings = "Alpha Beta Gamma Delta Index Value Thing Pos Size Mem One Two".split()
    names = [before + after for before in ("my", "the", "cur", "tmp", "dev") for after in endings]
    new = dict(zip(own, chance.sample(names, len(own))))
    text = "\n".join(
        line if line.startswith("#") else line.split("//")[0].rstrip() for line in text.splitlines()
    )
    return re.sub(r"(?<![\w.])[A-Za-z_]\w*", lambda match: new.get(match[0], match[0]), text) + "\n"


def reordered(text: str, chance: random.Random) -> str:
    """Neighbouring statements that share no variable change places; the last function comes
    first.
    """
    lines = text.splitlines()
    for _ in range(3):
        for i in range(1, len(lines)):
            first, second = lines[i - 1 : i + 1]
            one, two = STATEMENT.fullmatch(first), STATEMENT.fullmatch(second)
            if (
                one
                and two
                and one[1] == two[1]
                and not words_of(first) & words_of(second)
                and not re.search(r"\b(return|for|while|if|error|matmul)\b|<<<", first + second)
                and chance.random() < 0.7
            ):
                lines[i - 1 : i + 1] = second, first
    parts = re.split(
        r"^(?=// C = |extern \"C\" void|// The same)", "\n".join(lines), flags=re.MULTILINE
    )
    before, kernel, multiply, host = parts
    declaration = multiply.split(" {")[0] + ";\n\n"
    return f"{before}{declaration}{host}\n\n{kernel}{multiply}"


def reformatted(text: str, chance: random.Random) -> str:
    """The same tokens, with another indentation, other breaks and no comments."""
    out, depth, in_parentheses = [], 0, 0
    step = chance.choice(("\t", "    ", "        "))
    for line in text.splitlines():
        if line.startswith("#"):
            out.append(line + "\n")
            continue
        for token in TOKEN.findall(line):
            in_parentheses += (token == "(") - (token == ")")
            if token.startswith("//"):
                continue
            if token in "{}":
                depth += 1 if token == "{" else -1
                out.append("\n" + step * (depth - (token == "{")) + token + "\n" + step * depth)
            elif token == ";" and not in_parentheses:
                out.append(";\n" + step * depth)
            else:
                may_touch = not (token[-1].isalnum() or token[-1] in '_"' or token in "+-<>&|=")
                out.append(token + (chance.choice(("", " ")) if may_touch else " "))
    return "".join(out)


def copied(text: str, chance: random.Random) -> str:
    return f"// {chance.choice(('mine', 'my solution', 'lab 2'))}\n{text}"


def disguised(text: str, how: str, chance: random.Random) -> str:
    if how == "all":
        return reformatted(renamed(reordered(text, chance), chance), chance)
    return {
        "copied": copied,
        "renamed": renamed,
        "reordered": reordered,
        "reformatted": reformatted,
    }[how](text, chance)


def sample_class(honest: int = 100, copies: int = 20, seed: int = 2) -> dict[str, str]:
    """Texts by student. Each has chances of its own: one kernel more changes nobody else's text."""
    skeleton = (ROOT / "labs" / LAB / "kernel.cu").read_text()
    answers = (HERE / "sample_answers.txt").read_text()
    kernels = list(distinct_kernels(skeleton))
    written = [
        honest_answer(skeleton, answers, random.Random(f"{seed} {i}"))
        for i in range(honest - len(kernels))
    ]
    students = {f"honest-{i:03}": text for i, text in enumerate(written + kernels, 1)}
    for i in range(1, copies + 1):
        how, chance = DISGUISES[i % len(DISGUISES)], random.Random(f"{seed} copy {i}")
        students[f"copy-{i:02}-{how}"] = disguised(students[f"honest-{i:03}"], how, chance)
    return students
