/// The numbers by which the system knows processes.
package enum ProcessNumber {
  /// This process.
  package static var current: Int32 { getpid() }
}
