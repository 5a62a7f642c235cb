#ifndef CGRAPHVIZ_SHIM_H
#define CGRAPHVIZ_SHIM_H

#include <gvc.h>
#include <pthread.h>
#include <stddef.h>

// The length argument of gvRenderData is `unsigned int *` up to Graphviz 10 and `size_t *` after it.
// The version header holds a string only, which the preprocessor cannot compare, so the compiler is
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

// The lexer counts lines over the life of the process; each text begins at line 1 again. The
// argument of agsetfile is `char *` or `const char *`, by version: (void *) is good for both.
static inline graph_t *cgraphviz_read(const char *dot) {
  agsetfile((void *)"DOT");
  return agmemread(dot);
}

// GD_bb is a macro, which Swift does not see: the size of the drawing in points.
static inline double cgraphviz_width(graph_t *graph) {
  return GD_bb(graph).UR.x - GD_bb(graph).LL.x;
}
static inline double cgraphviz_height(graph_t *graph) {
  return GD_bb(graph).UR.y - GD_bb(graph).LL.y;
}

// GD_drawing is a macro too: how many pixels an inch has in the picture that is rendered next.
static inline void cgraphviz_set_resolution(graph_t *graph, double pixels_per_inch) {
  GD_drawing(graph)->dpi = pixels_per_inch;
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
