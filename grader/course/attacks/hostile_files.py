"""Submissions that attack with their files and archives: links, devices, bombs, names."""

import io
import os
import stat
import tarfile
import zipfile

KERNEL = "01_cpu_loop/kernel.cpp"
TEXT = b"#include <gemmlab/matmul.h>\n"


def tar(path, members):
    """Members: a name, and its content: bytes, or a tarfile type with its target."""
    with tarfile.open(path, "w:gz") as archive:
        for name, what in members:
            info = tarfile.TarInfo(name)
            if isinstance(what, bytes):
                info.size = len(what)
                archive.addfile(info, io.BytesIO(what))
            else:
                info.type, info.linkname = what
                archive.addfile(info)


def zipped(path, members, link=False):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, what in members:
            info = zipfile.ZipInfo(name)
            info.external_attr = (stat.S_IFLNK | 0o777 if link else stat.S_IFREG | 0o644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, what)


def folder(path):
    (path / KERNEL).parent.mkdir(parents=True)
    return path / KERNEL


def big(size):
    return b"\0" * size


def cut(path, members):
    zipped(path, members)
    path.write_bytes(path.read_bytes()[:60])


# Name of the student: (its file or folder, how to create it, a pattern for the reason). Each is
# called with the path to create and the path of a file that only root may read.
CASES = {
    "archive-absolute": (".tar.gz", lambda p, s: tar(p, [("/tmp/owned", TEXT)]), "absolute|/tmp"),
    "archive-bomb": (
        ".zip",
        lambda p, s: zipped(p, [(KERNEL, big(400 << 20))]),
        "large|big|more than|size|MB|MiB",
    ),
    "archive-bomb-of-many": (
        ".zip",
        lambda p, s: zipped(p, [(f"junk/{i}", big(16 << 20)) for i in range(64)]),
        ".",
    ),
    "archive-cut": (".zip", lambda p, s: cut(p, [(KERNEL, TEXT * 100)]), "."),
    "archive-device": (".tar.gz", lambda p, s: tar(p, [(KERNEL, (tarfile.CHRTYPE, ""))]), "."),
    "archive-dots": (".zip", lambda p, s: zipped(p, [("../../out/owned", TEXT)]), r"\.\."),
    "archive-empty": (".zip", lambda p, s: p.write_bytes(b""), "."),
    "archive-fifo": (".tar.gz", lambda p, s: tar(p, [(KERNEL, (tarfile.FIFOTYPE, ""))]), "."),
    "archive-hard-link": (
        ".tar.gz",
        lambda p, s: tar(p, [(KERNEL, (tarfile.LNKTYPE, str(s)))]),
        "link",
    ),
    "archive-link": (".tar.gz", lambda p, s: tar(p, [(KERNEL, (tarfile.SYMTYPE, str(s)))]), "link"),
    "archive-link-in-zip": (".zip", lambda p, s: zipped(p, [(KERNEL, str(s))], link=True), "link"),
    "archive-link-to-folder": (
        ".tar.gz",
        lambda p, s: tar(
            p, [("01_cpu_loop", (tarfile.SYMTYPE, str(s.parent / "out"))), (KERNEL, TEXT)]
        ),
        "link",
    ),
    "archive-of-marks": (
        ".tar.gz",
        lambda p, s: tar(p, [(f"{i}a" + "\u0301" * 9000, b"") for i in range(900)]),
        "longer than 512 bytes",
    ),
    "archive-of-marks-absolute": (
        ".tar.gz",
        lambda p, s: tar(p, [("/a" + "\u0301" * 400_000, b"")]),
        "absolute",
    ),
    "archive-no-archive": (
        ".zip",
        lambda p, s: p.write_bytes(b"a diary, not an archive\n" * 99),
        ".",
    ),
    "archive-of-many-files": (
        ".zip",
        lambda p, s: zipped(p, [(f"junk/{i}", b"x") for i in range(20000)]),
        ".",
    ),
    "file-device": (
        "",
        lambda p, s: os.mknod(folder(p), stat.S_IFCHR | 0o666, os.makedev(1, 5)),
        ".",
    ),
    "file-fifo": ("", lambda p, s: os.mkfifo(folder(p)), "."),
    "file-folder": ("", lambda p, s: (folder(p).mkdir(), (p / KERNEL / "notes").touch()), "notes"),
    "file-huge": ("", lambda p, s: (folder(p).touch(), os.truncate(p / KERNEL, 8 << 30)), "."),
    "file-link": ("", lambda p, s: folder(p).symlink_to(s), "link"),
    "file-link-of-folder": (
        "",
        lambda p, s: (
            p.mkdir(),
            (p / "01_cpu_loop").symlink_to(s.parent / "class/leaks-right/01_cpu_loop"),
        ),
        "link",
    ),
}


def all_of_them():
    """Student: a pattern for the reason why nothing of theirs is accepted."""
    return {name: reason for name, (_, _, reason) in CASES.items()}


def write(names, folder_of_class, secret):
    for name in names:
        end, make, _ = CASES[name]
        make(folder_of_class / (name + end), secret)
