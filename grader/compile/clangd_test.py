#!/usr/bin/env python3
"""clangd_test.py CLANGD FILE...: each file opens in an editor without a single diagnostic. Files in
labs/ belong to the student: instead of them the test opens the skeleton as handed out.

Uses the language server protocol, as an editor does. Exit code 77: there is no clangd.
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli_case import LABS, STEPS, skeleton  # noqa: E402


class Editor:
    def __init__(self, clangd):
        self.server = subprocess.Popen(
            [clangd, "--log=error", "--background-index=false"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.send("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, request=1)
        self.send("initialized", {})

    def send(self, method, params, request=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if request is not None:
            message["id"] = request
        body = json.dumps(message).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def receive(self):
        length = 0
        for line in iter(self.server.stdout.readline, b"\r\n"):
            if not line:
                sys.exit("clangd ended")
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.server.stdout.read(length))

    def diagnostics(self, path, text):
        """The diagnostics for `text` as the content of the file at `path`."""
        uri = path.as_uri()
        language = "cuda" if path.suffix == ".cu" else "cpp"
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})
        while True:
            message = self.receive()
            if (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == uri
            ):
                self.send("textDocument/didClose", {"textDocument": {"uri": uri}})
                return message["params"]["diagnostics"]


def main(clangd, *files):
    if not clangd:
        return 77
    editor = Editor(clangd)
    failed = False
    for path in map(pathlib.Path, files):
        is_students = path.parents[1].name == "labs"
        in_tree = pathlib.Path(*path.parts[-2:])
        lab = next(lab for lab, place in {**LABS, **STEPS}.items() if place == in_tree)
        text = skeleton(lab) if is_students else path.read_text()
        for found in editor.diagnostics(path, text):
            line = found["range"]["start"]["line"] + 1
            print(f"{path}:{line}: {found['message']}")
            failed = True
        if not editor.diagnostics(path.with_name("broken" + path.suffix), text + "\nint x = y;\n"):
            print(f"{path}: an error at its end is not seen")
            failed = True
    editor.server.kill()
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
