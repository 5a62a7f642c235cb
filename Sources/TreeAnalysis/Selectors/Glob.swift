/// A pattern for names: `*` for any letters, `?` for one.
package struct Glob: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    case byte(UInt8)
    case anyLetter
    case anyLetters
  }

  package var elements: [Element]

  package init(elements: [Element]) { self.elements = elements }

  /// The name, where the pattern matches nothing else.
  package var literal: String? {
    var bytes: [UInt8] = []
    for element in elements {
      guard case .byte(let byte) = element else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a name, as UTF-8, fits. Costs at most the product of both lengths.
  package func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var letter = 0
    var element = 0
    // Where the last `*` stands, and the first letter that it does not yet cover.
    var star: (element: Int, letter: Int)?
    while letter < name.count {
      if element < elements.count, case .anyLetters = elements[element] {
        star = (element, letter)
        element += 1
      } else if element < elements.count, let next = step(elements[element], name, letter) {
        letter = next
        element += 1
      } else if let (starElement, starLetter) = star {
        star = (starElement, starLetter + 1)
        letter = starLetter + 1
        element = starElement + 1
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .anyLetters }
  }

  /// Whether some name that begins so fits. Costs a match for each element.
  func canBegin(with prefix: String) -> Bool {
    // What the elements behind the prefix ask for can always be supplied.
    (0...elements.count).contains { Glob(elements: Array(elements[..<$0])).matches(prefix) }
  }

  package func matches(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { matches($0) }
  }

  /// The offset behind what one element covers; nil where it does not fit.
  private func step(
    _ element: Element, _ name: UnsafeBufferPointer<UInt8>, _ letter: Int
  ) -> Int? {
    switch element {
    case .byte(let byte): return name[letter] == byte ? letter + 1 : nil
    case .anyLetters: return nil
    case .anyLetter:
      var next = letter + 1
      while next < name.count, name[next] & 0xC0 == 0x80 { next += 1 }
      return next
    }
  }
}
