// Whoever prints a tree names its options, and whoever takes a picture of it reads it: both are
// declared beside the runtime, in a module that the inspector's command shares with it.
@_exported public import TreeSnapshot
