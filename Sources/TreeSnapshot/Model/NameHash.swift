/// A hash of names for the tables of one process: sixteen bytes are mixed by one multiplication.
///
/// Names come from outside. The keys are random and never leave the process, so nobody can choose
/// names that collide.
struct NameHash {
  private let first = UInt64.random(in: .min ... .max)
  private let second = UInt64.random(in: .min ... .max)
  private let third = UInt64.random(in: .min ... .max)

  /// That of this process.
  static let shared = NameHash()

  /// The hash of a name; its lower half is not worse than the upper one.
  func callAsFunction(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if let words = NameWords(name) { return self(words) }
    let bytes = UnsafeRawBufferPointer(name)
    var state = UInt64(truncatingIfNeeded: name.count)
    var place = 0
    while place < name.count {
      // The last sixteen bytes; some may be taken twice.
      let start = min(place, name.count - 16)
      state = mix(
        bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self) ^ first,
        bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self) ^ second ^ state)
      place += 16
    }
    return mix(state ^ third, first)
  }

  /// The hash of a short name.
  @inline(__always)
  func callAsFunction(_ name: NameWords) -> UInt64 {
    let state = mix(name.first ^ first, name.second ^ second ^ UInt64(name.count))
    return mix(name.third ^ third, name.fourth ^ state)
  }

  /// Both halves of a product in one word.
  @inline(__always)
  private func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
