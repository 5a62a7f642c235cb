/// A hash of names for the tables of one process.
///
/// Names come from outside. The keys are random and never leave the process, so nobody can choose
/// names that collide.
struct NameHash {
  private let first = UInt64.random(in: .min ... .max)
  private let second = UInt64.random(in: .min ... .max)
  private let third = UInt64.random(in: .min ... .max)

  /// The hash of this process.
  static let shared = NameHash()

  func callAsFunction(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(name)
    let count = bytes.count
    func eight(_ offset: Int) -> UInt64 {
      bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    func four(_ offset: Int) -> UInt64 {
      UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    var state = UInt64(truncatingIfNeeded: count) ^ third
    var place = 0
    while count - place > 16 {
      state = mix(eight(place) ^ first, eight(place + 8) ^ second ^ state)
      place += 16
    }
    // The rest; of a long name the last sixteen bytes, some of them for the second time.
    switch count {
    case 16...: state = mix(eight(count - 16) ^ first, eight(count - 8) ^ second ^ state)
    case 8...: state = mix(eight(0) ^ first, eight(count - 8) ^ second ^ state)
    case 4...: state = mix(four(0) ^ first, four(count - 4) ^ second ^ state)
    default:
      let word = bytes.reduce(0) { $0 << 8 | UInt64($1) }
      state = mix(word ^ first, second ^ state)
    }
    return mix(state ^ third, first)
  }

  /// Both halves of a product in one word.
  private func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
