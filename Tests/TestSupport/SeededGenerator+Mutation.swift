extension SeededGenerator {
  /// Changes something in a journal: a word, its end, or a few words in a row.
  package mutating func mutate(_ words: inout [UInt64]) {
    // The header and the names are small, and say the most.
    let bound = pick([32, 32, 300, words.count, words.count])
    let place = next(below: min(bound, words.count))
    switch next(below: 7) {
    case 0: words[place] = next()
    case 1: words[place] ^= 1 << UInt64(next(below: 64))
    case 2: words[place] = pick([0, 1, .max, UInt64(Int64.max), 1 << 32, 1 << 31])
    case 3: words[place] &+= pick([1, 6, UInt64(bitPattern: -1), UInt64(bitPattern: -6)])
    case 4: words[place] = words[next(below: words.count)]
    case 5: words.removeLast(next(below: words.count / 8))
    default:
      let count = min(16, words.count - place)
      for offset in 0..<count { words[place + offset] = words[words.count - 1 - offset] }
    }
    if words.isEmpty { words = [0] }
  }
}
