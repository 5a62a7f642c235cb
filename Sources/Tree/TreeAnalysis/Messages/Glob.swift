import TreeSnapshot

/// A pattern for names: `*` for any characters, `?` for one.
package struct Glob: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    case byte(UInt8)
    case anyCharacter
    case anyCharacters
  }

  package var elements: [Element]

  package init(elements: [Element]) { self.elements = elements }

  /// The name, if the pattern matches nothing else.
  package var literal: String? {
    var bytes: [UInt8] = []
    for element in elements {
      guard case .byte(let byte) = element else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of the pattern.
  var text: String {
    let bytes = elements.map { element in
      switch element {
      case .byte(let byte): byte
      case .anyCharacter: UInt8(ascii: "?")
      case .anyCharacters: UInt8(ascii: "*")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the pattern matches a name in UTF-8. Costs at most the product of both lengths.
  package func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    var element = 0
    // The index of the last `*`, and the first byte that it doesn't cover yet.
    var star: (element: Int, place: Int)?
    while place < name.count {
      if element < elements.count, case .anyCharacters = elements[element] {
        star = (element, place)
        element += 1
      } else if element < elements.count, let next = step(elements[element], name, place) {
        place = next
        element += 1
      } else if let (starElement, starPlace) = star {
        star = (starElement, starPlace + 1)
        place = starPlace + 1
        element = starElement + 1
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .anyCharacters }
  }

  /// Whether the pattern can match a name with this prefix. Costs a match for each element.
  func canBegin(with prefix: String) -> Bool {
    // The rest of a name can always match the elements after the prefix.
    (0...elements.count).contains { Glob(elements: Array(elements[..<$0])).matches(prefix) }
  }

  /// Whether the pattern matches the name of a type, with its nesting or without.
  package func matchesType(_ name: String) -> Bool {
    matches(name) || TypeName.bare(name).map(matches) ?? false
  }

  package func matches(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { matches($0) }
  }

  /// The offset after the characters that an element matches; nil if it doesn't match.
  private func step(
    _ element: Element, _ name: UnsafeBufferPointer<UInt8>, _ place: Int
  ) -> Int? {
    switch element {
    case .byte(let byte): return name[place] == byte ? place + 1 : nil
    case .anyCharacters: return nil
    case .anyCharacter:
      var next = place + 1
      while next < name.count, name[next] & 0xC0 == 0x80 { next += 1 }
      return next
    }
  }
}
