/* Lets libcamera allocate pictures where the kernel has no DMA heap: opening the heap gives a
 * marked file, the allocation call gives anonymous shared memory, and the synchronisation calls
 * of its buffers succeed. Preloaded in the real camera test; nothing on a table uses it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int heap = -1; /* the descriptor that stands for the heap */

static int is_heap(const char *path) { return strncmp(path, "/dev/dma_heap/", 14) == 0; }

static int open_heap(void) {
    if (heap < 0) heap = memfd_create("heap", 0);
    return heap < 0 ? -1 : dup(heap);
}

static int same_file(int one, int other) {
    struct stat a, b;
    return fstat(one, &a) == 0 && fstat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

#define OPENER(name)                                                        \
    int name(const char *path, int flags, ...) {                            \
        static int (*real)(const char *, int, ...);                         \
        if (is_heap(path)) return open_heap();                              \
        if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        va_list rest;                                                       \
        va_start(rest, flags);                                              \
        mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                       \
        return real(path, flags, mode);                                     \
    }

OPENER(open)
OPENER(open64)

int ioctl(int file, unsigned long request, ...) {
    static int (*real)(int, unsigned long, ...);
    if (!real) real = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (request == DMA_HEAP_IOCTL_ALLOC && heap >= 0 && same_file(file, heap)) {
        struct dma_heap_allocation_data *asked = argument;
        int made = memfd_create("picture", MFD_ALLOW_SEALING);
        if (made < 0) return -1;
        if (ftruncate(made, (off_t)asked->len) < 0) {
            close(made);
            return -1;
        }
        asked->fd = (unsigned)made;
        return 0;
    }
    if (request == DMA_BUF_IOCTL_SYNC) return 0;
    /* the name of a buffer, for people who look: 32 and 64 bit calls */
    if (request == DMA_BUF_SET_NAME_A || request == DMA_BUF_SET_NAME_B) return 0;
    return real(file, request, argument);
}
