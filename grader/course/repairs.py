"""The small change that makes a wrong file right, which a course may keep to itself: a change that
is copied teaches little.
"""

import re
from typing import Any

Check = dict[str, Any]


def without_repairs(check: Check) -> Check:
    """The same check, which names the lines and not what to write there."""
    message = check["message"]
    for change in check["changes"]:
        line = change["line"]
        message = re.sub(rf"(?m)^(Look|Or) at line {line}: .*$", rf"\1 at line {line}.", message)
    return {**check, "message": message, "changes": []}
