// The C library, for every file of the package that uses this module: nowhere else does a file choose between
// the names that it has on different systems.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif
