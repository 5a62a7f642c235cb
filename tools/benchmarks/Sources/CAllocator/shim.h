#pragma once

#include <stddef.h>

// What the system's allocator knows of itself has another name on each system, and no module.
#ifdef __APPLE__
#include <malloc/malloc.h>

static inline size_t callocator_bytes_in_use(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
}
#else
#include <malloc.h>

static inline size_t callocator_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#endif
