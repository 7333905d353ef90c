"""Lab 00, step 8: a launch that runs, one that is refused, and who says so."""

from drawing import Picture, keep


def draw():
    picture = Picture(
        "A refused launch",
        "With 1024 threads in a block the kernel runs, and cudaGetLastError returns cudaSuccess. With 1025 "
        "the launch is refused: no thread runs, out_gpu keeps what it held, and only cudaGetLastError says "
        "so, with cudaErrorInvalidConfiguration.", 214)
    for x, n, role in ((14, 1024, "c"), (246, 1025, "bad")):
        runs = role == "c"
        picture.box(x, 14, 220, 28, "plain")
        picture.text(x + 110, 33, f"double_all<<<1, {n}>>>", "mid mono")
        picture.arrow(x + 110, 44, x + 110, 66)
        picture.box(x, 68, 220, 44, role, 2, False)
        picture.text(x + 110, 86, f"{n} threads run" if runs else "no thread runs", f"mid bold {role}")
        picture.text(x + 110, 104, "out_gpu = 2 * in_gpu" if runs else "out_gpu is as before",
                     f"mid {role}", 12)
        picture.arrow(x + 110, 114, x + 110, 136)
        picture.text(x + 110, 154, "cudaGetLastError()", "mid mono")
        picture.text(x + 110, 180, "cudaSuccess" if runs else "cudaErrorInvalidConfiguration",
                     f"mid bold {role}", 12)
    picture.text(14, 204, "the launch itself returns nothing, in both", "dim")
    return picture


if __name__ == "__main__":
    keep(draw)
