#ifndef CGRAPHVIZ_SHIM_H
#define CGRAPHVIZ_SHIM_H

// Found without pkg-config where the headers lie in a folder of their own, as on Debian.
#if __has_include(<graphviz/gvc.h>)
#include <graphviz/gvc.h>
#else
#include <gvc.h>
#endif
#include <pthread.h>
#include <stddef.h>

// Only functions that gvc.h and cgraph.h declare in 2.42 and in 14.1 alike are called here, and no
// field of Graphviz's own structures is read, nor any macro that does so (GD_, ND_, ED_). The module
// is not marked [system], because the compiler accepts calls of undeclared functions in those.

// The length argument of gvRenderData is `unsigned int *` in older versions (2.42 among them) and
// `size_t *` in newer ones. The version header holds a string only, which the preprocessor cannot compare, so the compiler is
// asked for the function's own type: this is the integer to which its last argument points.
typedef __typeof__(_Generic(
    &gvRenderData,
    int (*)(GVC_t *, graph_t *, const char *, char **, unsigned int *): (unsigned int)0,
    default: (size_t)0)) cgraphviz_length;

// gvRenderData with one length type for every version.
static inline int cgraphviz_render(
    GVC_t *context, graph_t *graph, const char *format, char **bytes, size_t *length) {
  cgraphviz_length count = 0;
  int status = gvRenderData(context, graph, format, bytes, &count);
  *length = count;
  return status;
}

// agseterrf's callback takes `char *` or `const char *`, by version; Swift sees one of them here.
static inline void cgraphviz_collect_messages(int (*collect)(char *fragment)) {
  agseterrf((agusererrf)collect);
}

// Sets an attribute of a graph, a node or an edge. agsafeset takes `char *` or `const char *`, by
// version: (void *) is good for both.
static inline void cgraphviz_set_attribute(void *object, const char *name, const char *value) {
  agsafeset(object, (void *)name, (void *)value, (void *)"");
}

// What a thread is to do. pthread_t and the type of a start routine differ between Linux and macOS
// as Swift sees them, so the thread is made here.
struct cgraphviz_work {
  void (*run)(void *argument);
  void *argument;
};

static inline void *cgraphviz_start(void *work) {
  struct cgraphviz_work *todo = (struct cgraphviz_work *)work;
  todo->run(todo->argument);
  return NULL;
}

// Runs a function on a thread of its own with a stack of the size given, and waits for its end.
// Returns 0, or the error number where no thread was to be had and nothing ran.
static inline int cgraphviz_run_with_stack(
    size_t stack, void (*run)(void *argument), void *argument) {
  struct cgraphviz_work work = {run, argument};
  pthread_attr_t attributes;
  pthread_t thread;
  int status = pthread_attr_init(&attributes);
  if (status != 0) return status;
  status = pthread_attr_setstacksize(&attributes, stack);
  if (status == 0) status = pthread_create(&thread, &attributes, cgraphviz_start, &work);
  pthread_attr_destroy(&attributes);
  if (status != 0) return status;
  return pthread_join(thread, NULL);
}

#endif
