"""What every result file must be like: docs/result.schema.json, with jsonschema to say whether one is."""

import json

from course import HERE

SCHEMA = HERE.parents[1] / "docs/result.schema.json"
# Debian 12 and Ubuntu 22.04 both have a jsonschema that knows this draft of the language.
NOT_CHECKED = "results are not compared with docs/result.schema.json: python3-jsonschema is not installed"


def checker():
    """A function of a result: what is wrong with it, or an empty text. None without jsonschema."""
    try:
        from jsonschema import Draft7Validator
    except ModuleNotFoundError:
        return None
    schema = json.loads(SCHEMA.read_text())
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)

    def what_is_wrong(result):
        found = min(validator.iter_errors(result), key=lambda error: len(error.absolute_path), default=None)
        if found is None:
            return ""
        at = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in found.absolute_path)
        return f"{at.lstrip('.') or 'the whole'}: {found.message[:300]}"
    return what_is_wrong
