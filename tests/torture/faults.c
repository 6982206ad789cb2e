// Faults on demand, for LD_PRELOAD: a program meets a system without memory, or system calls that fail.
// Allocations and calls are counted from main() on.
//   FAULT_ALLOCATION=N   the N-th allocation fails;  FAULT_FROM=N  that one and every later one
//   FAULT_CALL=N         the N-th system call that touches files fails as FAULT_ERROR says: a number of errno, "short"
//                        for a read or write of one byte, "kill" for the end of the process before the call, "after" for
//                        its end after it, "end" for SIGTERM before it, "other" for another process that replaces a
//                        model first, and again FAULT_GAP calls later: FAULT_MODEL by next-1.model, then by next-2.model,
//                        unless the model is held
//   FAULT_ERROR=folder   no folder can be synced, whatever call that is
//   FAULT_COUNT=FILE     how many allocations and calls there were is written there at the end
//   FAULT_SERVER=1       main() is called in a new process for each request on standard input (serve(), below), which takes
//                        a tenth of the time of loading the program again
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static atomic_long allocations, calls;
static long allocation_at = -1, allocation_from = -1, call_at = -1;
static int call_error;  // errno, or one of these
enum { fault_short = -1, fault_kill = -2, fault_after = -3, fault_other = -4, fault_end = -5, fault_folder = -6 };
static long call_gap;
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

// Puts the next model in place of the one that this process is about, as an update by another process does.
static void replace_model(const char* next) {
  const char* model = getenv("FAULT_MODEL");
  const int file = (int)syscall(SYS_openat, AT_FDCWD, model, O_RDWR);
  if (file < 0) return;
  if (syscall(SYS_flock, file, LOCK_EX | LOCK_NB) == 0) syscall(SYS_rename, next, model);
  syscall(SYS_close, file);
}

// 1 where this call is the one to fail; the process may end here.
static int meets_fault(void) {
  if (!atomic_load(&armed)) return 0;
  const long n = atomic_fetch_add(&calls, 1) + 1;
  if (call_error == fault_other) {
    const int before = errno;
    if (n == call_at) replace_model("next-1.model");
    if (n == call_at + call_gap) replace_model("next-2.model");
    errno = before;
    return 0;
  }
  if (n != call_at) return 0;
  if (call_error == fault_kill) raise(SIGKILL);
  if (call_error == fault_end) {
    kill(getpid(), SIGTERM);  // any thread of the process may take it
    return 0;
  }
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

// What calls of open() without a mode are compiled to under _FORTIFY_SOURCE.
int __open_2(const char* path, int flags) {
  int (*real)(const char*, int) = (int (*)(const char*, int))dlsym(RTLD_NEXT, "__open_2");
  FAULTY(real(path, flags), real(path, flags));
}

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
int fstatat(int folder, const char* path, struct stat* out, int how) {
  REAL(fstatat);
  FAULTY(real(folder, path, out, how), real(folder, path, out, how));
}
int fsync(int file) {
  REAL(fsync);
  struct stat status;
  int (*real_fstatat)(int, const char*, struct stat*, int) =
      (int (*)(int, const char*, struct stat*, int))dlsym(RTLD_NEXT, "fstatat");
  if (call_error == fault_folder && atomic_load(&armed) && !real_fstatat(file, "", &status, AT_EMPTY_PATH) &&
      S_ISDIR(status.st_mode)) {
    errno = EIO;
    return -1;
  }
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

off_t lseek(int file, off_t at, int from) {
  REAL(lseek);
  FAULTY(real(file, at, from), real(file, at, from));
}
int poll(struct pollfd* files, nfds_t count, int wait) {
  REAL(poll);
  FAULTY(real(files, count, wait), real(files, count, wait));
}
ssize_t flistxattr(int file, char* to, size_t size) {
  REAL(flistxattr);
  FAULTY(real(file, to, size), real(file, to, size));
}
ssize_t fgetxattr(int file, const char* name, void* to, size_t size) {
  REAL(fgetxattr);
  FAULTY(real(file, name, to, size), real(file, name, to, size));
}
int fsetxattr(int file, const char* name, const void* from, size_t size, int how) {
  REAL(fsetxattr);
  FAULTY(real(file, name, from, size, how), real(file, name, from, size, how));
}
// A file is closed whatever close() says.
int close(int file) {
  REAL(close);
  const int fault = meets_fault();
  const int result = real(file);
  if (!fault || call_error == fault_short) return result;
  if (call_error == fault_after) raise(SIGKILL);
  errno = call_error;
  return -1;
}
// What a mapping fails with is ENOMEM, whatever is asked for.
void* mmap(void* at, size_t size, int protection, int flags, int file, off_t from) {
  REAL(mmap);
  if (!meets_fault() || call_error == fault_short) return real(at, size, protection, flags, file, from);
  if (call_error == fault_after) raise(SIGKILL);
  errno = ENOMEM;
  return MAP_FAILED;
}
int munmap(void* at, size_t size) {
  REAL(munmap);
  FAULTY(real(at, size), real(at, size));
}
int madvise(void* at, size_t size, int how) {
  REAL(madvise);
  FAULTY(real(at, size, how), real(at, size, how));
}
DIR* fdopendir(int file) {
  REAL(fdopendir);
  if (!meets_fault() || call_error == fault_short) return real(file);
  if (call_error == fault_after) raise(SIGKILL);
  errno = call_error;
  return NULL;
}
DIR* opendir(const char* path) {
  REAL(opendir);
  if (!meets_fault() || call_error == fault_short) return real(path);
  if (call_error == fault_after) raise(SIGKILL);
  errno = call_error;
  return NULL;
}
struct dirent* readdir(DIR* folder) {
  REAL(readdir);
  if (!meets_fault() || call_error == fault_short) return real(folder);
  if (call_error == fault_after) raise(SIGKILL);
  errno = call_error;
  return NULL;
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

static int main_with_faults(int count, char** words) {
  allocation_at = number("FAULT_ALLOCATION");
  allocation_from = number("FAULT_FROM");
  call_at = number("FAULT_CALL");
  call_gap = number("FAULT_GAP");
  const char* error = getenv("FAULT_ERROR");
  call_error = error == NULL              ? EIO
               : !strcmp(error, "short")  ? fault_short
               : !strcmp(error, "kill")   ? fault_kill
               : !strcmp(error, "after")  ? fault_after
               : !strcmp(error, "other")  ? fault_other
               : !strcmp(error, "end")    ? fault_end
               : !strcmp(error, "folder") ? fault_folder
                                          : atoi(error);
  atomic_store(&armed, allocation_at > 0 || allocation_from > 0 || call_at > 0 || call_error == fault_folder ||
                           getenv("FAULT_COUNT") != NULL);
  const int code = real_main(count, words, environ);
  tell();
  return code;
}

// All bytes, or the end of the server: nobody asks any more.
static void take(void* to, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t got = read(STDIN_FILENO, (char*)to + done, size - done);
    if (got <= 0) exit(got == 0 && done == 0 ? 0 : 1);
    done += (size_t)got;
  }
}

static void stream(int descriptor, const char* path, int flags) {
  const int file = open(path, flags, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(125);
  close(file);
}

// A request is its size as 4 bytes, then texts that end with 0: the folder, the limit of memory or 0, the limit of seconds of
// work (ten times that is the limit of time: the machine may be busy), files for output and errors, how many settings, the
// settings, the words of main(). What waitpid() says is the answer.
static int serve(char** words) {
  static char request[1 << 16];
  static char* texts[1 << 10];
  for (;;) {
    uint32_t size = 0;
    take(&size, sizeof size);
    if (size == 0 || size > sizeof request) exit(1);
    take(request, size);
    int count = 0;
    for (char* text = request; text < request + size && count < (1 << 10) - 1; text += strlen(text) + 1) {
      texts[count++] = text;
    }
    texts[count] = NULL;
    const pid_t child = fork();
    if (child == 0) {
      const rlim_t memory = strtoul(texts[1], NULL, 10);
      const struct rlimit no_core = {0, 0}, limit = {memory, memory};
      stream(STDIN_FILENO, "/dev/null", O_RDONLY);
      stream(STDOUT_FILENO, texts[3], O_WRONLY | O_CREAT | O_TRUNC);
      stream(STDERR_FILENO, texts[4], O_WRONLY | O_CREAT | O_TRUNC);
      const int settings = atoi(texts[5]);
      for (int i = 0; i < settings; ++i) putenv(texts[6 + i]);
      unsetenv("FAULT_SERVER");
      setrlimit(RLIMIT_CORE, &no_core);
      if (chdir(texts[0]) != 0) _exit(125);
      const rlim_t seconds = strtoul(texts[2], NULL, 10);
      const struct rlimit work = {seconds, seconds + 1};
      setrlimit(RLIMIT_CPU, &work);
      alarm((unsigned)(10 * seconds));
      if (memory > 0) setrlimit(RLIMIT_AS, &limit);
      char** first = texts + 6 + settings - 1;
      *first = words[0];
      return main_with_faults(count - 6 - settings + 1, first);
    }
    int status = 125 << 8;
    if (child > 0) waitpid(child, &status, 0);
    if (write(STDOUT_FILENO, &status, sizeof status) != sizeof status) exit(1);
  }
}

static int faulty_main(int count, char** words, char** environment) {
  (void)environment;
  unsetenv("LD_PRELOAD");
  return getenv("FAULT_SERVER") != NULL ? serve(words) : main_with_faults(count, words);
}

int __libc_start_main(int (*main)(int, char**, char**), int count, char** words, void (*init)(void),
                      void (*fini)(void), void (*loader)(void), void* stack) {
  REAL(__libc_start_main);
  real_main = main;
  return real(faulty_main, count, words, init, fini, loader, stack);
}
