import CAtomics

/// A number that a handler of signals shares with other threads: reading and changing it never waits.
///
/// `@unchecked Sendable`: each access is one atomic operation on memory that never moves and is never
/// freed.
struct SignalNumber: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<UInt64>

  init(_ value: Int32) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: UInt64(bitPattern: Int64(value)))
  }

  var value: Int32 {
    get { Int32(truncatingIfNeeded: catomics_load(memory)) }
    nonmutating set { catomics_store(memory, UInt64(bitPattern: Int64(newValue))) }
  }

  /// Takes the bits that are set, and sets none.
  func takeBits() -> UInt64 { catomics_exchange(memory, 0) }

  /// The bits that are set.
  var bits: UInt64 { catomics_load(memory) }

  /// Sets bits.
  func add(_ bits: UInt64) { _ = catomics_add_bits(memory, bits) }

  /// Takes bits away, and returns those that were set before.
  func remove(_ bits: UInt64) -> UInt64 { catomics_remove_bits(memory, bits) }
}
