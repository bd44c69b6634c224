#!/bin/sh
# Builds the kernel of the real GPIO test: Debian's own source, as a program of user mode, with
# gpio-sim, which makes GPIO chips whose lines can be driven from files.
#
# usage: make_gpio_kernel.sh FOLDER     FOLDER/linux is the kernel; about ten minutes of one core
set -eu

folder=$1
source=${ARBITER_LINUX_SOURCE:-/usr/src/linux-source-6.1.tar.xz}
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

[ -f "$source" ] || fail "no $source: sudo apt install linux-source-6.1"
for tool in make gcc flex bison bc xz tar; do
    command -v "$tool" >/dev/null 2>&1 ||
        fail "no $tool: sudo apt install build-essential flex bison bc xz-utils"
done

mkdir -p "$folder"
build=$(mktemp -d "$folder/build.XXXXXX")
trap 'rm -rf "$build"' EXIT
tar -C "$build" --strip-components 1 -xf "$source"
cd "$build"
make ARCH=um tinyconfig >/dev/null
for option in 64BIT PRINTK TTY BINFMT_ELF BINFMT_SCRIPT FUTEX EPOLL SIGNALFD TIMERFD EVENTFD \
    SHMEM POSIX_TIMERS PROC_FS SYSFS TMPFS DEVTMPFS HOSTFS STDERR_CONSOLE STDIO_CONSOLE UNIX NET \
    FILE_LOCKING HIGH_RES_TIMERS GPIOLIB GPIO_CDEV GPIO_CDEV_V1 GPIO_SIM CONFIGFS_FS IRQ_SIM \
    VIRTIO_UML UML_PCI_OVER_VIRTIO MULTIUSER ADVISE_SYSCALLS MEMBARRIER; do
    ./scripts/config --enable "$option"
done
# without a device number the PCI bus, which brings the interrupts, is not built
./scripts/config --set-val UML_PCI_OVER_VIRTIO_DEVICE_ID 1234
make ARCH=um olddefconfig >/dev/null
for option in GPIO_SIM GPIO_CDEV VIRTIO_UML UML_PCI_OVER_VIRTIO HOSTFS IRQ_SIM; do
    grep -q "^CONFIG_$option=y" .config || fail "the kernel lacks $option: another version?"
done
nice -n 19 make ARCH=um -j"${ARBITER_JOBS:-1}" linux >make.log 2>&1 || {
    tail -n 20 make.log >&2
    fail "the kernel could not be built"
}
strip -o ../linux.new linux
mv ../linux.new ../linux
