#ifndef CSYSTEM_PROCESS_MEMORY_H
#define CSYSTEM_PROCESS_MEMORY_H

// What Swift can't call: fork, which it hides, and variadic or Linux-only functions. A header alone,
// without a library. Other systems get functions that fail.
#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <fcntl.h>

// Reads another process's memory; returns the number of bytes, which may be less, or -1. Called by
// number, because the C library declares it only for GNU sources.
static inline ptrdiff_t csystem_read(int pid, uintptr_t address, void *buffer, size_t count) {
  struct iovec local = {buffer, count};
  struct iovec remote = {(void *)address, count};
  return syscall(SYS_process_vm_readv, pid, &local, 1ul, &remote, 1ul, 0ul);
}

// Makes a copy of this process that does nothing but wait until `*pipe` is closed; only functions
// that are safe after fork run in it. It holds none of the app's files, takes no signals, and lets
// every process of this user read it. Returns its process identifier, or -1.
static inline int csystem_freeze(int *pipe_end, int64_t *nanoseconds) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[0], 0);
#ifdef SYS_close_range
    syscall(SYS_close_range, 1u, ~0u, 0u);
#endif
    close(ends[1]);
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
#ifdef PR_SET_PTRACER
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
#endif
    char byte;
    while (read(0, &byte, 1) < 0 && errno == EINTR) {}
    _exit(0);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(ends[0]);
  if (child < 0) {
    close(ends[1]);
    return -1;
  }
  *pipe_end = ends[1];
  *nanoseconds = (end.tv_sec - start.tv_sec) * 1000000000ll + end.tv_nsec - start.tv_nsec;
  return child;
}

// Ends such a copy.
static inline void csystem_thaw(int pid, int pipe_end) {
  close(pipe_end);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
}

#else

static inline ptrdiff_t csystem_read(int pid, uintptr_t address, void *buffer, size_t count) {
  return -1;
}

static inline int csystem_freeze(int *pipe_end, int64_t *nanoseconds) { return -1; }

static inline void csystem_thaw(int pid, int pipe_end) {}

#endif

#endif
