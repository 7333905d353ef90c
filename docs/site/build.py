#!/usr/bin/env python3
"""Builds the pages as a site: BUILD/site, a folder that needs no network and no server's help.

Usage: build.py BUILD [--open]
--open shows it in a browser until Ctrl-C. GEMMLAB_SITE_URL: where it will be published.
Exit codes: 0 built, 1 built but a link is dead, 3 the generator is missing and cannot be installed,
130 interrupted.
"""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import webbrowser
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent / "figures")]
sys.dont_write_bytecode = True
import checks  # noqa: E402
import packages  # noqa: E402
import staging  # noqa: E402
import tables  # noqa: E402


def configuration(sections, url):
    nav = ", ".join(f"{{ {json.dumps(head)} = {json.dumps(pages)} }}" for head, pages in sections)
    added = f'docs_dir = "docs"\nsite_dir = "site"\nnav = [{nav}]\n'
    if url:
        added += f"site_url = {json.dumps(url)}\n"
    return (HERE / "zensical.toml").read_text().replace("[project]\n", "[project]\n" + added, 1)


def stage(work):
    """The pages, their parts that respond, and the data for these."""
    site = staging.Site(ROOT, work)
    site.stage()
    shutil.copytree(HERE / "assets", work / "docs/assets", dirs_exist_ok=True)
    for name, content in (("gpus", list(tables.devices())), ("kernels", tables.kernels())):
        (work / f"docs/assets/{name}.json").write_text(json.dumps(content))
    sections = site.navigation((HERE / "nav.txt").read_text())
    (work / "zensical.toml").write_text(configuration(sections, os.environ.get("GEMMLAB_SITE_URL")))


def generate(python, work):
    shutil.rmtree(work / "site", ignore_errors=True)
    done = subprocess.run([python, "-m", "zensical", "build", "--clean"], cwd=work, text=True,
                          env={**os.environ, "NO_COLOR": "1"}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0 or not (work / "site/index.html").exists():
        sys.exit(f"The site's generator failed:\n{done.stdout[-3000:]}")
    for page in (work / "site").rglob("*.html"):  # a table's empty corner is no heading
        page.write_text(re.sub(r"<th[^>]*></th>", "<td></td>", page.read_text()))


def build(folder):
    work = folder / "docs"
    python = packages.ensure(work / "venv", HERE / "requirements.txt", "the site's generator, Zensical",
                             "The pages are in docs/, and any Markdown viewer shows them.")
    stage(work)
    generate(python, work)
    shutil.rmtree(folder / "site", ignore_errors=True)
    (work / "site").rename(folder / "site")
    problems = list(checks.Built(folder / "site").problems())
    print(*problems, sep="\n", end="\n" if problems else "")
    return not problems


def show(site):
    """From a server of our own: a browser refuses modules and searches from files."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass
    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        print(f"The site is at {address} until Ctrl-C.", flush=True)
        webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


def main():
    sys.stdout.reconfigure(line_buffering=True)
    folder = Path(sys.argv[1]).resolve()
    try:
        is_right = build(folder)
    except packages.Missing as missing:
        print(missing)
        sys.exit(3)
    except LookupError as error:
        print(error.args[0])
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    pages = len(list((folder / "site").rglob("index.html")))
    shown = os.path.relpath(folder / "site")
    is_opened = "--open" in sys.argv[2:]
    print(f"{pages} pages in {shown}." + ("" if is_opened else " To read them: ./gemmlab docs --open"))
    if is_opened:
        show(folder / "site")
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
