import TextIO

extension Snapshot {
  /// Reads a dump. Costs one pass over the bytes.
  ///
  /// - Throws: `DumpError` with the line, the node, and what is wrong.
  public init(dump bytes: UnsafeBufferPointer<UInt8>) throws(DumpError) {
    var reader = DumpReader(JSONScanner(bytes), isAlone: true)
    self = try reader.read()
  }

  /// Reads a dump. Costs one pass over the bytes.
  ///
  /// - Throws: `DumpError` with the line, the node, and what is wrong.
  public init(dump bytes: [UInt8]) throws(DumpError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(DumpError) in
      try Snapshot(dump: bytes)
    }
  }

  /// Reads a dump from text.
  ///
  /// - Throws: `DumpError` with the line, the node, and what is wrong.
  public init(dump text: String) throws(DumpError) {
    try self.init(dump: Array(text.utf8))
  }

  /// Reads a dump that may be followed by other text.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - end: set to the number of the dump's bytes.
  package init(
    dumpAtStartOf bytes: UnsafeBufferPointer<UInt8>, end: inout Int
  ) throws(DumpError) {
    var reader = DumpReader(JSONScanner(bytes), isAlone: false)
    self = try reader.read()
    end = reader.scanner.position
  }
}

/// Reads version 1 of the dump.
struct DumpReader: ~Copyable {
  typealias Failure = JSONFailure
  typealias Slice = JSONScanner.Slice

  var scanner: JSONScanner
  /// Whether nothing may follow the dump.
  let isAlone: Bool
  var builder = SnapshotBuilder()

  /// The id of the current node, for messages.
  var currentID: Int?
  var nodesLine = 1
  /// The keys of the payload of the message that is being read; nil outside of the vocabulary.
  var payloadKeys: [Symbol]?
  /// The node to report, by its number in the text, and the lines of its id and parent.
  private var target: (number: Int, id: Int?, parent: Int?)?

  init(_ scanner: consuming JSONScanner, isAlone: Bool) {
    self.scanner = scanner
    self.isAlone = isAlone
  }

  mutating func read() throws(DumpError) -> Snapshot {
    do {
      try readTop()
    } catch {
      throw DumpError(
        line: scanner.line(at: error.offset), node: currentID, reason: .init(error.problem))
    }
    let complete = builder
    builder = SnapshotBuilder()
    do {
      return try complete.finish()
    } catch {
      throw located(error)
    }
  }

  /// Notes the lines of the last node if it is the one to report.
  mutating func noteLines(id: Int, parent: Int) {
    if target?.number == builder.count - 1 { target = (builder.count - 1, id, parent) }
  }

  /// Locates a fault between nodes. It reads the text a second time, so that a dump without faults
  /// doesn't pay for line numbers.
  private func located(_ error: LinkError) -> DumpError {
    var again = DumpReader(
      JSONScanner(Slice(start: scanner.base, count: scanner.count)), isAlone: isAlone)
    again.target = (error.entry, nil, nil)
    try? again.readTop()
    let (line, node): (Int?, Int?) =
      switch error.problem {
      case .missingParent, .cycle: (again.target?.parent, error.id)
      case .duplicateID, .secondRoot, .negativeID, .emptyType: (again.target?.id, error.id)
      case .noNodes, .noRoot, .tooLarge: (again.target?.id, nil)
      }
    return DumpError(line: line ?? nodesLine, node: node, reason: .link(error.problem))
  }
}

// Values.
extension DumpReader {
  /// Reads a string as the symbol of a name.
  mutating func symbol(_ key: StaticString) throws(Failure) -> Symbol {
    builder.symbols.intern(try name(key))
  }

  /// Reads a string.
  mutating func name(_ key: StaticString) throws(Failure) -> Slice {
    guard scanner.peek() == UInt8(ascii: "\"") else { throw wrongType("\(key)", "a string") }
    return try scanner.string()
  }

  mutating func readArray(
    _ key: StaticString, _ element: (inout DumpReader) throws(Failure) -> Void
  ) throws(Failure) {
    guard scanner.peek() == UInt8(ascii: "[") else { throw wrongType("\(key)", "an array") }
    var more = try scanner.opens(UInt8(ascii: "["), until: UInt8(ascii: "]"))
    while more {
      try element(&self)
      more = try scanner.continues(until: UInt8(ascii: "]"))
    }
  }

  mutating func wholeNumber(_ key: StaticString) throws(Failure) -> Int {
    if let number = scanner.wholeNumber() { return number }
    _ = scanner.peek()
    let start = scanner.position
    let place = scanner.place
    guard try scanner.describeValue() == "a number" else {
      scanner.move(to: place)
      throw wrongType("\(key)", "a whole number")
    }
    throw Failure(
      offset: start,
      problem: JSONProblem.wrongType(
        key: "\(key)", expected: "a whole number from 0 to \(Int.max)",
        found: scanner.text(from: start, to: scanner.position)))
  }

  mutating func wrongType(_ key: String, _ expected: String) -> Failure {
    scanner.wrongType(key, expected)
  }
}
