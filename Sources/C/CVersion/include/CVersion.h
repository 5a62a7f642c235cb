#pragma once

// Swift has no constants from outside: the manifest defines one for C, and this hands it on.

/// The commit that the package was built from; empty if it isn't known.
const char *modeltree_commit(void);
