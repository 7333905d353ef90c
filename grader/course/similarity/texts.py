"""Foreign C++ as tokens: what is a student's own, and what two have in common."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

# Each alternative takes what it begins with, closed or not: no text takes more than linear time.
TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?(?:\*/|\Z)|\#[ \t]*include[^\n]*
        |"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?
        |[^\W\d]\w*|\.?\d(?:[\w.]|'(?=\w))*|[!-~]""",
    re.DOTALL | re.VERBOSE,
)
KEYWORDS = set(
    """__device__ __global__ __host__ __shared__ auto bool break case char class const constexpr
    continue do double else enum extern float for if inline int long namespace new operator private
    public return short signed sizeof static struct switch template typename union unsigned using
    void volatile while""".split()
)
TOO_MANY = 100_000  # tokens: nobody writes them by hand
GIVEN_RUN = 8  # tokens in a row that a skeleton has, too
COMMON_RUN = 5  # and that two texts have: as sim_c++ is asked to

Run = tuple[str, ...]


def kind_of(token: str) -> str:
    """A token of a closed list: names, numbers and texts are all alike."""
    first = token[0]
    if first.isalpha() or first == "_":
        return token if token in KEYWORDS else "name"
    if first.isdigit() or (first == "." and len(token) > 1):
        return "0"
    return '""' if first in "\"'" else token


def tokens_of(text: str) -> list[tuple[int, str]]:
    """Where each token begins, and its kind; no comments and includes. Those after too many are
    left out."""
    found = ((match.start(), match[0]) for match in TOKEN.finditer(text))
    own = (
        (place, kind_of(token))
        for place, token in found
        if not token.startswith(("//", "/*")) and not (token[0] == "#" and len(token) > 1)
    )
    return list(islice(own, TOO_MANY))


def runs_of(kinds: Sequence[str], length: int) -> set[Run]:
    return {tuple(kinds[i : i + length]) for i in range(len(kinds) - length + 1)}


def is_in(kinds: Sequence[str], runs: Collection[Run], length: int) -> list[bool]:
    """For each token, whether it is in one of these runs."""
    found = [False] * len(kinds)
    for i in range(len(kinds) - length + 1):
        if tuple(kinds[i : i + length]) in runs:
            found[i : i + length] = [True] * length
    return found


class Text:
    """A student's file without what every student was given."""

    def __init__(self, text: str, given: Collection[Run]) -> None:
        """`given`: runs of GIVEN_RUN tokens."""
        self.text = text
        tokens = tokens_of(text)
        is_given = is_in([kind for _, kind in tokens], given, GIVEN_RUN)
        own = [token for token, skip in zip(tokens, is_given) if not skip]
        self.places = [place for place, _ in own]
        self.kinds = [kind for _, kind in own]

    def lines(self, other: "Text") -> Iterator[tuple[str, bool | None]]:
        """Each line, and whether most of what is its author's own in it is in the other text too;
        None if nothing is its author's own.
        """
        is_common = is_in(self.kinds, runs_of(other.kinds, COMMON_RUN), COMMON_RUN)
        begin, token = 0, 0
        for line in self.text.split("\n"):
            first = token
            while token < len(self.places) and self.places[token] <= begin + len(line):
                token += 1
            begin += len(line) + 1
            common = is_common[first:token]
            yield line, 2 * sum(common) >= len(common) if common else None
