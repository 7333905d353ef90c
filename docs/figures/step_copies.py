"""Lab 00, step 7: two memories, and the three lines between them."""

from drawing import Picture, keep


def draw():
    picture = Picture(
        "Two memories",
        "Host memory has the arrays in and out, device memory has in_gpu and out_gpu. First in is copied to "
        "in_gpu, then the kernel reads in_gpu and writes out_gpu, then out_gpu is copied to out.", 232)
    picture.box(14, 14, 452, 68, "plain")
    picture.text(24, 34, "host memory", "bold")
    picture.box(14, 150, 452, 68, "idle")
    picture.text(24, 208, "device memory", "bold")
    for x, name, role in ((90, "in", "a"), (320, "out", "b")):
        for y, label in ((40, name), (160, f"{name}_gpu")):
            picture.box(x, y, 90, 28, role, 0)
            picture.text(x + 45, y + 19, label, f"mid mono {role}")
    picture.arrow(135, 70, 135, 158)
    picture.text(145, 112, "1  copy", "bold")
    picture.text(145, 130, "HostToDevice", "dim", 12)
    picture.arrow(184, 174, 316, 174)
    picture.text(250, 166, "2  the kernel", "bold mid")
    picture.arrow(365, 158, 365, 70)
    picture.text(355, 112, "3  copy", "bold end")
    picture.text(355, 130, "DeviceToHost", "dim end", 12)
    return picture


if __name__ == "__main__":
    keep(draw)
