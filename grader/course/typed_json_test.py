"""What is read of JSON that may be damaged, or planted."""

import unittest
from dataclasses import dataclass, field
from typing import Any

from course.typed_json import NotOurs, has_sum, read_json, require, with_sum


@dataclass
class Sample:
    name: str
    points: float | None
    labs: dict[str, list[int]] = field(default_factory=dict)


class TypedJson(unittest.TestCase):
    def test_is_read_as_what_it_must_be(self) -> None:
        text = '{"name": "a", "points": 7, "labs": {"02": [1]}, "more": null}'
        self.assertEqual(read_json(Sample, text), Sample("a", 7.0, {"02": [1]}))
        self.assertEqual(read_json(dict[str, str], b'{"a": "b"}'), {"a": "b"})
        require({"a": list[str]}, {"a": ["b"]})

    def test_is_else_not_ours_whatever_it_is(self) -> None:
        kinds: list[tuple[Any, str]] = [
            (Sample, '{"name": 1, "points": 7, "labs": {}}'),
            (Sample, '{"name": "a", "points": true, "labs": {}}'),
            (Sample, '{"name": "a", "points": 1e999, "labs": {}}'),
            (Sample, '{"name": "a", "points": -Infinity, "labs": {}}'),
            (Sample, '{"name": "a", "points": ' + "9" * 400 + ', "labs": {}}'),
            (Sample, '{"name": "a", "points": ' + "9" * 5000 + ', "labs": {}}'),
            (Sample, '{"name": "a", "points": null, "labs": {"02": ["1"]}}'),
            (Sample, '{"name": "a", "points": null, "labs": []}'),
            (Sample, '{"name": "a", "points": null}'),
            (Sample, '"name points labs"'),
            (Sample, "[" * 3000 + "]" * 3000),
            (Sample, "[" * 1_000_000),
            (dict[str, str], '{"a": {}}'),
            (dict, ""),
            (dict, "\ufeff{}"),
            (dict, "[]"),
        ]
        for kind, text in kinds:
            with self.subTest(text[:50]), self.assertRaises(NotOurs):
                read_json(kind, text)
        with self.assertRaises(NotOurs):
            read_json(dict, b'{"a": "\xff"}')
        for value in ({}, {"a": 1}, [], "a", None):
            with self.assertRaises(NotOurs):
                require({"a": str}, value)

    def test_has_its_sum_as_long_as_nothing_changes(self) -> None:
        text = with_sum('{\n  "a": "ą"\n}\n')
        self.assertTrue(has_sum(text))
        self.assertEqual(list(read_json(dict, text)), ["a", "sha256"])
        for at in range(len(text)):
            self.assertFalse(has_sum(text[:at]), at)
            self.assertFalse(has_sum(text[:at] + "7" + text[at + 1 :]) and text[at] != "7", at)
        self.assertFalse(has_sum(text + "\n"))


if __name__ == "__main__":
    unittest.main()
