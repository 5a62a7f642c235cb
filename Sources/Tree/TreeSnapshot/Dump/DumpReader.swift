package import TextIO

extension Snapshot {
  /// Reads a dump. Costs one pass over the bytes.
  ///
  /// - Throws: `DumpError` with the line, the node, and what is wrong.
  public init(dump bytes: UnsafeBufferPointer<UInt8>) throws(DumpError) {
    var reader = DumpReader(JSONScanner(bytes))
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
}

extension Snapshot {
  /// Reads a checkpoint of a journal: an object with the nodes of a dump, and no format of its own.
  ///
  /// - Throws: `DumpError` with the node and what is wrong.
  package init(checkpoint bytes: UnsafeBufferPointer<UInt8>) throws(DumpError) {
    var reader = DumpReader(JSONScanner(bytes), hasFormat: false)
    self = try reader.read()
  }
}

/// Reads version 1 of the dump.
struct DumpReader: ~Copyable {
  typealias Failure = JSONFailure
  typealias Slice = JSONScanner.Slice

  var scanner: JSONScanner
  /// Whether the dump says that it is one, and of which version.
  let hasFormat: Bool
  var builder = SnapshotBuilder()

  /// The id of the current node, for messages.
  var currentID: Int?
  var nodesLine = 1
  /// By node, in the order of the text: the lines of its id and of its parent.
  var lines: [(id: Int, parent: Int)] = []

  init(_ scanner: consuming JSONScanner, hasFormat: Bool = true) {
    self.scanner = scanner
    self.hasFormat = hasFormat
  }

  mutating func read() throws(DumpError) -> Snapshot {
    do {
      try readTop()
    } catch {
      throw DumpError(
        line: scanner.line(at: error.offset), node: currentID,
        reason: DumpFault.words(error.problem).string)
    }
    let complete = builder
    builder = SnapshotBuilder()
    do {
      return try complete.finish()
    } catch {
      // A fault between nodes.
      let own = lines.indices.contains(error.entry) ? lines[error.entry] : nil
      throw DumpError(
        line: (error.isAboutParent ? own?.parent : own?.id) ?? nodesLine,
        node: error.id, reason: error.reason)
    }
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
      scanner.place = place
      throw wrongType("\(key)", "a whole number")
    }
    throw wrongType(
      "\(key)", "a whole number from 0 to \(Int.max)",
      scanner.text(from: start, to: scanner.position), start)
  }

  mutating func wrongType(_ key: String, _ expected: String) -> Failure {
    scanner.wrongType(key, expected)
  }

  func wrongType(_ key: String, _ expected: String, _ found: String, _ offset: Int) -> Failure {
    Failure(
      offset: offset,
      problem: JSONProblem.wrongType(key: key, expected: expected, found: found))
  }
}

// The outermost object. Members before the format and the version are skipped first and read
// afterward, so that a newer dump is refused only for its version.
extension DumpReader {
  /// The members of the outermost object, in the order of reading.
  private enum Key: String, CaseIterable {
    case format, version, name, asOf, messages, nodes
  }

  mutating func readTop() throws(Failure) {
    guard let first = scanner.peek() else {
      throw Failure(offset: 0, problem: DumpFault(words: "the dump is empty; write it again"))
    }
    guard first == UInt8(ascii: "{") else {
      guard first == UInt8(ascii: "[") else {
        throw scanner.unexpected("a dump, which begins with '{'")
      }
      throw wrongType("the dump", "an object")
    }

    var keys: Set<Key> = hasFormat ? [] : [.format, .version]
    var skipped: [Key: (position: Int, line: Int)] = [:]
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
    try scanner.expectEnd()
    let end = scanner.place

    for key in [Key.format, .version, .nodes] where !keys.contains(key) {
      let words: SafeText =
        key == .format
        ? "this is not a dump of a model tree: it has no 'format'; a dump has \"format\": \"model-tree\""
        : "the dump has no '\(key.rawValue)'; add it"
      throw Failure(offset: 0, problem: DumpFault(words: words))
    }
    for key in Key.allCases {
      guard let place = skipped[key] else { continue }
      scanner.place = place
      try read(key)
    }
    scanner.place = end
  }

  private mutating func read(_ key: Key) throws(Failure) {
    switch key {
    case .format: try readFormat()
    case .version: try readVersion()
    case .name: builder.name = try symbol("name")
    case .asOf: builder.asOf = try readAge()
    case .messages:
      try readArray("messages") { (reader) throws(Failure) in
        try reader.readDeclaration()
      }
    case .nodes: try readNodes()
    }
  }

  private mutating func readFormat() throws(Failure) {
    let format = try name("format")
    if format.equals("model-tree") { return }
    throw Failure(
      offset: scanner.position,
      problem: DumpFault(
        words: """
          'format' is "\(format.excerpt)", not "model-tree": this is not a dump of a model tree
          """))
  }

  private mutating func readVersion() throws(Failure) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = scanner.peek(), digits.contains(first) || first == UInt8(ascii: "-") else {
      throw wrongType("version", "a whole number")
    }
    let version = try scanner.valueText()
    if version.equals("1") { return }
    let text = version.excerpt
    throw Failure(
      offset: scanner.position,
      problem: DumpFault(
        words: first > UInt8(ascii: "0") && version.allSatisfy(digits.contains)
          ? "version \(text) of the format is newer than version 1, which this reads; update modeltree"
          : "format version \(text) isn't supported; write version 1"))
  }

  /// Reads the record of a journal as of which labels and states are. The key may also have another
  /// meaning, which is ignored.
  mutating func readAge() throws(Failure) -> Int? {
    if let record = scanner.wholeNumber() { return record }
    try scanner.skipValue()
    return nil
  }
}

extension Snapshot {
  /// Reads a dump from a file; `-` is standard input. Costs one pass over it.
  ///
  /// - Throws: `DumpFileError` with the file, the line, and what is wrong.
  public init(contentsOfFile path: String) throws(DumpFileError) {
    let bytes: FileBytes
    do {
      bytes = try FileBytes(arriving: path)
    } catch {
      throw .file(error)
    }
    try self.init(bytes, ofFile: path)
  }

  /// Reads a dump from a file whose beginning was read.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  package init(_ bytes: FileBytes, ofFile path: String) throws(DumpFileError) {
    do throws(FileError) {
      try bytes.checkEncoding()
      // Input with another beginning is refused without reading the rest, which may be endless.
      let first = bytes.withBuffer { $0.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } }
      if first == nil || first == UInt8(ascii: "{") { try bytes.receiveRest() }
    } catch {
      throw .file(error)
    }
    do throws(DumpError) {
      self = try bytes.withBuffer { bytes throws(DumpError) in try Snapshot(dump: bytes) }
    } catch {
      throw .dump(path: path == "-" ? "standard input" : path, error)
    }
  }
}
