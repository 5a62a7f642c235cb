#include "CVersion.h"

#ifndef MODELTREE_COMMIT
#define MODELTREE_COMMIT ""
#endif

const char *modeltree_commit(void) { return MODELTREE_COMMIT; }
