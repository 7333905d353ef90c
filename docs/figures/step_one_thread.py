"""Lab 00, step 1: a launch of one thread, which reads one element and writes one."""

from drawing import Picture, keep


def draw():
    picture = Picture(
        "One thread",
        "The host launches a kernel with one block of one thread. The thread reads in[0], and writes "
        "twice that number to out[0]; both lie in the memory of the GPU.", 196)
    picture.text(14, 24, "host", "bold")
    picture.box(14, 34, 190, 30, "plain")
    picture.text(24, 54, "double_one<<<1, 1>>>", "mono")
    picture.text(250, 24, "GPU", "bold")
    picture.box(250, 34, 216, 148, "idle")
    picture.box(308, 42, 104, 34, "c")
    picture.text(360, 64, "one thread", "mid c")
    picture.arrow(206, 49, 304, 55)
    for x, name, value in ((268, "in[0]", "3"), (392, "out[0]", "6")):
        picture.box(x, 132, 56, 26, "a" if value == "3" else "b", 0)
        picture.text(x + 28, 150, value, f"mid {'a' if value == '3' else 'b'}")
        picture.text(x + 28, 174, name, "mid mono")
    picture.arrow(296, 130, 340, 78)
    picture.arrow(380, 78, 420, 130)
    picture.text(360, 112, "2 · 3", "mid dim")
    return picture


if __name__ == "__main__":
    keep(draw)
