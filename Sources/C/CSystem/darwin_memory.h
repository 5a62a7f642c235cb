#ifndef CPROCESSMEMORY_DARWIN_MEMORY_H
#define CPROCESSMEMORY_DARWIN_MEMORY_H

// A copy of this process's memory on Apple's systems, made while its other threads stand still. They are
// stopped while the allocator is locked, so that none of them holds its locks.
#if defined(__APPLE__)

#include <mach-o/dyld.h>
#include <mach/mach.h>
#include <malloc/malloc.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <TargetConditionals.h>
#include <time.h>

// tvOS and watchOS don't let a process stop its threads.
#define CPROCESSMEMORY_STOPS_THREADS (!TARGET_OS_TV && !TARGET_OS_WATCH)

// A list in memory that the system knows as a debugging tool's.
struct cprocessmemory_list {
  uintptr_t start;
  size_t count, capacity, size;
  // Whether something is missing because there was no memory for it.
  int is_cut;
};

struct cprocessmemory_region {
  uintptr_t start, end;
  // Where its copy is; 0 if it has none.
  uintptr_t copy;
  uint32_t protection, tag;
};

struct cprocessmemory_block {
  uintptr_t address;
  size_t size;
};

struct cprocessmemory_thread {
  uint64_t id;
  uintptr_t stack;
  uint32_t count;
  uint64_t registers[34];
  char name[64];
};

struct cprocessmemory_copy {
  struct cprocessmemory_list regions, blocks, threads;
  int64_t nanoseconds;
};

// Makes room for another item; NULL if there is no memory for it.
static inline void *cprocessmemory_add(struct cprocessmemory_list *list) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? list->capacity * 2 : 4096;
    vm_address_t start = 0;
    if (vm_allocate(mach_task_self(), &start, capacity * list->size,
                    VM_FLAGS_ANYWHERE | VM_MAKE_TAG(VM_MEMORY_ANALYSIS_TOOL)) != KERN_SUCCESS) {
      list->is_cut = 1;
      return NULL;
    }
    if (list->count) {
      memcpy((void *)start, (void *)list->start, list->count * list->size);
      vm_deallocate(mach_task_self(), list->start, list->capacity * list->size);
    }
    list->start = start;
    list->capacity = capacity;
  }
  return (void *)(list->start + list->count++ * list->size);
}

// Whether memory with a tag is the process's own data: of programs (0, 33, 60, 61), the allocator (1 to 13,
// without debugging tools), stacks, the system's libraries (73, 74), Swift (82, 83), and the app itself (240 to
// 255). The others belong to devices and frameworks, and some would be copied at once and not when needed.
static inline int cprocessmemory_is_data(unsigned tag) {
  return tag < VM_MEMORY_ANALYSIS_TOOL || (tag > VM_MEMORY_ANALYSIS_TOOL && tag < 14) ||
         tag == VM_MEMORY_STACK || tag == 33 || tag == 60 || tag == 61 || tag == 73 || tag == 74 ||
         tag == 82 || tag == 83 || tag >= 240;
}

static inline void cprocessmemory_list_regions(struct cprocessmemory_list *list) {
  vm_address_t address = 0;
  natural_t depth = 0;
  for (;;) {
    vm_size_t size = 0;
    // The short form doesn't look at each page.
    struct vm_region_submap_short_info_64 info;
    mach_msg_type_number_t count = VM_REGION_SUBMAP_SHORT_INFO_COUNT_64;
    if (vm_region_recurse_64(mach_task_self(), &address, &size, &depth, (vm_region_recurse_info_t)&info,
                             &count) != KERN_SUCCESS)
      return;
    if (info.is_submap) {
      depth++;
      continue;
    }
    // Reading what was never used would make the system give it pages.
    if (info.share_mode != SM_EMPTY && cprocessmemory_is_data(info.user_tag)) {
      struct cprocessmemory_region *region = (struct cprocessmemory_region *)cprocessmemory_add(list);
      if (!region) return;
      *region = (struct cprocessmemory_region){address, address + size, 0, (uint32_t)info.protection,
                                               info.user_tag};
    }
    address += size;
  }
}

// What can be written to is copied when either side writes to it.
static inline void cprocessmemory_copy_regions(struct cprocessmemory_list *list) {
  struct cprocessmemory_region *regions = (struct cprocessmemory_region *)list->start;
  for (size_t index = 0; index < list->count; index++) {
    struct cprocessmemory_region *region = &regions[index];
    vm_size_t size = region->end - region->start;
    if (!(region->protection & VM_PROT_WRITE) || region->protection & VM_PROT_EXECUTE) continue;
    vm_address_t copy = 0;
    vm_prot_t current, most;
    if (vm_remap(mach_task_self(), &copy, size, 0, VM_FLAGS_ANYWHERE, mach_task_self(), region->start, 1,
                 &current, &most, VM_INHERIT_NONE) == KERN_SUCCESS)
      region->copy = copy;
  }
}

static inline void cprocessmemory_note_blocks(task_t task, void *context, unsigned type,
                                              vm_range_t *ranges, unsigned count) {
  for (unsigned index = 0; index < count; index++) {
    struct cprocessmemory_block *block =
        (struct cprocessmemory_block *)cprocessmemory_add((struct cprocessmemory_list *)context);
    if (block) *block = (struct cprocessmemory_block){ranges[index].address, ranges[index].size};
  }
}

// This process reads itself.
static inline kern_return_t cprocessmemory_read_own(task_t task, vm_address_t address, vm_size_t size,
                                                    void **local) {
  *local = (void *)address;
  return KERN_SUCCESS;
}

static inline void cprocessmemory_lock_zones(vm_address_t *zones, unsigned count, int lock) {
  for (unsigned index = 0; index < count; index++) {
    malloc_zone_t *zone = (malloc_zone_t *)zones[index];
    if (!zone->introspect || !zone->introspect->force_lock || !zone->introspect->force_unlock) continue;
    if (lock)
      zone->introspect->force_lock(zone);
    else
      zone->introspect->force_unlock(zone);
  }
}

// Lists the blocks of zones. The list of one zone may need memory of another one, so that at most the one
// that is listed may be locked.
static inline void cprocessmemory_list_blocks(struct cprocessmemory_list *list, vm_address_t *zones,
                                              unsigned count, int lock) {
  for (unsigned index = 0; index < count; index++) {
    malloc_zone_t *zone = (malloc_zone_t *)zones[index];
    if (!zone->introspect || !zone->introspect->enumerator) continue;
    if (lock) cprocessmemory_lock_zones(&zones[index], 1, 1);
    kern_return_t result = zone->introspect->enumerator(
        mach_task_self(), list, MALLOC_PTR_IN_USE_RANGE_TYPE, (vm_address_t)zone, cprocessmemory_read_own,
        cprocessmemory_note_blocks);
    if (lock) cprocessmemory_lock_zones(&zones[index], 1, 0);
    // Another zone has the blocks of one that can't list them.
    if (result != KERN_SUCCESS && result != KERN_NOT_SUPPORTED) list->is_cut = 1;
  }
}

#if CPROCESSMEMORY_STOPS_THREADS

static inline void cprocessmemory_note_thread(struct cprocessmemory_list *list, thread_act_t thread) {
  struct cprocessmemory_thread *noted = (struct cprocessmemory_thread *)cprocessmemory_add(list);
  if (!noted) return;
  noted->id = thread;
#if defined(__x86_64__)
  enum { flavor = x86_THREAD_STATE64, stack = 7 };
  mach_msg_type_number_t count = x86_THREAD_STATE64_COUNT;
#else
  enum { flavor = ARM_THREAD_STATE64, stack = 31 };
  mach_msg_type_number_t count = ARM_THREAD_STATE64_COUNT;
#endif
  if (count * sizeof(natural_t) <= sizeof noted->registers &&
      thread_get_state(thread, flavor, (thread_state_t)noted->registers, &count) == KERN_SUCCESS) {
    noted->stack = (uintptr_t)noted->registers[stack];
    noted->count = (uint32_t)(count * sizeof(natural_t) / sizeof(uint64_t));
  } else {
    // Without its registers, nobody knows which part of its stack is in use.
    list->count--;
    list->is_cut = 1;
  }
}

#endif

// Copies this process's memory, lists its blocks, and notes where its threads are.
static inline struct cprocessmemory_copy cprocessmemory_copy_own(void) {
  struct cprocessmemory_copy copy = {{0, 0, 0, sizeof(struct cprocessmemory_region), 0},
                                     {0, 0, 0, sizeof(struct cprocessmemory_block), 0},
                                     {0, 0, 0, sizeof(struct cprocessmemory_thread), 0},
                                     0};
  vm_address_t *zones = NULL;
  unsigned zone_count = 0;
  if (malloc_get_all_zones(mach_task_self(), cprocessmemory_read_own, &zones, &zone_count) != KERN_SUCCESS) {
    zone_count = 0;
    copy.blocks.is_cut = 1;
  }
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  int stops = 0;
#if CPROCESSMEMORY_STOPS_THREADS
  // Xcode's log of allocations has a lock of its own, which a stopped thread might hold.
  stops = !getenv("MallocStackLogging") && !getenv("MallocStackLoggingNoCompact");
  thread_act_t own = pthread_mach_thread_np(pthread_self());
  thread_act_array_t threads = NULL;
  mach_msg_type_number_t thread_count = 0;
  if (stops) {
    cprocessmemory_lock_zones(zones, zone_count, 1);
    if (task_threads(mach_task_self(), &threads, &thread_count) != KERN_SUCCESS) thread_count = 0;
    for (mach_msg_type_number_t index = 0; index < thread_count; index++)
      if (threads[index] != own) thread_suspend(threads[index]);
    cprocessmemory_lock_zones(zones, zone_count, 0);
  }
#endif
  cprocessmemory_list_regions(&copy.regions);
  cprocessmemory_list_blocks(&copy.blocks, zones, zone_count, !stops);
  cprocessmemory_copy_regions(&copy.regions);
#if CPROCESSMEMORY_STOPS_THREADS
  for (mach_msg_type_number_t index = 0; index < thread_count; index++) {
    if (threads[index] == own) continue;
    cprocessmemory_note_thread(&copy.threads, threads[index]);
    thread_resume(threads[index]);
  }
#endif
  clock_gettime(CLOCK_MONOTONIC, &end);
  copy.nanoseconds = (end.tv_sec - start.tv_sec) * 1000000000ll + end.tv_nsec - start.tv_nsec;
#if CPROCESSMEMORY_STOPS_THREADS
  struct cprocessmemory_thread *noted = (struct cprocessmemory_thread *)copy.threads.start;
  for (size_t index = 0; index < copy.threads.count; index++) {
    pthread_t thread = pthread_from_mach_thread_np((thread_act_t)noted[index].id);
    noted[index].name[0] = 0;
    if (thread) pthread_getname_np(thread, noted[index].name, sizeof noted[index].name);
  }
  for (mach_msg_type_number_t index = 0; index < thread_count; index++)
    mach_port_deallocate(mach_task_self(), threads[index]);
  if (threads)
    vm_deallocate(mach_task_self(), (vm_address_t)threads, thread_count * sizeof(thread_act_t));
#endif
  return copy;
}

static inline void cprocessmemory_end_list(struct cprocessmemory_list *list) {
  if (list->capacity) vm_deallocate(mach_task_self(), list->start, list->capacity * list->size);
}

// Gives the memory of a copy back.
static inline void cprocessmemory_end_copy(struct cprocessmemory_copy *copy) {
  struct cprocessmemory_region *regions = (struct cprocessmemory_region *)copy->regions.start;
  for (size_t index = 0; index < copy->regions.count; index++)
    if (regions[index].copy)
      vm_deallocate(mach_task_self(), regions[index].copy, regions[index].end - regions[index].start);
  cprocessmemory_end_list(&copy->regions);
  cprocessmemory_end_list(&copy->blocks);
  cprocessmemory_end_list(&copy->threads);
}

// Reads this process's memory at an address that may not exist any more; returns the number of bytes.
static inline size_t cprocessmemory_read_here(uintptr_t address, void *buffer, size_t count) {
  vm_size_t read = 0;
  kern_return_t result =
      vm_read_overwrite(mach_task_self(), address, count, (vm_address_t)buffer, &read);
  return result == KERN_SUCCESS ? read : 0;
}

// Which pages were ever used: a byte for each, 0 for those that weren't. Returns 0 if that is known.
static inline int cprocessmemory_used_pages(uintptr_t address, size_t count, char *pages) {
  return mincore((void *)address, count, pages);
}

// The file of a program or library, and where it was loaded; NULL behind the last one.
static inline const char *cprocessmemory_image(uint32_t index, uintptr_t *address) {
  *address = (uintptr_t)_dyld_get_image_header(index);
  return *address ? _dyld_get_image_name(index) : NULL;
}

#endif

#endif
