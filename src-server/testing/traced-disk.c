/*
 * LD_PRELOAD library: records in order what a program does to the files whose path begins with TRACE_FILES (without shared
 * memory) and what it answers over HTTP. A record in TRACE is four 64-bit numbers (kind, place, length of the name, length
 * of the bytes), the name and the bytes. Changes are recorded before they happen, syncs after, answers before they leave.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE = 1, TRUNCATE, SYNC, CREATE, UNLINK, SYNC_FOLDER, ANSWER };

static const char *files;
static size_t files_length, folder_length;
static int trace = -1;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

/* Looked up once: a signal handler writes too and may interrupt a look-up. */
#define REAL(name)                                                                     \
  ({                                                                                   \
    static __typeof__(&name) real;                                                     \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                      \
    real;                                                                              \
  })

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("TRACE");
  files = getenv("TRACE_FILES");
  if (!path || !files || !strrchr(files, '/')) return;
  files_length = strlen(files);
  folder_length = (size_t)(strrchr(files, '/') - files);
  trace = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void note(enum kind kind, int64_t at, const char *name, const struct iovec *parts, int count) {
  struct iovec all[2 + IOV_MAX];
  int64_t head[4] = {kind, at, (int64_t)strlen(name), 0};
  if (count > IOV_MAX - 2) abort();
  for (int part = 0; part < count; part++) {
    all[2 + part] = parts[part];
    head[3] += (int64_t)parts[part].iov_len;
  }
  all[0] = (struct iovec){head, sizeof head};
  all[1] = (struct iovec){(void *)name, strlen(name)};
  ssize_t whole = (ssize_t)(sizeof head) + head[2] + head[3];
  /* A trace with a gap proves nothing. */
  if (REAL(writev)(trace, all, 2 + count) != whole) abort();
}

/* Suffix after the database's name ("" for the database itself); NULL: another file. */
static const char *name_of(const char *path) {
  if (trace < 0 || strncmp(path, files, files_length) != 0) return NULL;
  const char *name = path + files_length;
  return *name == 0 || (*name == '-' && strcmp(name, "-shm") != 0) ? name : NULL;
}

static int path_of(int file, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length > 0 ? length : 0] = 0;
  return length > 0;
}

/* Other files take no lock: the writer may be a signal handler. */
static void begin_note(int concerns) {
  if (concerns) pthread_mutex_lock(&one_at_a_time);
}
static void end_note(int concerns) {
  if (concerns) pthread_mutex_unlock(&one_at_a_time);
}

static int is_answer(const char *path, const struct iovec *parts, int count) {
  static const char start[] = "HTTP/1.1 ";
  const size_t length = sizeof start - 1;
  return strncmp(path, "socket:", 7) == 0 && count > 0 && parts[0].iov_len >= length &&
         memcmp(parts[0].iov_base, start, length) == 0;
}

static ssize_t written(int file, const struct iovec *parts, int count, off_t at) {
  char path[PATH_MAX];
  int is_known = trace >= 0 && path_of(file, path);
  const char *name = is_known ? name_of(path) : NULL;
  int answers = is_known && is_answer(path, parts, count);
  begin_note(name || answers);
  if (name) note(WRITE, at < 0 ? lseek(file, 0, SEEK_CUR) : at, name, parts, count);
  if (answers) note(ANSWER, 0, "", parts, count);
  ssize_t done = at < 0 ? REAL(writev)(file, parts, count) : REAL(pwrite)(file, parts[0].iov_base, parts[0].iov_len, at);
  end_note(name || answers);
  return done;
}

static struct iovec part(const void *bytes, size_t count) { return (struct iovec){(void *)bytes, count}; }

ssize_t write(int file, const void *bytes, size_t count) {
  struct iovec one = part(bytes, count);
  return written(file, &one, 1, -1);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  struct iovec one = part(bytes, count);
  return written(file, &one, 1, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) { return pwrite(file, bytes, count, at); }
ssize_t writev(int file, const struct iovec *parts, int count) { return written(file, parts, count, -1); }

static int synced(int file, int (*sync)(int)) {
  char path[PATH_MAX];
  if (trace < 0 || !path_of(file, path)) return sync(file);
  const char *name = name_of(path);
  int is_folder = strlen(path) == folder_length && strncmp(path, files, folder_length) == 0;
  begin_note(name || is_folder);
  int failed = sync(file);
  if (!failed && (name || is_folder)) note(name ? SYNC : SYNC_FOLDER, 0, name ? name : "", NULL, 0);
  end_note(name || is_folder);
  return failed;
}

int fsync(int file) { return synced(file, REAL(fsync)); }
int fdatasync(int file) { return synced(file, REAL(fdatasync)); }

int ftruncate(int file, off_t length) {
  char path[PATH_MAX];
  const char *name = trace >= 0 && path_of(file, path) ? name_of(path) : NULL;
  begin_note(name != NULL);
  if (name) note(TRUNCATE, length, name, NULL, 0);
  int failed = REAL(ftruncate)(file, length);
  end_note(name != NULL);
  return failed;
}
int ftruncate64(int file, off64_t length) { return ftruncate(file, length); }

int unlink(const char *path) {
  const char *name = name_of(path);
  begin_note(name != NULL);
  if (name) note(UNLINK, 0, name, NULL, 0);
  int failed = REAL(unlink)(path);
  end_note(name != NULL);
  return failed;
}

static int opened(const char *path, int flags, mode_t mode) {
  const char *name = flags & O_CREAT ? name_of(path) : NULL;
  begin_note(name != NULL);
  if (name && access(path, F_OK) != 0) note(CREATE, 0, name, NULL, 0);
  int file = REAL(open)(path, flags, mode);
  end_note(name != NULL);
  return file;
}

#define OPEN(function)                                \
  int function(const char *path, int flags, ...) {    \
    va_list rest;                                     \
    va_start(rest, flags);                            \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                     \
    return opened(path, flags, mode);                 \
  }
OPEN(open)
OPEN(open64)
