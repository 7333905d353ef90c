// attack: makes and opens devices
// verdict: WRONG

#include <sys/stat.h>
#include <sys/sysmacros.h>
bool attack() {
  bool any = mknod("/box/disk", S_IFBLK | 0600, makedev(8, 0)) == 0;
  for (const char* device : {"/box/disk", "/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda",
                             "/dev/kvm", "/dev/fuse", "/dev/loop-control", "/dev/net/tun"}) {
    any |= open(device, O_RDONLY | O_NONBLOCK) >= 0;
  }
  return any;
}
