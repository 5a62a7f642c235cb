#ifndef CINDEXSTORE_SHIM_H
#define CINDEXSTORE_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libIndexStore lies in the toolchain, where the linker does not look, and its header is not
// installed everywhere: the library is loaded at run time, and these are the types of its functions
// as indexstore/indexstore.h declares them. A Swift function type cannot carry a C structure that
// no header declares.

typedef struct {
  const char *data;
  size_t length;
} index_string;

typedef void *index_handle;
typedef bool (*index_name_visitor)(void *context, index_string name);
typedef bool (*index_visitor)(void *context, index_handle item);

typedef index_handle (*index_create_store)(const char *path, index_handle *error);
typedef index_handle (*index_create_reader)(
    index_handle store, const char *name, index_handle *error);
typedef bool (*index_apply_names)(
    index_handle store, unsigned sorted, void *context, index_name_visitor visitor);
typedef bool (*index_apply)(index_handle reader, void *context, index_visitor visitor);
typedef void (*index_dispose)(index_handle item);
typedef index_string (*index_get_string)(index_handle item);
typedef unsigned (*index_get_kind)(index_handle item);
typedef uint64_t (*index_get_roles)(index_handle occurrence);
typedef void (*index_get_time)(index_handle unit, int64_t *seconds, int64_t *nanoseconds);
typedef void (*index_get_place)(index_handle occurrence, unsigned *line, unsigned *column);

#endif
