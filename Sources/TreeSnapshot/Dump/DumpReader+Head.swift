import TextIO

// The outermost object. What comes before the format and the version are known is walked over
// first and read afterwards, so that a newer dump is refused for its version and nothing else.
extension DumpReader {
  private struct Head: OptionSet {
    let rawValue: Int
    static let format = Head(rawValue: 1)
    static let version = Head(rawValue: 2)
    static let name = Head(rawValue: 4)
    static let messages = Head(rawValue: 8)
    static let nodes = Head(rawValue: 16)
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

    var seen = Head()
    var deferredName: JSONScanner.Place?
    var deferredMessages: JSONScanner.Place?
    var deferredNodes: JSONScanner.Place?
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      _ = scanner.peek()
      let offset = scanner.position
      let key = try scanner.key()
      let isKnown = seen.isSuperset(of: [.format, .version])
      if key.equals("format") {
        try note(.format, "format", in: &seen, offset)
        try readFormat()
      } else if key.equals("version") {
        try note(.version, "version", in: &seen, offset)
        try readVersion()
      } else if key.equals("name") {
        try note(.name, "name", in: &seen, offset)
        if isKnown {
          try readName()
        } else {
          deferredName = scanner.place
          try scanner.skipValue()
        }
      } else if key.equals("asOf") {
        try readAge()
      } else if key.equals("messages") {
        try note(.messages, "messages", in: &seen, offset)
        if isKnown {
          try readMessages()
        } else {
          deferredMessages = scanner.place
          try scanner.skipValue()
        }
      } else if key.equals("nodes") {
        try note(.nodes, "nodes", in: &seen, offset)
        if isKnown {
          try readNodes()
        } else {
          deferredNodes = scanner.place
          try scanner.skipValue()
        }
      } else {
        try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
    if isAlone { try scanner.expectEnd() }
    let end = scanner.place

    let required: [(Head, String)] = [
      (.format, "format"), (.version, "version"), (.nodes, "nodes"),
    ]
    for (key, name) in required where !seen.contains(key) {
      throw Failure(offset: 0, problem: DumpError.Reason.missingKey(name, place: "the dump"))
    }
    if let deferredName {
      scanner.move(to: deferredName)
      try readName()
    }
    if let deferredMessages {
      scanner.move(to: deferredMessages)
      try readMessages()
    }
    if let deferredNodes {
      scanner.move(to: deferredNodes)
      try readNodes()
    }
    scanner.move(to: end)
  }

  private func note(
    _ key: Head, _ name: String, in seen: inout Head, _ offset: Int
  ) throws(Failure) {
    if !seen.insert(key).inserted {
      throw Failure(offset: offset, problem: JSONProblem.duplicateKey(name))
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

  private mutating func readName() throws(Failure) { builder.setName(try symbol("name")) }

  /// Reads as of which record of a journal labels and states are. Anything else has another meaning.
  private mutating func readAge() throws(Failure) {
    _ = scanner.peek()
    let place = scanner.place
    if let record = scanner.wholeNumber() {
      builder.asOf = record
    } else {
      scanner.move(to: place)
      try scanner.skipValue()
    }
  }

  private mutating func readMessages() throws(Failure) {
    try readArray("messages") { (reader) throws(Failure) in
      reader.builder.declare(try reader.message(in: "messages", needsCode: true))
    }
  }
}
