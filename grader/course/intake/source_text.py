"""Source text of C++ and CUDA, as far as files of students are compared by it."""

import re

# What a file is made of, as far as comments and blanks matter. Everything that no alternative
# takes is code. In a number ' separates digits; elsewhere it begins a literal.
_PIECE = re.compile(
    rb"""
    (?P<gap> (?: \s+ | //[^\n]* (?: (?<=\\) \n [^\n]* )* | /\* .*? (?: \*/ | \Z ) )+ )
    | R"(?P<mark> [^(]{0,16} )\( (?: .*? \)(?P=mark)" | .* )
    | " (?: [^"\\\n]+ | \\. )* ["\n\\]?
    | ' (?: [^'\\\n]+ | \\. )* ['\n\\]?
    | (?<! [0-9A-Za-z] ) [0-9] [0-9A-Za-z']* (?! (?<=R)" )
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENT = re.compile(rb"//[^\n]*(?:(?<=\\)\n[^\n]*)*|/\*.*?(?:\*/|\Z)", re.DOTALL)


def without_comments(source: bytes) -> bytes:
    """The text without comments, blank lines and repeated blanks: equal for files that differ only
    in these. Literals are kept."""

    def kept(piece: re.Match[bytes]) -> bytes:
        gap: bytes | None = piece["gap"]
        if gap is None:
            return piece[0]
        # A literal that its line ends has the line's end.
        if piece.start() == 0 or source[piece.start() - 1] == ord("\n"):
            return b""
        return b"\n" if b"\n" in _COMMENT.sub(b"", gap) else b" "

    return _PIECE.sub(kept, source).rstrip(b" \n")
