#ifndef CGRAPHVIZ_SHIM_H
#define CGRAPHVIZ_SHIM_H

#include <dlfcn.h>
#include <stddef.h>

// Graphviz is looked for while a program runs, so that the same program runs without it, and with
// any version from 2.42 to 14. Its functions are declared here rather than by its headers, so that
// the package builds where these are missing. A test compares the declarations with the headers.

// The structures of Graphviz, by their names there. No field of them is read.
typedef struct GVC_s cgraphviz_context;
typedef struct Agraph_s cgraphviz_graph;

// Older versions declare `char *` for the text.
typedef int (*cgraphviz_reporter)(const char *fragment);

// The functions that are called, by their names.
struct __attribute__((swift_attr("@Sendable"))) cgraphviz_library {
  cgraphviz_context *(*gvContext)(void);
  int (*gvFreeContext)(cgraphviz_context *context);
  int (*gvLayout)(cgraphviz_context *context, cgraphviz_graph *graph, const char *engine);
  int (*gvFreeLayout)(cgraphviz_context *context, cgraphviz_graph *graph);
  // In older versions (2.42 among them) the length is an `unsigned int`. It fills the lower half of
  // a `size_t` that was zero: Swift runs on little-endian systems.
  int (*gvRenderData)(
      cgraphviz_context *context, cgraphviz_graph *graph, const char *format, char **bytes,
      size_t *length);
  void (*gvFreeRenderData)(char *bytes);
  cgraphviz_graph *(*agmemread)(const char *text);
  int (*agclose)(cgraphviz_graph *graph);
  int (*agerrors)(void);
  int (*agreseterrors)(void);
  cgraphviz_reporter (*agseterrf)(cgraphviz_reporter reporter);
  // Older versions declare `char *` for the text.
  int (*agsafeset)(
      void *object, const char *name, const char *value, const char *missing);
};

// Finds the functions in a library and in those that it needs. Returns 0 if it isn't there or lacks
// one of them. A library that was found stays loaded: its plugins don't support being unloaded.
static inline int cgraphviz_open(const char *name, struct cgraphviz_library *library) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return 0;
#define CGRAPHVIZ_FIND(function) \
  if ((library->function = (__typeof__(library->function))dlsym(handle, #function)) == NULL) return 0
  CGRAPHVIZ_FIND(gvContext);
  CGRAPHVIZ_FIND(gvFreeContext);
  CGRAPHVIZ_FIND(gvLayout);
  CGRAPHVIZ_FIND(gvFreeLayout);
  CGRAPHVIZ_FIND(gvRenderData);
  CGRAPHVIZ_FIND(gvFreeRenderData);
  CGRAPHVIZ_FIND(agmemread);
  CGRAPHVIZ_FIND(agclose);
  CGRAPHVIZ_FIND(agerrors);
  CGRAPHVIZ_FIND(agreseterrors);
  CGRAPHVIZ_FIND(agseterrf);
  CGRAPHVIZ_FIND(agsafeset);
#undef CGRAPHVIZ_FIND
  return 1;
}

#endif
