"""A text as a document of Word's: the least that Word, LibreOffice and Canvas open."""

import re
from xml.sax.saxutils import escape

from course.packed import zipped

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OF_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_OF_LINKS = "application/vnd.openxmlformats-package.relationships+xml"
_STYLE = '<w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/><w:sz w:val="18"/></w:rPr>'

_TYPES = (
    f'{_XML}<Types xmlns="{_PACKAGE}/content-types">'
    f'<Default Extension="rels" ContentType="{_OF_LINKS}"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_OF_WORD}"/></Types>'
)
_LINKS = (
    f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}" Target="word/document.xml"/></Relationships>'
)


# What XML has no place for.
_NO_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_docx(text: str) -> bytes:
    """A paragraph for each line, in letters of one width."""
    lines = "".join(
        f'<w:p><w:pPr><w:spacing w:after="0"/></w:pPr><w:r>{_STYLE}'
        f'<w:t xml:space="preserve">{escape(line)}</w:t></w:r></w:p>'
        for line in _NO_XML.sub("\ufffd", text).splitlines()
    )
    document = f'{_XML}<w:document xmlns:w="{_WORD}"><w:body>{lines}</w:body></w:document>'
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _LINKS,
        "word/document.xml": document,
    }
    return zipped({name: part.encode() for name, part in parts.items()})
