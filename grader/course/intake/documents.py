"""What people hand in that is not source text: by the ends of its names, and what pages hold."""

from html.parser import HTMLParser

from course.intake.hand_ins import LeftOutReason
from course.intake.source_text import text_defines_matmul

_DOCUMENTS = frozenset("doc docx md odt pages pdf ppt pptx rtf tex ipynb".split())
_PICTURES = frozenset("bmp gif heic jpeg jpg png svg tif tiff webp".split())
_PAGES = frozenset(("htm", "html"))

# What tools write or read, and nobody's answer to a lab.
_OF_TOOLS = frozenset(
    "a bin cmake cubin dll exe fatbin gcda gcno ini json lib lock make mk o obj out pdb ptx pyc sh"
    " sln so table toml vcxproj xml yaml yml".split()
)
_NAMES_OF_TOOLS = frozenset(("authors", "cmakelists.txt", "license", "makefile"))

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


def is_of_tools(path: str) -> bool:
    """Whether its name says that it is a setting, a product of a build or a README, which platforms
    change, too."""
    name = path.rpartition("/")[2].lower()
    return (
        name.startswith((".", "readme")) or name in _NAMES_OF_TOOLS or _ending_of(name) in _OF_TOOLS
    )


def _ending_of(path: str) -> str:
    return path.rpartition(".")[2].lower() if "." in path else ""
