#ifndef CSYSTEM_ATOMICS_H
#define CSYSTEM_ATOMICS_H

// Words that a signal's handler, another thread or another process reads while they are written. A header
// alone, without a library: Swift's own module Synchronization needs macOS 15 and iOS 18, and neither the
// standard library nor the C library offers Swift an ordered store on older systems.
#include <stdint.h>

static inline uint64_t csystem_load(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static inline void csystem_store(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

// Stores a word after everything that was stored before. A plain store on x86.
static inline void csystem_store_last(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

// Stores a word before anything that is stored later.
static inline void csystem_store_first(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline uint64_t csystem_exchange(uint64_t *word, uint64_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

static inline uint64_t csystem_add_bits(uint64_t *word, uint64_t bits) {
  return __atomic_fetch_or(word, bits, __ATOMIC_SEQ_CST);
}

#endif
