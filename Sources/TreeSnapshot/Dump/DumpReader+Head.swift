import TextIO

// The outermost object. Members before the format and the version are skipped first and read
// afterward, so that a newer dump is refused only for its version.
extension DumpReader {
  /// The members of the outermost object, in the order of reading.
  private enum Key: String, CaseIterable {
    case format, version, name, asOf, messages, nodes
  }

  mutating func readTop() throws(Failure) {
    guard let first = scanner.peek() else {
      throw Failure(offset: 0, problem: DumpError.Reason.empty)
    }
    guard first == UInt8(ascii: "{") else {
      guard first == UInt8(ascii: "[") else {
        throw scanner.unexpected("a dump, which begins with '{'")
      }
      throw wrongType("the dump", "an object")
    }

    var keys: Set<Key> = []
    var skipped: [Key: JSONScanner.Place] = [:]
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      _ = scanner.peek()
      let offset = scanner.position
      if let key = Key(rawValue: String(decoding: try scanner.key(), as: UTF8.self)) {
        if !keys.insert(key).inserted {
          throw Failure(offset: offset, problem: JSONProblem.duplicateKey(key.rawValue))
        }
        if keys.isSuperset(of: [.format, .version]) || key == .format || key == .version {
          try read(key)
        } else {
          skipped[key] = scanner.place
          try scanner.skipValue()
        }
      } else {
        try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
    if isAlone { try scanner.expectEnd() }
    let end = scanner.place

    for key in [Key.format, .version, .nodes] where !keys.contains(key) {
      throw Failure(
        offset: 0, problem: DumpError.Reason.missingKey(key.rawValue, place: "the dump"))
    }
    for key in Key.allCases {
      guard let place = skipped[key] else { continue }
      scanner.move(to: place)
      try read(key)
    }
    scanner.move(to: end)
  }

  private mutating func read(_ key: Key) throws(Failure) {
    switch key {
    case .format: try readFormat()
    case .version: try readVersion()
    case .name: builder.setName(try symbol("name"))
    case .asOf: builder.asOf = try readAge()
    case .messages:
      try readArray("messages") { (reader) throws(Failure) in
        try reader.readDeclaration()
      }
    case .nodes: try readNodes()
    }
  }

  private mutating func readFormat() throws(Failure) {
    guard scanner.peek() == UInt8(ascii: "\"") else { throw wrongType("format", "a string") }
    let start = scanner.position
    let format = try scanner.string()
    if !format.equals("model-tree") {
      throw Failure(offset: start, problem: DumpError.Reason.otherFormat(format.excerpt))
    }
  }

  private mutating func readVersion() throws(Failure) {
    _ = scanner.peek()
    let start = scanner.position
    let place = scanner.place
    let version = scanner.wholeNumber()
    if version == 1 { return }
    if version == nil, try scanner.describeValue() != "a number" {
      scanner.move(to: place)
      throw wrongType("version", "a whole number")
    }
    throw Failure(
      offset: start,
      problem: DumpError.Reason.unknownVersion(scanner.text(from: start, to: scanner.position)))
  }

  /// Reads the record of a journal as of which labels and states are. The key may also have another
  /// meaning, which is ignored.
  mutating func readAge() throws(Failure) -> Int? {
    _ = scanner.peek()
    let place = scanner.place
    if let record = scanner.wholeNumber() { return record }
    scanner.move(to: place)
    try scanner.skipValue()
    return nil
  }
}
