#ifndef CSYSTEM_SHIM_H
#define CSYSTEM_SHIM_H

// What the package needs of the C library comes through this module, which exports what it includes:
// so no Swift file chooses between Glibc, Musl and Darwin. What those modules add in Swift is not
// part of it.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// `errno` is a macro that Swift cannot read.
static inline int csystem_errno(void) { return errno; }

// fcntl is variadic and so not visible from Swift.
static inline int csystem_fcntl(int descriptor, int command, int argument) {
  return fcntl(descriptor, command, argument);
}

#endif
