"""JSON that we wrote ourselves and read again: what is not as it must be is none of ours."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

MOST = 1e300  # of a number


class NotOurs(ValueError):
    """What is wrong."""


_END = "\n}\n"
_SUM = re.compile(r',\n  "sha256": "[0-9a-f]{64}"\n}\n\Z')


def with_sum(text: str) -> str:
    """An object's JSON on several lines, with a last member: the SHA-256 of all before it."""
    body = text.removesuffix(_END)
    digest = hashlib.sha256(body.encode("utf-8", "replace")).hexdigest()
    return f'{body},\n  "sha256": "{digest}"{_END}'


def has_sum(text: str) -> bool:
    """Whether nothing in it has changed since."""
    found = _SUM.search(text)
    return found is not None and text == with_sum(text[: found.start()] + _END)


def read_json(kind: Any, text: str | bytes) -> Any:
    """The value, which has that type: of a dataclass one with its fields. Raises NotOurs."""
    try:
        return typed(kind, json.loads(text, parse_constant=_no_number))
    except (ValueError, RecursionError) as error:
        raise NotOurs(str(error)) from None


def require(members: Mapping[str, Any], value: Any) -> None:
    """Such as {"id": str}. Raises NotOurs."""
    for name, kind in members.items():
        typed(kind, _member(value, name))


def typed(kind: Any, value: Any) -> Any:
    """What a field of that type has in JSON as that value. Raises NotOurs."""
    if kind is float:
        if type(value) not in (int, float) or not -MOST <= value <= MOST:
            raise NotOurs(f"{value!r} is no number")
        return float(value)
    if kind is Any or type(value) is kind:
        return value
    if is_dataclass(kind):
        types = get_type_hints(kind)
        fields = {name: typed(type_, _member(value, name)) for name, type_ in types.items()}
        return kind(**fields)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is list:
        return [typed(inner[0], each) for each in typed(list, value)]
    if origin is dict:
        return {key: typed(inner[1], each) for key, each in typed(dict, value).items()}
    if origin is UnionType:
        return None if value is None else typed(inner[0], value)
    if isinstance(kind, type) and issubclass(kind, Enum) and isinstance(value, str):
        return kind(value)
    raise NotOurs(f"{str(value)[:80]} is no {kind.__name__}")


def _member(value: Any, name: str) -> Any:
    if not isinstance(value, dict) or name not in value:
        raise NotOurs(f"there is no {name}")
    return value[name]


def _no_number(word: str) -> Any:
    raise NotOurs(f"{word} is no number")
