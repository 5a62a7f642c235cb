import TextIO

extension Snapshot {
  /// Reads a dump. Costs one pass over the bytes.
  ///
  /// - Throws: `DumpError` with the line, the node and what is wrong.
  public init(dump bytes: UnsafeBufferPointer<UInt8>) throws(DumpError) {
    var reader = DumpReader(bytes)
    self = try reader.read()
  }

  /// Reads a dump. Costs one pass over the bytes.
  ///
  /// - Throws: `DumpError` with the line, the node and what is wrong.
  public init(dump bytes: [UInt8]) throws(DumpError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(DumpError) in
      try Snapshot(dump: bytes)
    }
  }

  /// Reads a dump from text.
  ///
  /// - Throws: `DumpError` with the line, the node and what is wrong.
  public init(dump text: String) throws(DumpError) {
    try self.init(dump: Array(text.utf8))
  }
}

/// Reads version 1 of the dump.
struct DumpReader: ~Copyable {
  typealias Failure = JSONFailure
  typealias Slice = JSONScanner.Slice

  var scanner: JSONScanner
  var builder = SnapshotBuilder()

  /// The id of the node that is being read, for messages.
  var currentID: Int?
  /// The offset of each node's id and parent, to find the line of a fault between nodes.
  var idOffsets: [Int] = []
  var parentOffsets: [Int] = []
  private var nodesOffset = 0
  var stateKeys: Set<Symbol> = []

  init(_ bytes: Slice) {
    scanner = JSONScanner(bytes)
  }

  mutating func read() throws(DumpError) -> Snapshot {
    do {
      try readTop()
    } catch {
      throw DumpError(
        line: scanner.line(at: error.offset), node: currentID, reason: .init(error.problem))
    }
    let finished = builder
    builder = SnapshotBuilder()
    do {
      return try finished.finish()
    } catch {
      throw located(error)
    }
  }

  private func located(_ error: LinkError) -> DumpError {
    let (offsets, node): ([Int], Int?) =
      switch error.problem {
      case .missingParent, .cycle: (parentOffsets, error.id)
      case .duplicateID, .secondRoot, .negativeID, .emptyType: (idOffsets, error.id)
      case .noNodes, .noRoot, .tooLarge: (idOffsets, nil)
      }
    let offset = offsets.indices.contains(error.entry) ? offsets[error.entry] : nodesOffset
    return DumpError(line: scanner.line(at: offset), node: node, reason: .link(error.problem))
  }
}

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

  private mutating func readTop() throws(Failure) {
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
    var deferredName: Int?
    var deferredMessages: Int?
    var deferredNodes: Int?
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
          builder.setName(try symbol("name"))
        } else {
          deferredName = scanner.position
          try scanner.skipValue()
        }
      } else if key.equals("messages") {
        try note(.messages, "messages", in: &seen, offset)
        if isKnown {
          try readMessages()
        } else {
          deferredMessages = scanner.position
          try scanner.skipValue()
        }
      } else if key.equals("nodes") {
        try note(.nodes, "nodes", in: &seen, offset)
        if isKnown {
          try readNodes()
        } else {
          deferredNodes = scanner.position
          try scanner.skipValue()
        }
      } else {
        try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
    try scanner.expectEnd()

    let required: [(Head, String)] = [
      (.format, "format"), (.version, "version"), (.nodes, "nodes"),
    ]
    for (key, name) in required where !seen.contains(key) {
      throw Failure(offset: 0, problem: DumpError.Reason.missingKey(name, place: "the dump"))
    }
    if let deferredName {
      scanner.move(to: deferredName)
      builder.setName(try symbol("name"))
    }
    if let deferredMessages {
      scanner.move(to: deferredMessages)
      try readMessages()
    }
    if let deferredNodes {
      scanner.move(to: deferredNodes)
      try readNodes()
    }
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
    let version = scanner.wholeNumber()
    if version == 1 { return }
    if version == nil, try scanner.describeValue() != "a number" {
      scanner.move(to: start)
      throw wrongType("version", "a whole number")
    }
    throw Failure(
      offset: start,
      problem: DumpError.Reason.unknownVersion(scanner.text(from: start, to: scanner.position)))
  }

  private mutating func readMessages() throws(Failure) {
    guard scanner.peek() == UInt8(ascii: "[") else { throw wrongType("messages", "an array") }
    var more = try scanner.opens(UInt8(ascii: "["), until: UInt8(ascii: "]"))
    while more {
      builder.declare(try message(in: "messages", needsCode: true))
      more = try scanner.continues(until: UInt8(ascii: "]"))
    }
  }

  private mutating func readNodes() throws(Failure) {
    guard scanner.peek() == UInt8(ascii: "[") else { throw wrongType("nodes", "an array") }
    nodesOffset = scanner.position
    var more = try scanner.opens(UInt8(ascii: "["), until: UInt8(ascii: "]"))
    while more {
      try readNode()
      more = try scanner.continues(until: UInt8(ascii: "]"))
    }
    currentID = nil
  }
}

extension DumpReader {
  /// A string value as a symbol.
  mutating func symbol(_ key: StaticString) throws(Failure) -> Symbol {
    guard scanner.peek() == UInt8(ascii: "\"") else { throw wrongType("\(key)", "a string") }
    return builder.symbols.intern(try scanner.string())
  }

  mutating func wrongType(_ key: String, _ expected: String) -> Failure {
    scanner.wrongType(key, expected)
  }
}
