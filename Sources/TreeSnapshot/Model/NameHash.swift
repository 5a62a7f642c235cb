/// A hash of names for the tables of one process: sixteen bytes are mixed by one multiplication.
///
/// Names come from outside. The keys are random and never leave the process, so nobody can choose
/// names that collide.
enum NameHash {
  private struct Keys {
    let first = UInt64.random(in: .min ... .max)
    let second = UInt64.random(in: .min ... .max)
    let third = UInt64.random(in: .min ... .max)
  }

  private static let keys = Keys()

  @inline(__always)
  static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let keys = keys
    let count = name.count
    var state = keys.third ^ UInt64(truncatingIfNeeded: count)
    guard let start = name.baseAddress else { return finish(state, keys) }
    let bytes = UnsafeRawPointer(start)
    var place = 0
    while count - place > 16 {
      let first = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let second = bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
      state = mix(first ^ keys.first, second ^ keys.second ^ state)
      place += 16
    }
    // The last bytes, up to sixteen of them; some may be taken twice.
    let rest = count - place
    var first: UInt64 = 0
    var second: UInt64 = 0
    if rest >= 8 {
      first = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      second = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if rest >= 4 {
      first = UInt64(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      second = UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    } else {
      while place < count {
        first = first << 8 | UInt64(start[place])
        place += 1
      }
    }
    return finish(mix(first ^ keys.first, second ^ keys.second ^ state), keys)
  }

  @inline(__always)
  private static func finish(_ state: UInt64, _ keys: Keys) -> UInt32 {
    UInt32(truncatingIfNeeded: mix(state ^ keys.second, keys.first))
  }

  /// Both halves of a product in one word.
  @inline(__always)
  private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
