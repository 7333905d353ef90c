"""Source text of C++ and CUDA, as far as files of students are recognised and compared by it."""

import codecs
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


_CUDA = re.compile(rb"\b__global__\b|<<<")
_DEFINES_MATMUL = re.compile(rb"\b(?:void|auto)\s+matmul\s*\([^;{}]*\)[^;{}]*\{")


def is_cuda(code: bytes) -> bool:
    """Whether it has a kernel or a launch. `code`: without comments."""
    return _CUDA.search(code) is not None


def defines_matmul(code: bytes) -> bool:
    """Whether it has what every lab's file defines, and not only calls it."""
    return _DEFINES_MATMUL.search(code) is not None


def text_defines_matmul(text: bytes) -> bool:
    return b"matmul" in text and defines_matmul(without_comments(text))


def has_no_text(text: bytes) -> bool:
    """Only blanks, zeros as a full disk leaves them, or what git has in place of a large file."""
    return not text.strip(b"\0 \t\r\n\f\v") or text.startswith(b"version https://git-lfs.")


def as_utf8(text: bytes) -> bytes:
    """The same without a mark in front. UTF-16, as some editors of Windows write it, becomes UTF-8;
    without a mark it is known by its zeros: every other byte of a text in Latin letters."""
    if text.startswith(codecs.BOM_UTF8):
        return text[len(codecs.BOM_UTF8) :]
    coding = ""
    if text.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        coding = "utf-16"
    elif len(text) >= 8 and len(text) % 2 == 0:
        even, odd = text[0::2].count(0), text[1::2].count(0)
        most = len(text) // 2 * 0.9
        coding = "utf-16-le" if odd > most and not even else coding
        coding = "utf-16-be" if even > most and not odd else coding
    return text.decode(coding, "replace").encode("utf-8", "replace") if coding else text
