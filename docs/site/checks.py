"""What is wrong with a built site: dead links, anchors and images, and what it loads from elsewhere."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src",
          "audio": "src", "video": "src", "embed": "src", "object": "data"}
REMOTE = re.compile(r"(?:https?:)?//")


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.names, self.links, self.loads, self.images_without_text = set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names.update(given[key] for key in ("id", "name") if given.get(key))
        if tag == "a" and given.get("href") is not None:
            self.links.append(given["href"])
        if LOADED.get(tag) in given and given.get("rel") != "canonical":
            self.loads.append(given[LOADED[tag]])
        if tag == "img" and not (given.get("alt") or "").strip():
            self.images_without_text.append(given.get("src"))


class Built:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.pages = {path: Page(path.read_text()) for path in sorted(self.folder.rglob("*.html"))}

    def target(self, page, link):
        """The file that a link leads to; a folder's is its index.html."""
        path = unquote(urlsplit(link).path)
        file = (self.folder / path.lstrip("/") if path.startswith("/") else page.parent / path
                if path else page).resolve()
        return file / "index.html" if file.is_dir() else file

    def problems_of(self, page):
        it = self.pages[page]
        for link in it.links + it.loads:
            if re.match(r"mailto:|data:", link):
                continue
            if REMOTE.match(link):
                if link in it.loads:
                    yield f"loads {link}"
                continue
            file = self.target(page, link)
            anchor = unquote(urlsplit(link).fragment)
            if not file.is_file():
                yield f"dead link: {link}"
            elif anchor and anchor != "__skip" and anchor not in self.pages[file].names:
                yield f"dead anchor: {link}"
        for image in it.images_without_text:
            yield f"image without a description: {image}"

    def problems(self):
        for page in self.pages:
            if page.name == "404.html":  # its links are those of the place where it is published
                continue
            for problem in sorted(set(self.problems_of(page))):
                yield f"{page.relative_to(self.folder)}: {problem}"
        for style in self.folder.rglob("*.css"):
            for found in re.findall(r"(?:@import|url\()\s*[\"']?((?:https?:)?//[^\"')]+)",
                                    style.read_text()):
                yield f"{style.relative_to(self.folder)}: loads {found}"
