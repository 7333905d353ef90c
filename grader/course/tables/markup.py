"""HTML in which no text becomes markup: all of it goes through `element`. Pages load nothing."""

import html
from pathlib import Path

STYLE = Path(__file__).resolve().parents[2] / "report/html/style.css"


class Markup(str):
    """Text that is HTML already."""


def text(content: object) -> Markup:
    """Also with the blanks of a file's name, which sentences for terminals show as another sign."""
    if isinstance(content, Markup):
        return content
    return Markup(html.escape(str(content).replace("\u2423", " ")))


def element(name: str, *content: object, **attributes: object) -> Markup:
    """<name class="...">content</name>; `class_` is class, `view_box` view-box."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"'
        for key, value in attributes.items()
        if value != ""
    )
    return Markup(f"<{name}{given}>{''.join(map(text, content))}</{name}>")


def document(title: str, main: Markup, style: str, script: str = "") -> str:
    """A page with our colours and that style; it runs nothing but the script."""
    scripts = "; script-src 'unsafe-inline'" if script else ""
    allowed = f"default-src 'none'; style-src 'unsafe-inline'{scripts}"
    ours = STYLE.read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">'
        f"{element('title', title)}\n<style>\n{ours}{style}</style></head>\n<body>{main}"
        + (f"<script>\n{script}</script>" if script else "")
        + "</body></html>\n"
    )
