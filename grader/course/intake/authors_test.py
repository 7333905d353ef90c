"""Hints in repositories that are nobody's, whoever made them."""

import hashlib
import os
import unittest
import zlib
from pathlib import Path

from course.intake.class_case import ClassCase

ROSTER = "identifier,github_username\nsam.okafor@uni.edu,\nann@uni.edu,ann\n"
BOT = "github-classroom[bot] <66+github-classroom[bot]@users.noreply.github.com>"


def commit(author: str, parent: str = "") -> bytes:
    text = f"tree {'0' * 40}\n" + (f"parent {parent}\n" if parent else "")
    return f"{text}author {author} 1793560500 +0100\n\nlab\n".encode()


def named(text: bytes) -> tuple[str, bytes]:
    """Its name, and what has it."""
    whole = b"commit %d\0" % len(text) + text
    return hashlib.sha1(whole).hexdigest(), whole


class Authors(ClassCase):
    def setUp(self) -> None:
        super().setUp()
        self.git = self.folder / "labs-penguin/.git"
        self.write("labs-penguin/.git/HEAD", "ref: refs/heads/main\n")

    def hints(self) -> str:
        (open_,) = self.hand_ins(ROSTER).open
        _, _, found = open_.what.partition("Hints, which can be forged: ")
        return found

    def keep(self, name: str, data: bytes) -> None:
        file = self.git / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    def loose(self, text: bytes) -> str:
        name, whole = named(text)
        self.keep(f"objects/{name[:2]}/{name[2:]}", zlib.compress(whole))
        return name

    def pack(self, texts: list[bytes]) -> list[str]:
        pack, places = b"PACK\0\0\0\2" + len(texts).to_bytes(4, "big"), {}
        for text in texts:
            places[named(text)[0]] = len(pack)
            size = bytes([0x90 | len(text) & 15, len(text) >> 4])  # less than 2,048
            pack += size + zlib.compress(text)
        names = sorted(places)
        fan = [sum(int(name[:2], 16) <= i for name in names) for i in range(256)]
        numbers = [*fan]
        index = b"\xfftOc\0\0\0\2" + b"".join(each.to_bytes(4, "big") for each in numbers)
        index += b"".join(map(bytes.fromhex, names)) + bytes(4 * len(names))
        index += b"".join(places[name].to_bytes(4, "big") for name in names)
        self.keep("objects/pack/pack-1.pack", pack)
        self.keep("objects/pack/pack-1.idx", index)
        return [named(text)[0] for text in texts]

    def test_wrote_commits_whether_these_are_packed_or_not(self) -> None:
        sam = commit("Sam Okafor <sam.okafor@uni.edu>")
        wanted = 'commits by "Sam\u2423Okafor\u2423<sam.okafor@uni.edu>"'
        self.keep("refs/heads/main", self.loose(sam).encode())
        self.assertEqual(self.hints(), wanted)
        for i in range(2):
            bot = commit(BOT, named(sam)[0])
            names = self.pack([bot, sam, *(commit(f"x{k} <x>") for k in range(i * 9))])
            (self.git / "refs/heads/main").unlink(missing_ok=True)
            self.keep("packed-refs", f"# pack-refs\n{names[0]} refs/heads/main\n".encode())
            self.assertEqual(self.hints(), wanted)

    def test_are_named_at_the_top_of_files(self) -> None:
        for lab in ("02_naive_kernel", "03_tiled_kernel"):
            self.write(f"labs-penguin/labs/{lab}/kernel.cu", "// S. Okafor\n// Lab\nint x;\n")
        self.write("labs-penguin/labs/04/kernel.cu", "// Lab 04: the edges\n")
        self.assertEqual(
            self.hints(), '"S.\u2423Okafor" at the top of "labs/02_naive_kernel/kernel.cu"'
        )

    def test_are_not_looked_for_through_links_or_in_what_is_broken(self) -> None:
        secret = self.write("../secret.cu", "// Okafor\n")
        (self.folder / "labs-penguin/labs/02").mkdir(parents=True)
        (self.folder / "labs-penguin/labs/02/kernel.cu").symlink_to(secret)
        os.mkfifo(self.folder / "labs-penguin/labs/02/b.cu")
        (self.folder / "labs-penguin/labs/02/c.cu").mkdir()
        name = "0" * 40
        for head in ("ref: refs/heads/../../../secret.cu", "ref: /etc/passwd", name, "", "\0\xff"):
            self.write("labs-penguin/.git/HEAD", head)
            self.assertEqual(self.hints(), "")
        self.write("labs-penguin/.git/HEAD", name)
        for index in (b"", b"\xfftOc\0\0\0\2", b"\xfftOc\0\0\0\2" + b"\xff" * 1024, b"x" * 5000):
            self.keep("objects/pack/pack-1.idx", index)
            self.keep(f"objects/{name[:2]}/{name[2:]}", b"no zlib")
            self.assertEqual(self.hints(), "")
        self.keep("objects/pack/pack-1.idx", b"\xfftOc\0\0\0\2" + bytes(1023) + b"\1" + bytes(28))
        Path(self.git / "objects/00" / name[2:]).unlink()
        self.assertEqual(self.hints(), "")


if __name__ == "__main__":
    unittest.main()
