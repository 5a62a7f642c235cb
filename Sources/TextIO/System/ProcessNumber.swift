#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The numbers by which the system knows processes.
package enum ProcessNumber {
  /// This process.
  package static var current: Int32 { getpid() }
}
