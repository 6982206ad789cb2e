// Faults on demand, for LD_PRELOAD: a program meets a system without memory, or system calls that fail.
// Allocations and calls are counted from main() on.
//   FAULT_ALLOCATION=N   the N-th allocation fails;  FAULT_FROM=N  that one and every later one
//   FAULT_CALL=N         the N-th system call that touches files fails as FAULT_ERROR says: a number of errno, "short"
//                        for a read or write of one byte, "kill" for the end of the process before the call, "after" for
//                        its end after it
//   FAULT_COUNT=FILE     how many allocations and calls there were is written there at the end
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long allocations, calls;
static long allocation_at = -1, allocation_from = -1, call_at = -1;
static int call_error;  // errno, or one of these
enum { fault_short = -1, fault_kill = -2, fault_after = -3 };
static atomic_int armed;

static long number(const char* name) {
  const char* text = getenv(name);
  return text == NULL ? -1 : atol(text);
}

static int fails_now(void) {
  if (!atomic_load(&armed)) return 0;
  const long n = atomic_fetch_add(&allocations, 1) + 1;
  return n == allocation_at || (allocation_from > 0 && n >= allocation_from);
}

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) { return fails_now() ? (errno = ENOMEM, NULL) : __libc_malloc(size); }
void* calloc(size_t n, size_t size) { return fails_now() ? (errno = ENOMEM, NULL) : __libc_calloc(n, size); }
void* realloc(void* old, size_t size) { return fails_now() ? (errno = ENOMEM, NULL) : __libc_realloc(old, size); }
void* memalign(size_t to, size_t size) { return fails_now() ? (errno = ENOMEM, NULL) : __libc_memalign(to, size); }
void* aligned_alloc(size_t to, size_t size) { return memalign(to, size); }
int posix_memalign(void** out, size_t to, size_t size) {
  void* found = memalign(to, size);
  if (found == NULL) return ENOMEM;
  *out = found;
  return 0;
}

// 1 where this call is the one to fail; the process may end here.
static int meets_fault(void) {
  if (!atomic_load(&armed)) return 0;
  if (atomic_fetch_add(&calls, 1) + 1 != call_at) return 0;
  if (call_error == fault_kill) raise(SIGKILL);
  return 1;
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
// The call, or -1 with errno; `shorter` is the call with one byte where it has bytes.
#define FAULTY(call, shorter)                        \
  if (!meets_fault()) return call;                   \
  if (call_error == fault_short) return shorter;     \
  if (call_error == fault_after) {                   \
    (void)!call;                                     \
    raise(SIGKILL);                                  \
  }                                                  \
  errno = call_error;                                \
  return -1

static mode_t mode_of(int flags, va_list more) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
}

#define OPEN(name)                                \
  int name(const char* path, int flags, ...) {    \
    va_list more;                                 \
    va_start(more, flags);                        \
    const mode_t mode = mode_of(flags, more);     \
    va_end(more);                                 \
    REAL(name);                                   \
    FAULTY(real(path, flags, mode), real(path, flags, mode)); \
  }
OPEN(open)
OPEN(open64)

int openat(int folder, const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = mode_of(flags, more);
  va_end(more);
  REAL(openat);
  FAULTY(real(folder, path, flags, mode), real(folder, path, flags, mode));
}

ssize_t read(int file, void* to, size_t size) {
  REAL(read);
  FAULTY(real(file, to, size), real(file, to, size < 1 ? size : 1));
}
ssize_t pread(int file, void* to, size_t size, off_t at) {
  REAL(pread);
  FAULTY(real(file, to, size, at), real(file, to, size < 1 ? size : 1, at));
}
ssize_t write(int file, const void* from, size_t size) {
  REAL(write);
  FAULTY(real(file, from, size), real(file, from, size < 1 ? size : 1));
}
int fsync(int file) {
  REAL(fsync);
  FAULTY(real(file), real(file));
}
int flock(int file, int how) {
  REAL(flock);
  FAULTY(real(file, how), real(file, how));
}
int renameat(int a, const char* from, int b, const char* to) {
  REAL(renameat);
  FAULTY(real(a, from, b, to), real(a, from, b, to));
}
int unlinkat(int folder, const char* path, int how) {
  REAL(unlinkat);
  FAULTY(real(folder, path, how), real(folder, path, how));
}
int fchmod(int file, mode_t mode) {
  REAL(fchmod);
  FAULTY(real(file, mode), real(file, mode));
}
int fchown(int file, uid_t owner, gid_t group) {
  REAL(fchown);
  FAULTY(real(file, owner, group), real(file, owner, group));
}
int fstat(int file, struct stat* out) {
  REAL(fstat);
  FAULTY(real(file, out), real(file, out));
}
int stat(const char* path, struct stat* out) {
  REAL(stat);
  FAULTY(real(path, out), real(path, out));
}

static void tell(void) {
  atomic_store(&armed, 0);
  const char* path = getenv("FAULT_COUNT");
  FILE* file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "%ld %ld\n", atomic_load(&allocations), atomic_load(&calls));
  fclose(file);
}

static int (*real_main)(int, char**, char**);

static int faulty_main(int count, char** words, char** environment) {
  allocation_at = number("FAULT_ALLOCATION");
  allocation_from = number("FAULT_FROM");
  call_at = number("FAULT_CALL");
  const char* error = getenv("FAULT_ERROR");
  call_error = error == NULL             ? EIO
               : !strcmp(error, "short") ? fault_short
               : !strcmp(error, "kill")  ? fault_kill
               : !strcmp(error, "after") ? fault_after
                                         : atoi(error);
  unsetenv("LD_PRELOAD");
  atomic_store(&armed, 1);
  const int code = real_main(count, words, environment);
  tell();
  return code;
}

int __libc_start_main(int (*main)(int, char**, char**), int count, char** words, void (*init)(void),
                      void (*fini)(void), void (*loader)(void), void* stack) {
  REAL(__libc_start_main);
  real_main = main;
  return real(faulty_main, count, words, init, fini, loader, stack);
}
