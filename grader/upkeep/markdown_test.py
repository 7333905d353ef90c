#!/usr/bin/env python3
"""What the checks of pages see of Markdown."""

import sys
import unittest

sys.dont_write_bytecode = True
import markdown  # noqa: E402


class Markdown(unittest.TestCase):
    def test_anchors_are_as_github_makes_them(self):
        self.assertEqual(
            markdown.anchors("# What it `does`, on a GPU?\n## 3.1 Load\n## 3.1 Load\n"
                             '## [Linked](x.md) now\n```\n# code\n```\n<a id="own">\n'),
            {"what-it-does-on-a-gpu", "31-load", "31-load-1", "linked-now", "own"})

    def test_links_are_found_outside_of_code_alone(self):
        self.assertEqual(
            markdown.links('see [a](b.md#c) and ![p](d.svg "title")\n`[x](y)`\n\n    [i](j)\n'
                           "```\n[u](v)\n```\n[r]: e.md\n"),
            [(1, "b.md#c"), (1, "d.svg"), (8, "e.md")])

    def test_code_is_found_in_spans_fences_and_indented(self):
        self.assertEqual(
            markdown.code("a `b` c `d e`\n\n    f\n    g\nh\n    no code\n```sh\ni\n```\n"),
            [(1, "b"), (1, "d e"), (3, "    f"), (4, "    g"), (7, "```sh"), (8, "i"), (9, "```")])
        self.assertEqual(markdown.code("nothing, though one ` stands here\n"), [])


if __name__ == "__main__":
    unittest.main()
