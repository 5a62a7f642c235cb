#ifndef CGRAPHVIZ_SHIM_H
#define CGRAPHVIZ_SHIM_H

// Found without pkg-config where the headers lie in a folder of their own, as on Debian.
#if __has_include(<graphviz/gvc.h>)
#include <graphviz/gvc.h>
#else
#include <gvc.h>
#endif
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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

// The lexer counts lines over the life of the process; each text begins at line 1 again. The
// argument of agsetfile is `char *` or `const char *`, by version: (void *) is good for both.
static inline graph_t *cgraphviz_read(const char *dot) {
  agsetfile((void *)"DOT");
  return agmemread(dot);
}

// The router behind splines=ortho ends the process with a failed assertion on some graphs, small
// trees among them (2.42: "Trapezoid-table overflow"), so no graph is laid out with it here, whatever its
// text says. agattr takes `char *` or `const char *`, by version: (void *) is good for both.
static inline void cgraphviz_forbid_ortho(graph_t *graph) {
  agattr(graph, AGRAPH, (void *)"splines", (void *)"line");
}

// The wrappers from here on are for macros, which Swift does not see. Coordinates are in points,
// from the lower left corner.

// The size of the drawing.
static inline double cgraphviz_width(graph_t *graph) {
  return GD_bb(graph).UR.x - GD_bb(graph).LL.x;
}
static inline double cgraphviz_height(graph_t *graph) {
  return GD_bb(graph).UR.y - GD_bb(graph).LL.y;
}

// How many pixels an inch has in the picture that is rendered next.
static inline void cgraphviz_set_resolution(graph_t *graph, double pixels_per_inch) {
  GD_drawing(graph)->dpi = pixels_per_inch;
}

// Where a node's center is, how high it is, and its row, counted from the top.
static inline pointf cgraphviz_center(node_t *node) { return ND_coord(node); }
static inline double cgraphviz_node_height(node_t *node) { return ND_ht(node); }
static inline int cgraphviz_row(node_t *node) { return ND_rank(node); }

static inline node_t *cgraphviz_head(edge_t *edge) { return aghead(edge); }

// An edge's only curve; NULL where it has none, or several.
static inline bezier *cgraphviz_curve(edge_t *edge) {
  splines *all = ED_spl(edge);
  return all != NULL && all->size == 1 ? all->list : NULL;
}

// Puts an edge's curve on other points, of which the caller keeps the memory. gvFreeLayout frees the
// copy. Returns 0, or -1 where there is no memory and nothing changed.
static inline int cgraphviz_set_points(bezier *curve, const pointf *points, size_t count) {
  pointf *copy = malloc(count * sizeof(pointf));
  if (copy == NULL) return -1;
  memcpy(copy, points, count * sizeof(pointf));
  free(curve->list);
  curve->list = copy;
  curve->size = count;
  return 0;
}

// How far apart an arrow's tip and its base are.
static inline double cgraphviz_distance(pointf from, pointf to) {
  return hypot(to.x - from.x, to.y - from.y);
}

// Puts the middle of an edge's outer label on a point, less half its width; an edge without one
// stays as it is.
static inline void cgraphviz_put_label_left_of(edge_t *edge, double x, double y) {
  textlabel_t *label = ED_xlabel(edge);
  if (label == NULL) return;
  label->pos.x = x - label->dimen.x / 2;
  label->pos.y = y;
  label->set = 1;
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
