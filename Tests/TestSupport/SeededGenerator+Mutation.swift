extension SeededGenerator {
  /// Changes something in a text of lines: a byte, a line, a number, or its end.
  package mutating func mutate(_ text: inout [UInt8]) {
    let place = next(below: text.count)
    let lineEnd = UInt8(ascii: "\n")
    func line(_ place: Int) -> Range<Int> {
      let start = text[..<place].lastIndex(of: lineEnd).map { $0 + 1 } ?? 0
      return start..<(text[place...].firstIndex(of: lineEnd).map { $0 + 1 } ?? text.count)
    }
    switch next(below: 8) {
    case 0: text[place] = UInt8(truncatingIfNeeded: next())
    case 1: text.remove(at: place)
    case 2: text.removeLast(next(below: text.count / 8 + 1))
    case 3: text.removeSubrange(line(place))
    case 4: text.insert(contentsOf: text[line(next(below: text.count))], at: line(place).lowerBound)
    case 5:
      let other = line(next(below: text.count))
      let copy = Array(text[other])
      text.replaceSubrange(line(place), with: copy)
    default:
      guard let digit = text[place...].firstIndex(where: { (48...57).contains($0) }) else { return }
      let end = text[digit...].firstIndex { !(48...57).contains($0) } ?? text.count
      let numbers = ["0", "1", "7", "9223372036854775807", "99999999999999999999", "-1", "1e3"]
      text.replaceSubrange(digit..<end, with: pick(numbers).utf8)
    }
    if text.isEmpty { text = [lineEnd] }
  }
}
