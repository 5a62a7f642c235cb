/// Random numbers that are the same for the same seed, on every machine (SplitMix64).
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 up to `count`, without it; 0 if there is none.
  mutating func roll(_ count: Int) -> Int { count < 2 ? 0 : Int(next() % UInt64(count)) }

  /// Whether something happens that does so often out of a hundred times.
  mutating func happens(_ percent: Int) -> Bool { roll(100) < percent }

  /// One of some things; nil if there are none.
  mutating func pick<Element>(_ all: [Element]) -> Element? {
    all.isEmpty ? nil : all[roll(all.count)]
  }

  /// The place of one of some things, each as likely as its weight; nil if there are none.
  mutating func pick(weights: [Double]) -> Int? {
    let sum = weights.reduce(0, +)
    guard sum > 0 else { return weights.isEmpty ? nil : roll(weights.count) }
    var left = Double(next() >> 11) / Double(1 << 53) * sum
    for (place, weight) in weights.enumerated() {
      left -= weight
      if left < 0 { return place }
    }
    return weights.count - 1
  }
}

/// A number for what was mixed in, the same in every process.
struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func mix(_ number: UInt64) {
    value = (value ^ number) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
  }

  mutating func mix(_ text: String) {
    var number: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }
    mix(number)
  }
}
