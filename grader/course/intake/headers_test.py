"""Which handed-in texts stand in place of the lines that include them."""

import time
import unittest

from course.intake.hand_ins import MAX_FILE_BYTES, LeftOutReason
from course.intake.headers import Headers
from course.intake.submission_case import SubmissionCase

MAIN = '#include <gemmlab/matmul.h>\n#include "helper.cuh"  // mine\nint y;\n'


class HeadersTest(unittest.TestCase):
    def whole(self, text: str, path: str = "02/kernel.cu", **files: str) -> str:
        """With files such as a_cuh beside it."""
        headers = Headers()
        headers.add(path, text.encode())
        for name, own in files.items():
            headers.add("02/" + name.replace("_", "."), own.encode())
        return headers.included_in(path, text.encode()).text.decode()

    def test_stand_in_place_of_the_line_with_comments_that_count_the_students_lines(self) -> None:
        self.assertEqual(
            self.whole(MAIN, helper_cuh="#pragma once\nint x;\n"),
            "#include <gemmlab/matmul.h>\n"
            '// "02/helper.cuh", which is included here, from its line 1:\n'
            "// #pragma once\nint x;\n"
            '// end of "02/helper.cuh"; line 3 of 02/kernel.cu follows\nint y;\n',
        )

    def test_include_others_each_once(self) -> None:
        text = self.whole(
            '#include "a.cuh"\n#include "b.cuh"\n',
            a_cuh='#pragma once\n#include "b.cuh"\nint a;',
            b_cuh='#pragma once\n#include "a.cuh"\nint b;',
        )
        self.assertEqual((text.count("int a;"), text.count("int b;")), (1, 1))
        self.assertLess(text.index("int b;"), text.index("int a;"))
        self.assertIn("line 2 of 02/kernel.cu follows", text)

    def test_are_not_looked_for_where_nothing_is_included(self) -> None:
        for text in (
            "// #include <x>\n",
            '/*\n#include "helper.cuh"\n*/\n',
            "#include <helper.cuh>\n",
            '#include "other.cuh"\n',
            '#include "gemmlab/matmul.h"\n',
            '#include "helper.cuh" /* of\ntwo lines */\n',
            '#include ""\n',
            '#include "../.."\n',
            'const char* s = "\\\n#include \\"helper.cuh\\"\\\n";\n',
        ):
            self.assertEqual(self.whole(text, helper_cuh="int x;", matmul_h="int z;"), text)

    def test_are_found_beside_the_file_then_by_name_unless_there_are_several(self) -> None:
        for name, there, is_found in (
            ("helper.cuh", ["02/helper.cuh", "03/helper.cuh"], True),
            ("../helper.cuh", ["helper.cuh"], True),
            ("include/helper.cuh", ["02/include/helper.cuh", "02/helper.cuh"], True),
            ("include/helper.cuh", ["helper.cuh"], True),
            ("helper.cuh", ["helper (1).cuh"], True),
            ("helper.cuh", ["Helper-2.CUH"], True),
            ("include\\helper.cuh", ["include/helper.cuh"], True),
            ("helper.cuh", ["03/helper.cuh", "04/helper.cuh"], False),
            ("helper.cuh", ["helper.h"], False),
        ):
            headers = Headers()
            for i, path in enumerate(there):
                headers.add(path, f"int x{i};".encode())
            text = f'#include "{name}"'.encode()
            found = headers.included_in("02/kernel.cu", text)
            self.assertEqual(found.paths, (there[0],) if is_found else (), (name, there))
            self.assertEqual(b"int x0;" in found.text, is_found)

    def test_that_are_endless_or_too_large_are_left_to_the_compiler(self) -> None:
        for files in (
            {"a_h": "int x;\n" * MAX_FILE_BYTES},
            {"a_h": '#include "b.h"\n' * 9_000, "b_h": '#include "c.h"\n' * 9_000, "c_h": ""},
        ):
            text = '#include "a.h"\n'
            began = time.process_time()
            self.assertEqual(self.whole(text, **files), text)
            self.assertLess(time.process_time() - began, 5)
        deep = {f"x{i}_h": f'#include "x{i + 1}.h"\n' for i in range(40)}
        self.assertEqual(self.whole('#include "x0.h"\n', **deep), '#include "x0.h"\n')
        self.assertIn("is included before", self.whole('#include "a.h"', a_h='#include "a.h"'))

    def test_with_any_text_take_linear_time(self) -> None:
        for piece in ('#include "a.h"\n', "/*", '"', '#include "', "# include\n", "'\\", '"b.h"'):
            began = time.process_time()
            self.whole("include " + piece * (MAX_FILE_BYTES // len(piece)))
            self.assertLess(time.process_time() - began, 5, piece)


class HandedIn(SubmissionCase):
    def test_headers_are_in_the_labs_file_and_said_so(self) -> None:
        for lab in ("02", "03"):
            self.write(f"ann/{lab}.cu", MAIN)
        self.write("ann/helper.cuh", "int x;")
        self.write("ann/spare.cuh", "int z;")
        submission = self.read("ann")
        self.assertIn(b"int x;", submission.files["02"].text)
        self.assertEqual(
            submission.files["02"].text, submission.files["03"].text.replace(b"03.cu", b"02.cu")
        )
        used = {left.lab for left in submission.left_out if left.reason is LeftOutReason.header}
        self.assertEqual(used, {"02", "03"})
        self.assertEqual(
            [left.path for left in submission.left_out if left.reason is not LeftOutReason.header],
            ["spare.cuh"],
        )
        before = submission.sha256
        self.write("ann/helper.cuh", "int x = 2;")
        self.assertNotEqual(self.read("ann").sha256, before)

    def test_headers_of_canvas_are_files_of_their_own(self) -> None:
        self.write("annlee_11_20_02.cu", MAIN)
        self.write("annlee_11_21_helper-1.cuh", "int x;")
        (source,) = self.hand_ins().sources
        submission = self.read(source.parts[0].path.name)
        self.assertIn(b"int x;", submission.files["02"].text)


if __name__ == "__main__":
    unittest.main()
