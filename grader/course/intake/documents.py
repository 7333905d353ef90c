"""What people hand in that is not source text: by the ends of its names, and what pages hold."""

from html.parser import HTMLParser

from course.intake.hand_ins import LeftOutReason
from course.intake.source_text import text_defines_matmul

_DOCUMENTS = frozenset("doc docx md odt pages pdf ppt pptx rtf tex ipynb".split())
_PICTURES = frozenset("bmp gif heic jpeg jpg png svg tif tiff webp".split())
_PAGES = frozenset(("htm", "html"))

# Of files that may hold a lab's code, or are included by it, whatever their names say.
_TEXTS = frozenset("c c++ cc cpp cu cuh cxx h h++ hh hpp hxx inc inl txt".split())


def is_text(path: str) -> bool:
    return _ending_of(path) in _TEXTS


def is_page(path: str) -> bool:
    """Of the web, as platforms write what was typed into their boxes."""
    return _ending_of(path) in _PAGES


def why_not_a_labs_file(path: str) -> LeftOutReason:
    """By its name."""
    ending = _ending_of(path)
    if ending in _DOCUMENTS or ending in _PAGES:
        return LeftOutReason.document if ending in _DOCUMENTS else LeftOutReason.page
    return LeftOutReason.picture if ending in _PICTURES else LeftOutReason.not_a_labs_file


def page_has_code(page: bytes) -> bool:
    """Whether what it shows defines matmul."""
    if b"matmul" not in page:
        return False
    reader = _Text()
    reader.feed(page.decode("utf-8", "replace"))
    reader.close()
    return text_defines_matmul("".join(reader.parts).replace("\xa0", " ").encode())


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in ("br", "div", "p", "li", "pre"):
            self.parts.append("\n")


def _ending_of(path: str) -> str:
    return path.rpartition(".")[2].lower() if "." in path else ""
