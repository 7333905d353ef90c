#!/usr/bin/env python3
"""What becomes of a page on its way to the site, and what the check of a built site finds. Needs no
generator: `site` builds all of it.
"""

import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent / "figures")]
sys.dont_write_bytecode = True
import checks  # noqa: E402
import flowchart  # noqa: E402
import github  # noqa: E402
import packages  # noqa: E402
import staging  # noqa: E402
import tables  # noqa: E402

# Lines in hints that no solution has: they show another way, or leave a name to the reader.
SKETCHES = {"c[row * n + col] += a[row * k + p] * b[p * n + col];",
            "const dim3 grid(blocks_for_n, blocks_for_m);"}


class Tree(unittest.TestCase):
    def tree(self, **files):
        """Names of files with __ for / and a dot before the last _."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, text in files.items():
            path = Path(folder.name, name.replace("__", "/"))
            path = path.with_name(".".join(path.name.rsplit("_", 1)))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Path(folder.name)


class Markdown(unittest.TestCase):
    def test_parts_of_an_item_are_indented_by_four(self):
        self.assertEqual(github.for_generator("- one\n  ```cpp\n  x;\n  ```\n  more\n- two\n"),
                         "-   one\n\n    ```cpp\n    x;\n    ```\n\n    more\n-   two\n")
        self.assertEqual(github.for_generator("1. one\n   - inner\n\n   text\n\nafter\n"),
                         "1.  one\n    -   inner\n\n    text\n\nafter\n")

    def test_a_list_may_follow_a_paragraph(self):
        self.assertEqual(github.for_generator("text\n- one\n"), "text\n\n-   one\n")

    def test_headings_are_named_as_on_github(self):
        self.assertEqual(github.anchor("3.1 Load the `a_tile`, then wait"), "31-load-the-a_tile-then-wait")
        self.assertEqual(github.anchor("A - [B](c.md)?"), "a---b")
        self.assertEqual(github.with_anchors("# One\n\n## Two\n\n## Two\n"),
                         "# One {#one}\n\n## Two {#two}\n\n## Two {#two-1}\n")
        self.assertEqual(github.with_anchors("```sh\n# no heading\n```\n"), "```sh\n# no heading\n```\n")

    def test_markdown_below_tags_is_read(self):
        self.assertEqual(github.for_generator("<details><summary>A</summary>\n\n*b*\n\n</details>\n"),
                         '<details markdown="1"><summary>A</summary>\n\n*b*\n\n</details>\n')
        self.assertEqual(github.for_generator("```\n<details>\n```\n"), "```\n<details>\n```\n")

    def test_links_change_but_not_in_code(self):
        changed = github.with_links("[a](b.md) `[a](b.md)` ![c](d.svg)\n\n    [a](b.md)\n\n[e]: f.md\n",
                                    str.upper)
        self.assertEqual(changed, "[a](B.MD) `[a](b.md)` ![c](D.SVG)\n\n    [a](b.md)\n\n[e]: F.MD\n")

    def test_a_pipe_in_a_cell_is_not_escaped_in_code(self):
        self.assertEqual(github.for_generator("| `a \\| b` |\n"), "| `a | b` |\n")


class Staging(Tree):
    def staged(self, **files):
        root = self.tree(**files)
        work = self.tree()
        site = staging.Site(root, work)
        site.stage()
        return site, {path.relative_to(work / "docs").as_posix(): path.read_text()
                      for path in (work / "docs").rglob("*") if path.is_file()}

    def test_a_link_to_a_source_leads_to_a_page_with_it(self):
        _, pages = self.staged(docs__index_md="# A\n\n[b](../grader/b.h), [c](../grader/), [d](#a)\n",
                               grader__b_h="int x;\n")
        self.assertIn("[b](source/grader/b.h.md), [c](source/grader/index.md), [d](#a)", pages["index.md"])
        self.assertIn("```cpp\nint x;\n```", pages["source/grader/b.h.md"])
        self.assertRegex(pages["source/grader/index.md"], r"\[`b\.h`\]\(b\.h\.md\)")
        self.assertIn("exclude: true", pages["source/grader/b.h.md"])

    def test_a_dead_link_stays_for_the_check_to_find(self):
        _, pages = self.staged(docs__index_md="# A\n\n[b](gone.md), [c](../../outside.md)\n")
        self.assertIn("[b](gone.md), [c](../../outside.md)", pages["index.md"])

    def test_a_step_shows_the_lines_of_the_solution(self):
        solution = ("// Step 1.1: a\n// Step 1.2: b\n// >>> 1 lines\n  x();\n// <<<\n"
                    "  // Step 1.3: c\n  // >>> 2 lines\n  if (y) {\n    z();\n  }\n  // <<<\n")
        page = "# L\n\n## Steps\n\n### 1.2 B\n\n## Hints\n\n### 1.1 A\n\n### 1.2 B\n\n### 1.3 C\n\n## Why\n"
        _, pages = self.staged(**{"docs__01_loop_md": page, "solutions__01_loop__kernel_cpp": solution})
        text = pages["01_loop.md"]
        self.assertEqual(text.count("reference solution</summary>"), 2)
        self.assertIn("Step 1.2 of the reference solution</summary>\n\n```cpp\nx();\n```", text)
        self.assertIn("```cpp\nif (y) {\n  z();\n}\n```", text)
        self.assertLess(text.index("z();"), text.index("## Why"))
        with self.assertRaisesRegex(LookupError, "1.4"):
            staging.step_of(solution, "1.4")

    def test_a_handout_without_solutions_has_none(self):
        _, pages = self.staged(**{"docs__01_loop_md": "# L\n\n## Hints\n\n### 1.1 A\n"})
        self.assertNotIn("details", pages["01_loop.md"])

    def test_a_study_ends_with_its_kernels(self):
        _, pages = self.staged(docs__studies__s__README_md="# S\n", docs__studies__s__01_a_cu="void f();\n")
        self.assertRegex(pages["studies/s/index.md"], r"(?s)## The code.*01_a\.cu</summary>.*void f\(\);")

    def test_pages_are_in_the_order_of_the_list_and_none_is_lost(self):
        site, _ = self.staged(docs__b_md="# B\n", docs__a_md="# A\n", docs__c_md="# C\n")
        self.assertEqual(site.navigation("# none\nFirst: c.md gone.md\nThen: a*.md\n"),
                         [("First", ["c.md"]), ("Then", ["a.md"]), ("More", ["b.md"])])

    def test_a_table_of_a_page_is_an_order(self):
        table = ("# I\n\n| | page | |\n|---|---|---|\n| 1 | [Z](z.md) | [A](a.md) |\n| 2 | [S](s/README.md) | |\n"
                 "| 3 | [Below](#below) | |\n| 4 | [Gone](gone.md) | |\n\n[B](b.md)\n")
        site, _ = self.staged(docs__index_md=table, docs__z_md="# Z\n", docs__a_md="# A\n",
                              docs__b_md="# B\n", docs__s__README_md="# S\n")
        self.assertEqual(site.navigation("Book: index.md table:index.md\n"),
                         [("Book", ["index.md", "z.md", "s/index.md"]), ("More", ["a.md", "b.md"])])


class Flowchart(unittest.TestCase):
    def test_boxes_are_below_what_leads_to_them(self):
        arrows = flowchart.arrows_of("  a --> b & c\n  b --> c\n")
        self.assertEqual(arrows, [("a", "b"), ("a", "c"), ("b", "c")])
        self.assertEqual(flowchart.rows_of(arrows), {"a": 0, "b": 1, "c": 2})
        self.assertEqual(flowchart.ways_of(arrows, flowchart.rows_of(arrows))[1], ["a", ("a", "c", 1), "c"])
        svg, said = flowchart.draw("a --> b & c\nb --> c\n")
        self.assertEqual(svg.count('class="tip"'), 3)
        self.assertEqual(said, "What leads to what: a to b; a to c; b to c.")

    def test_a_circle_is_refused(self):
        with self.assertRaisesRegex(LookupError, "circle"):
            flowchart.draw("a --> b\nb --> a\n")


class Checks(Tree):
    def problems(self, **files):
        return list(checks.Built(self.tree(**files)).problems())

    def test_a_right_site_has_no_problems(self):
        self.assertEqual(self.problems(
            index_html='<a href="a/#x">a</a><a href="https://example.org">b</a><img src="i.svg" alt="c">',
            a__index_html='<p id="x"><a href="../">up</a></p>', i_svg="<svg/>"), [])

    def test_each_kind_of_problem_is_found(self):
        for html, said in (('<a href="gone/">a</a>', "dead link: gone/"),
                           ('<a href="#gone">a</a>', "dead anchor: #gone"),
                           ('<img src="gone.svg" alt="a">', "dead link: gone.svg"),
                           ('<img src="index.html">', "image without a description"),
                           ('<script src="https://example.org/x.js"></script>', "loads https://"),
                           ('<link rel="stylesheet" href="//example.org/x.css">', "loads //example.org")):
            with self.subTest(html=html):
                self.assertTrue(any(said in problem for problem in self.problems(index_html=html)))
        self.assertIn("loads", self.problems(x_css="a { src: url(https://example.org/f.woff) }")[0])


class Packages(Tree):
    def test_what_cannot_be_installed_is_said_with_what_to_do(self):
        folder = self.tree(wanted_txt="a==1\n")
        for fails, said in (("venv", r"(?s)Cannot create .*env:\n  no luck\n.*apt-get install python3-venv"),
                            ("pip", r"(?s)Cannot install a package:\n  no luck\n.*is there a network")):
            def run(command):
                return subprocess.CompletedProcess(command, fails in map(str, command), "", "no luck\n")
            with unittest.mock.patch.object(packages, "run", run), \
                    self.assertRaisesRegex(packages.Missing, said):
                packages.ensure(folder / "env", folder / "wanted.txt", "a package", say=lambda _: None)
            self.assertFalse((folder / "env").exists())


class TheCourse(unittest.TestCase):
    def test_each_step_of_a_page_has_its_lines(self):
        site = staging.Site(ROOT, ROOT)
        for page in sorted((ROOT / "docs").glob("0[1-6]_*.md")):
            text = site.with_solution(f"docs/{page.name}", page.read_text())
            self.assertGreaterEqual(text.count("reference solution</summary>"), 1, page.name)

    def test_code_in_hints_is_code_of_the_solution(self):
        """What pages quote cannot differ from what they teach."""
        known = {" ".join(line.partition("//")[0].split()) for kernel in ROOT.glob("solutions/*/kernel.*")
                 for line in kernel.read_text().splitlines()} | SKETCHES
        quoted = 0
        for page in sorted((ROOT / "docs").glob("0[1-6]_*.md")):
            hints = page.read_text().partition("\n## Hints\n")[2].partition("\n## ")[0]
            for block in re.findall(r"^ *```cpp\n(.*?)^ *```", hints, re.M | re.S):
                for line in block.splitlines():
                    self.assertIn(" ".join(line.partition("//")[0].split()), known, page.name)
                    quoted += 1
        self.assertGreater(quoted, 15)

    def test_the_site_follows_the_table_of_the_book(self):
        index = (ROOT / "docs/index.md").read_text()
        numbered = re.findall(r"^\| \d+ \| \[[^\]]*\]\(([^)#]+)\)", index, re.M)
        self.assertGreaterEqual(len(numbered), 12)
        site = staging.Site(ROOT, ROOT)
        site.find_pages()
        head, pages = site.navigation((ROOT / "docs/site/nav.txt").read_text())[0]
        self.assertEqual((head, pages), ("The book", ["index.md", *(site.pages[f"docs/{page}"] for page in numbered)]))

    def test_nsights_names_are_those_that_are_measured(self):
        page = (ROOT / "docs/nsight.md").read_text()
        lines = (ROOT / "grader/core/counters/ncu_metrics.table").read_text().splitlines()
        rows = [line.split(None, 3) for line in lines if line and not line.startswith(("#", "name"))]
        self.assertGreater(len(rows), 10)
        for _, _, metric, section in rows:
            self.assertRegex(page, re.escape(f"`{metric}` | {section} |"))

    def test_the_gpus_are_those_of_the_model(self):
        rows = [line for line in (ROOT / "common/model/gpus.table").read_text().splitlines()
                if line.strip() and not line.startswith(("#", "id "))]
        gpus = list(tables.devices())
        self.assertEqual([gpu["id"] for gpu in gpus], [row.split()[0] for row in rows])
        self.assertEqual({kernel["name"][:6] for kernel in tables.kernels()},
                         {"lab 02", "lab 03", "lab 05", "lab 06"})


if __name__ == "__main__":
    unittest.main()
