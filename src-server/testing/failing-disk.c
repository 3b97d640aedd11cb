/*
 * LD_PRELOAD library: fails writes below FAULT_FOLDER, and with `reads` positioned reads, by a plan that a test changes
 * while the program runs. The plan is a file of six 64-bit numbers (FAULT_PLAN): `error` (errno, 0: none), `from` (first
 * failing call), `most` (how many fail), `seen` (calls so far), `failed` (how many have), `reads`.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct plan {
  volatile int64_t error, from, most, seen, failed, reads;
};

static struct plan *plan;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULT_PLAN");
  folder = getenv("FAULT_FOLDER");
  if (!path || !folder) return;
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof(struct plan), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared != MAP_FAILED) plan = shared;
}

static int is_below(const char *path) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Whether this call fails; sets errno. */
static int fails(void) {
  int64_t number = __atomic_add_fetch(&plan->seen, 1, __ATOMIC_SEQ_CST);
  if (plan->error == 0 || number < plan->from || plan->failed >= plan->most) return 0;
  __atomic_add_fetch(&plan->failed, 1, __ATOMIC_SEQ_CST);
  errno = (int)plan->error;
  return 1;
}

static int file_fails(int file) {
  if (!plan) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_below(path) && fails();
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t count) {
  return file_fails(file) ? -1 : REAL(write)(file, bytes, count);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  return file_fails(file) ? -1 : REAL(pwrite)(file, bytes, count, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  return file_fails(file) ? -1 : REAL(pwrite64)(file, bytes, count, at);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  return file_fails(file) ? -1 : REAL(writev)(file, parts, count);
}
int fsync(int file) { return file_fails(file) ? -1 : REAL(fsync)(file); }
int fdatasync(int file) { return file_fails(file) ? -1 : REAL(fdatasync)(file); }
int ftruncate(int file, off_t length) { return file_fails(file) ? -1 : REAL(ftruncate)(file, length); }
int ftruncate64(int file, off64_t length) { return file_fails(file) ? -1 : REAL(ftruncate64)(file, length); }

static int reading_fails(int file) { return plan && plan->reads && file_fails(file); }

ssize_t pread(int file, void *bytes, size_t count, off_t at) {
  return reading_fails(file) ? -1 : REAL(pread)(file, bytes, count, at);
}
ssize_t pread64(int file, void *bytes, size_t count, off64_t at) {
  return reading_fails(file) ? -1 : REAL(pread64)(file, bytes, count, at);
}
