extension Selector {
  /// The same selector, which takes upper and lower case letters of ASCII as the same in names and in
  /// the values of tests.
  package var ignoringCase: Selector {
    let segments = segments.map { segment in
      var segment = segment
      if case .name(let glob) = segment.subject { segment.subject = .name(glob.ignoringCase) }
      segment.tests = segment.tests.map { test in
        switch test {
        case .session, .leaf, .place: test
        case .label(let glob): .label(glob.ignoringCase)
        case .representation(let glob): .representation(glob.ignoringCase)
        case .service(let glob): .service(glob.ignoringCase)
        case .handles(let kind, let glob): .handles(kind: kind, glob.ignoringCase)
        }
      }
      return segment
    }
    return Selector(text: text, isAnchored: isAnchored, segments: segments)
  }
}

extension Glob {
  fileprivate var ignoringCase: Glob {
    Glob(
      elements: elements.map { element in
        guard case .byte(let byte) = element else { return element }
        let lower = byte | 0x20
        let isLetter = lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
        return isLetter ? .letter(lower) : element
      })
  }
}
