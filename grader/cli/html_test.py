"""Opens the pages of `grade --html` in a browser: narrow and wide, light and dark.

Exit code 77: there is no Chromium.
"""

import json
import re
import shutil
import subprocess
import sys
from html import unescape

from cli_case import ROOT, CliCase, main, skeleton

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
                None)
WIDTHS = (400, 1400)
SCHEMES = {"dark": 0, "light": 1}  # Chromium's numbers
MUTANTS = ROOT / "grader/mutants"

# Forbids a page to load or run anything. The probe's copy does without it, so that the page itself
# must ask for nothing.
POLICY = re.compile('<meta http-equiv="Content-Security-Policy"[^>]*>')

# Runs at the end of a copy of the page; the test reads its results from the page.
PROBE = r"""
const found = {
  width: innerWidth, scroll: document.documentElement.scrollWidth,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  loaded: performance.getEntriesByType("resource").map((entry) => entry.name),
  texts: 0, pale: [], cut: [], empty: [], pictures: 0,
};
document.querySelectorAll("details").forEach((details) => { details.open = true; });
found.scroll = Math.max(found.scroll, document.documentElement.scrollWidth);
const channels = (color) => {
  const numbers = color.match(/[\d.]+/g).map(Number);
  const scale = color.startsWith("color(") ? 255 : 1;
  return [...numbers.slice(0, 3).map((n) => n * scale), numbers[3] ?? 1];
};
const over = (top, ground) => {
  const alpha = top[3];
  return [0, 1, 2].map((i) => top[i] * alpha + ground[i] * (1 - alpha)).concat(1);
};
const ground = (element) => element === null ? [255, 255, 255, 1]
  : over(channels(getComputedStyle(element).backgroundColor), ground(element.parentElement));
const luminance = (color) => {
  const [r, g, b] = color.map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
// What is painted below the middle of a text in a picture.
const below = (text) => {
  const box = text.getBBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  let color = ground(text.closest("svg"));
  for (const shape of text.closest("svg").querySelectorAll("rect, path, circle")) {
    const { fill } = getComputedStyle(shape);
    const isBefore = shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (fill !== "none" && isBefore && shape.isPointInFill(new DOMPoint(x, y))) {
      color = over(channels(fill), color);
    }
  }
  return color;
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  const isShown = walker.currentNode.data.trim() !== "" && element.getClientRects().length > 0 &&
    !element.closest("script, title");
  if (!isShown) continue;
  ++found.texts;
  const style = getComputedStyle(element), isDrawn = element.closest("svg") !== null;
  const ratio = isDrawn ? contrast(channels(style.fill), below(element))
    : contrast(over(channels(style.color), ground(element)), ground(element));
  if (!(ratio >= 4.5)) {
    found.pale.push(`${ratio.toFixed(2)}: ${walker.currentNode.data.trim().slice(0, 40)}`);
  }
}
for (const svg of document.querySelectorAll("svg")) {
  ++found.pictures;
  const { width, height } = svg.viewBox.baseVal;
  if (!svg.querySelector("rect, path, circle") || svg.getClientRects()[0]?.width < 10) {
    found.empty.push(svg.getAttribute("aria-label"));
  }
  for (const text of svg.querySelectorAll("text:not([transform])")) {
    const box = text.getBBox();
    if (box.x < -1 || box.y < -1 || box.x + box.width > width + 1 ||
        box.y + box.height > height + 4) {
      found.cut.push(`${text.textContent} in ${svg.getAttribute("aria-label")}`);
    }
  }
}
for (const part of document.querySelectorAll("section, figure, details, article, td.no")) {
  const head = part.querySelector(":scope > h3, :scope > summary");
  if (part.textContent.trim().length <= (head?.textContent.trim().length ?? 0)) {
    found.empty.push(part.outerHTML.slice(0, 80));
  }
}
parent.postMessage(JSON.stringify(found), "*");
"""

# A window is at least 500 pixels wide; a frame in it may be narrower.
FRAME = """<!doctype html><meta name="color-scheme" content="light dark">
<iframe src="opened.html" style="width:{}px;height:1000px;border:0"></iframe>
<script>onmessage = (message) => {{
  const answer = document.createElement("pre");
  answer.id = "probe";
  answer.textContent = message.data;
  document.body.append(answer);
}};</script>
"""


class Page(CliCase):
    @classmethod
    def setUpClass(cls):
        case = cls("open")
        case.setUp()
        cls.addClassCleanup(case.doCleanups)
        page = case.folder / "page.html"
        broken = {
            "lab_01": (ROOT / "labs/01_cpu_loop/kernel.cpp").read_text(),
            "lab_02": (MUTANTS / "02_naive_kernel/threads_transposed.cu").read_text(),
            "lab_03": (MUTANTS / "03_tiled_kernel/b_tile_transposed.cu").read_text(),
            "lab_04": (MUTANTS / "04_boundary_handling/floor_of_k.cu").read_text(),
            "lab_05": skeleton("05"),
            "lab_06": "int x  // <img src=https://example.org/x>",
        }
        labs, _ = case.grade("--tree", case.tree(**broken), "--html", page, want=1)
        cls.verdicts = {lab: result["verdict"] for lab, result in labs.items()}
        cls.wrong = page.read_text()
        case.grade("03", "--solutions", "--html", page, want=0)
        cls.right = page.read_text()

    def open(self, text, width, scheme):
        """The probe's results from the page."""
        (self.folder / "opened.html").write_text(
            POLICY.sub("", text).replace("</body>", f"<script>{PROBE}</script></body>"))
        frame = self.folder / "frame.html"
        frame.write_text(FRAME.format(width))
        done = subprocess.run(
            [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self.folder / 'chromium'}",
             f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
             "--window-size=1500,1000", "--virtual-time-budget=5000", "--dump-dom",
             frame.as_uri()],
            capture_output=True, text=True, timeout=120)
        answer = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.DOTALL)
        self.assertTrue(answer, done.stderr)
        return json.loads(unescape(answer[1]))

    def each(self, text):
        for width in WIDTHS:
            for scheme in SCHEMES:
                with self.subTest(width=width, scheme=scheme):
                    found = self.open(text, width, scheme)
                    self.assertEqual(found["width"], width)
                    self.assertEqual(found["dark"], scheme == "dark")
                    yield found

    def check(self, text, pictures):
        for found in self.each(text):
            self.assertEqual(found["loaded"], [])
            self.assertLessEqual(found["scroll"], found["width"], "the page scrolls sideways")
            self.assertGreater(found["texts"], 100)
            self.assertGreaterEqual(found["pictures"], pictures)
            for what in ("pale", "cut", "empty"):
                self.assertEqual(found[what], [], what)

    def test_a_page_of_wrong_kernels_can_be_read_everywhere(self):
        self.assertEqual(self.verdicts, {
            "01": "NOT STARTED", "02": "UNCOALESCED", "03": "BANK CONFLICTS", "04": "WRONG",
            "05": "NOT STARTED", "06": "DOES NOT COMPILE"})
        self.check(self.wrong, pictures=20)

    def test_a_page_of_a_solution_can_be_read_everywhere(self):
        self.check(self.right, pictures=10)

    def test_the_probe_sees_what_must_not_be(self):
        spoiled = re.sub(r"--dim: #\w+", "--dim: #888", self.right).replace(
            "</main>", "<p style='width:600px'>wide</p><section></section></main>")
        spoiled = re.sub(r'(<text class="end dim" x=")\d+', r"\g<1>1", spoiled)
        found = self.open(spoiled, 400, "light")
        self.assertGreater(found["scroll"], 400)
        for what in ("pale", "cut", "empty"):
            self.assertTrue(found[what], what)

    def test_pages_load_nothing_and_stay_small(self):
        for text in (self.wrong, self.right):
            self.assertNotRegex(text, r"(<[^>]+src=|url\(|@import|<link)")
            self.assertNotRegex(text, r"<(script|iframe|object|embed|img)\b")
            self.assertLess(len(text.encode()), 1_000_000)


if __name__ == "__main__":
    if not CHROMIUM:
        sys.exit(77)
    main()
