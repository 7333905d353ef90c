"""Gathers the pages of the site: the Markdown of docs/, as the generator reads it, with the code that
it is about, and a page for each source file or folder that a page links to.
"""

import fnmatch
import posixpath
import re
import shutil
import textwrap
from pathlib import Path, PurePosixPath

import flowchart
import github

LANGUAGES = {".cu": "cuda", ".cpp": "cpp", ".h": "cpp", ".in": "cpp", ".py": "python", ".sh": "bash",
             ".json": "json", ".toml": "toml", ".md": "markdown", ".css": "css", ".js": "javascript"}
IMAGES = {".svg", ".png"}
KEPT = {**dict.fromkeys(IMAGES, "images"), ".html": "shown"}  # copied as they are, into which folder
FLOWCHART = re.compile(r"^```mermaid\nflowchart .*\n((?:.*\n)*?)```\n", re.M)
STEP = re.compile(r"### (\d\d?\.\d\d?) ")
TABLE = "table:"  # in nav.txt, before a page
TABLED = re.compile(r"^\| [^|]* \| \[[^\]]*\]\(([^)#:]+)\) \|", re.M)


def step_of(text, step):
    """The lines of a solution that are step "3.1"; nothing if it is only a part of the next step."""
    begin = re.search(rf"^ *// Step {re.escape(step)}: ", text, re.M)
    if not begin:
        raise LookupError(f"The solution has no step {step}")
    before, _, rest = text[begin.end():].partition("// >>> ")
    if "// Step " in before:
        return None
    return textwrap.dedent(rest.partition("\n")[2].partition("// <<<")[0]).rstrip()


def fenced(code, language):
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
    return f"{fence}{language}\n{code.rstrip()}\n{fence}\n"


def folded(summary, code, language, where):
    return (f"\n<details class=\"included\">\n<summary>{summary}</summary>\n\n"
            f"{fenced(code, language)}\n[{where}]({where})\n\n</details>\n\n")


class Site:
    """`root` is the tree, `work` the folder in which the generator finds the pages."""

    def __init__(self, root, work):
        self.root, self.work = Path(root).resolve(), Path(work)
        self.pages = {}  # path in the tree: path in the site
        self.charts = 0
        self.sources = []  # files and folders that still need a page

    # ---- which pages there are, and where ----

    def find_pages(self):
        docs = self.root / "docs"
        for page in sorted([*docs.glob("*.md"), *docs.rglob("README.md"), *docs.glob("site/pages/*.md")]):
            path = page.relative_to(docs).as_posix()
            path = path.replace("site/pages/", "try/")
            self.pages[f"docs/{page.relative_to(docs).as_posix()}"] = path.replace("README", "index")
        if "index.md" not in self.pages.values() and (self.root / "README.md").exists():
            self.pages["README.md"] = "index.md"

    def place_of(self, path):
        """Where a file or folder of the tree is in the site; it gets a page if it has none."""
        if path in self.pages:
            return self.pages[path]
        file = self.root / path
        if file.suffix in KEPT:
            place = f"{KEPT[file.suffix]}/{PurePosixPath(path).name}"
        else:
            visible = re.sub(r"(^|/)\.", r"\1", path)  # what begins with a dot is not published
            end = "/index.md" if file.is_dir() else "" if file.suffix == ".md" else ".md"
            place = f"source/{visible}{end}"
        self.pages[path] = place
        self.sources.append(path)
        return place

    def link(self, page, link):
        """A link of `page` as the generator wants it."""
        if re.match(r"[a-z]+:|#|//", link):
            return link
        target, mark, anchor = link.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        if path.startswith("..") or not (self.root / path).exists():
            return link  # the check of links finds it
        place = self.place_of("" if path == "." else path)
        if not place.endswith("index.md") and not path.endswith(".md") and anchor:
            mark = anchor = ""  # lines of a file have no names here
        return posixpath.relpath(place, posixpath.dirname(self.pages[page])) + mark + anchor

    # ---- what is on them ----

    def text_of(self, page):
        text = (self.root / page).read_text()
        if re.match(r"docs/\d\d_\w+\.md", page):
            text = self.with_solution(page, text)
        elif page.endswith("/README.md"):
            text += self.kernels_of(page)
        return text

    def with_solution(self, page, text):
        """Below the hints of a step, its lines of the reference solution; a hand-out has none."""
        folder = self.root / "solutions" / PurePosixPath(page).stem
        solutions = sorted(folder.glob("*.c*"))  # of a staircase one for each step
        if not solutions:
            return text
        parts, in_hints, step = [], False, None

        def end_step():
            if not in_hints or not step:
                return
            mark = f"// Step {step}: "
            solution = next((each for each in solutions if mark in each.read_text()), solutions[0])
            code = step_of(solution.read_text(), step)
            if code:
                where = posixpath.relpath(solution.relative_to(self.root).as_posix(), "docs")
                parts.append(folded(f"Step {step} of the reference solution", code,
                                    LANGUAGES[solution.suffix], where))

        for line, is_code in github.marked(text):
            if not is_code and re.match("#{1,3} ", line):
                end_step()
                found = STEP.match(line)
                step = found[1] if found else None
                in_hints = line == "## Hints" or in_hints and not line.startswith("## ")
            parts.append(line + "\n")
        end_step()
        return "".join(parts)

    def kernels_of(self, page):
        folder = (self.root / page).parent
        kernels = sorted(path for path in folder.glob("[0-9][0-9]_*.c*"))
        text = "\n## The code\n" if kernels else ""
        for kernel in kernels:
            text += folded(kernel.name, kernel.read_text(), LANGUAGES[kernel.suffix], kernel.name)
        return text

    def source_text(self, path):
        """A page about a file or folder of the tree."""
        file = self.root / path
        if file.is_dir():
            rows = []
            for entry in sorted(file.iterdir(), key=lambda each: (each.is_file(), each.name)):
                name = entry.relative_to(self.root).as_posix()
                shown = f"`{entry.name}{'/' if entry.is_dir() else ''}`"
                rows.append(f"- [{shown}]({entry.name})" if name in self.pages else f"- {shown}")
            return f"# {path or 'The tree'}\n\n" + "\n".join(rows) + "\n"
        language = LANGUAGES.get(file.suffix, "text")
        return f"# {path}\n\n" + fenced(file.read_text(errors="replace"), language)

    # ---- writing them ----

    def write(self, page, place, text, is_source=False):
        head = "---\nsearch:\n  exclude: true\n---\n\n" if is_source else ""
        target = self.work / "docs" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        linked = github.with_links(text, lambda link: self.link(page, link))
        target.write_text(head + github.for_generator(self.with_charts(place, linked)))

    def with_charts(self, place, text):
        """Each flowchart in Mermaid as a picture."""
        def drawn(found):
            svg, said = flowchart.draw(found[1])
            self.charts += 1
            file = self.work / f"docs/images/flowchart_{self.charts}.svg"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(svg)
            link = posixpath.relpath(f"images/{file.name}", posixpath.dirname(place))
            return f"![{said}]({link})\n"
        return FLOWCHART.sub(drawn, text)

    def stage(self):
        shutil.rmtree(self.work / "docs", ignore_errors=True)
        self.find_pages()
        for page, place in list(self.pages.items()):
            self.write(page, place, self.text_of(page))
        folders = []
        while self.sources:
            path = self.sources.pop(0)
            file, place = self.root / path, self.pages[path]
            if file.suffix in KEPT:
                target = self.work / "docs" / place
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, target)
            elif file.is_dir():
                folders.append(path)
            else:
                is_page = file.suffix == ".md"
                self.write(path, place, file.read_text() if is_page else self.source_text(path), True)
        for path in folders:  # now it is known which of their entries have a page
            self.write_folder(path)

    def write_folder(self, path):
        text = self.source_text(path)
        base = f"{path}/x" if path else "x"
        self.pages.setdefault(base, f"source/{path}/x".replace("//", "/"))
        self.write(base, self.pages[path], text, True)
        del self.pages[base]

    # ---- their order ----

    def in_table(self, page):
        """The pages that the second column of a page's tables leads to."""
        file = self.root / "docs" / page
        links = TABLED.findall(file.read_text()) if file.exists() else []
        return [posixpath.normpath(posixpath.join(posixpath.dirname(page), link)) for link in links]

    def navigation(self, order):
        """The sections of nav.txt with the pages that there are, and a last one with all others."""
        places = {path.removeprefix("docs/"): place for path, place in self.pages.items()
                  if not place.startswith(("source/", *(f"{folder}/" for folder in KEPT.values())))}
        sections, listed = [], set()
        for line in order.splitlines():
            head, _, words = line.partition(":")
            if not words or line.startswith("#"):
                continue
            names = []
            for word in words.split():
                wanted = self.in_table(word.removeprefix(TABLE)) if word.startswith(TABLE) else [word]
                for pattern in wanted:
                    names += [name for name in sorted(places) if fnmatch.fnmatchcase(name, pattern)
                              and name not in listed]
                    listed.update(names)
            if names:
                sections.append((head.strip(), [places[name] for name in names]))
        rest = sorted(set(places) - listed)
        if rest:
            sections.append(("More", [places[name] for name in rest]))
        return sections
