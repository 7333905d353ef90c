"""course.toml as text: its values, and the line on which each begins."""

import json
import re
import sys
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TOMLDecodeError = tomllib.TOMLDecodeError


class TooMuch(ValueError):
    """What Python cannot hold, wherever it is."""


def loads(text: str) -> dict[str, Any]:
    """Raises TOMLDecodeError, and TooMuch: both are of ValueError."""
    try:
        values: dict[str, Any] = tomllib.loads(text)
        return values
    except RecursionError:
        raise TooMuch("Lists or tables are too deep in one another") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # of Python's own conversion
        raise TooMuch("A number has too many digits") from None


@dataclass(frozen=True)
class Document:
    name: str  # as the user gave it
    lines: list[str]

    def line_of(self, path: tuple[str | int, ...]) -> int:
        """Where the value with that path begins. The library does not say it, so we read shorter
        and shorter beginnings of the file; only an error asks."""
        counts = range(len(self.lines))
        end = bisect_left(counts, True, key=lambda count: _has(self._beginning(count)[1], path))
        return self.begin_of(end)

    def line_too_much(self) -> int:
        """Up to which it can be held."""

        def is_too_much(count: int) -> bool:
            try:
                loads("\n".join(self.lines[:count]))
            except TooMuch:
                return True
            except ValueError:
                pass
            return False

        return bisect_left(range(len(self.lines)), True, key=is_too_much)

    def begin_of(self, line: int) -> int:
        """Of a value that ends in that line: the line in which it begins."""
        return self._beginning(line - 1)[0] + 1

    def _beginning(self, most: int) -> tuple[int, dict[str, Any]]:
        """The longest beginning of at most so many lines that is TOML, with its values. It may end
        within a list."""
        for count in range(most, 0, -1):
            for end in ("", "]", "]}"):
                try:
                    return count, loads("\n".join([*self.lines[:count], end]))
                except ValueError:
                    pass
        return 0, {}


def _has(value: Any, path: tuple[str | int, ...]) -> bool:
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def key_in_toml(key: str) -> str:
    """In quotes if it needs them, as a name with blanks."""
    if re.fullmatch(r"[A-Za-z0-9_-]+", key):
        return key
    return json.dumps(key, ensure_ascii=False).replace("\x7f", "\\u007F")
