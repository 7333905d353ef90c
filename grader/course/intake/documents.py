"""What people hand in that is not source text: by the ends of its names, and what pages hold."""

from html.parser import HTMLParser

from course.intake.hand_ins import LeftOutReason
from course.intake.source_text import text_defines_matmul

_DOCUMENTS = frozenset("doc docx md odt pages pdf ppt pptx rtf tex ipynb".split())
_PICTURES = frozenset("bmp gif heic jpeg jpg png svg tif tiff webp".split())
_PAGES = frozenset(("htm", "html"))

# Of files that may hold a lab's code, or are included by it, whatever their names say.
_TEXTS = frozenset("c c++ cc cpp cu cuh cxx h h++ hh hpp hxx inc inl txt".split())

# Beside work: what tools make and need, and what no lab is answered in.
_OF_TOOLS = frozenset(
    "bat cmake csv cubin dll dylib exe fatbin json lib lock log mk o obj out pdb ptx pyc sh sln so "
    "toml vcxproj xml yaml yml".split()
)
_BESIDE = frozenset("changelog cmakelists copying licence license makefile readme".split())


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


def may_show_work(path: str) -> bool:
    """Whether a file of that name that is no lab's may be somebody's answer to one."""
    name = path.rpartition("/")[2].lower()
    is_beside = name.startswith(".") or name.partition(".")[0] in _BESIDE
    return not is_beside and _ending_of(name) not in _OF_TOOLS


def what_page_is(page: bytes) -> LeftOutReason:
    """Whether what it shows defines matmul; or it shows nothing, and leads nowhere."""
    reader = _Text()
    reader.feed(page.decode("utf-8", "replace"))
    reader.close()
    text = "".join(reader.parts)
    if text_defines_matmul(text.replace("\xa0", " ").encode()):
        return LeftOutReason.code_in_page
    is_empty = not reader.leads_on and not text.strip(_BLANK)
    return LeftOutReason.empty_page if is_empty else LeftOutReason.page


_LEADS_ON = ("src", "srcset", "href", "data", "http-equiv")
_BLANK = " \t\r\n\f\v\0\xa0\u200b\u2060\ufeff"


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.leads_on = False  # to a picture, a file or another page

    def handle_data(self, data: str) -> None:
        self.parts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.leads_on |= any(name in _LEADS_ON and value for name, value in attrs)
        if tag in ("br", "div", "p", "li", "pre"):
            self.parts.append("\n")


def _ending_of(path: str) -> str:
    return path.rpartition(".")[2].lower() if "." in path else ""
