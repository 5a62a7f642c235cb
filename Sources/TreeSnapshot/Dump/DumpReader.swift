package import TextIO

extension Snapshot {
  /// Reads a dump. Costs one pass over the bytes.
  ///
  /// - Throws: `DumpError` with the line, the node and what is wrong.
  public init(dump bytes: UnsafeBufferPointer<UInt8>) throws(DumpError) {
    var reader = DumpReader(bytes) { _ in }
    reader.expectedBytes = bytes.count
    self = try reader.read()
  }

  /// Reads a dump that other text may follow, also while it is still coming in.
  ///
  /// - Parameters:
  ///   - bytes: what is there of the text.
  ///   - supply: where more of it comes from; nil where all is there.
  ///   - nodes: about how many nodes are to come, where that is known.
  ///   - end: set to the number of the dump's bytes.
  ///   - release: called now and then with the number of bytes at the beginning that are not read
  ///     again.
  package init(
    dumpAtStartOf bytes: UnsafeBufferPointer<UInt8>, supply: JSONScanner.Supply?,
    expecting nodes: Int? = nil, end: inout Int, release: @escaping (Int) -> Void
  ) throws(DumpError) {
    var reader = DumpReader(bytes, supply: supply, release: release)
    reader.isAlone = false
    reader.expectedNodes = nodes
    self = try reader.read()
    end = reader.scanner.position
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
  /// Whether nothing may follow the dump.
  var isAlone = true
  /// How many bytes the text has, where that is known.
  var expectedBytes: Int?
  /// About how many nodes a text has whose bytes nobody counts, as somebody says.
  var expectedNodes: Int?
  var builder = SnapshotBuilder()

  /// The id of the node that is being read, for messages.
  var currentID: Int?
  /// The line of each node's id, for a fault between nodes.
  private var idLines: [Int32] = []
  /// The line of each node's parent; empty as long as these are the same.
  private var parentLines: [Int32] = []
  private var nodesLine = 1
  var stateKeys = StateKeys()
  /// The names that were read lately, and those that wait for their symbols: stand-ins for these are in
  /// the columns.
  var names = NameBatch()
  private var resolved = NodeColumns.Counts()
  private let release: (Int) -> Void

  init(
    _ bytes: Slice, supply: JSONScanner.Supply? = nil, release: @escaping (Int) -> Void
  ) {
    scanner = JSONScanner(bytes, supply: supply)
    self.release = release
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
    let (lines, node): ([Int32], Int?) =
      switch error.problem {
      case .missingParent, .cycle: (parentLines.isEmpty ? idLines : parentLines, error.id)
      case .duplicateID, .secondRoot, .negativeID, .emptyType: (idLines, error.id)
      case .noNodes, .noRoot, .tooLarge: (idLines, nil)
      }
    let line = lines.indices.contains(error.entry) ? Int(lines[error.entry]) : nodesLine
    return DumpError(line: line, node: node, reason: .link(error.problem))
  }
}

extension DumpReader {
  /// Notes where a node has its id and its parent.
  mutating func noteLines(id: Int, parent: Int) {
    let (id, parent) = (Int32(clamping: id), Int32(clamping: parent))
    if id != parent, parentLines.isEmpty { parentLines = idLines }
    idLines.append(id)
    if id != parent || !parentLines.isEmpty { parentLines.append(parent) }
  }

  /// Reads the array of nodes.
  ///
  /// - Parameter isLast: whether nothing before the nodes is read again.
  mutating func readNodes(isLast: Bool) throws(Failure) {
    guard scanner.peek() == UInt8(ascii: "[") else { throw wrongType("nodes", "an array") }
    nodesLine = scanner.line
    let start = scanner.position
    var released = start
    var more = try scanner.opens(UInt8(ascii: "["), until: UInt8(ascii: "]"))
    while more {
      if scanner.position - released > Self.releaseStep {
        resolveNames()
        // The first of many say how many the others are.
        if released == start { reserve(readBytes: scanner.position - start) }
        released = scanner.position
        if isLast { release(released) }
      }
      try readNode()
      if names.count >= Self.namesTogether { resolveNames() }
      more = try scanner.continues(until: UInt8(ascii: "]"))
    }
    currentID = nil
    resolveNames()
  }

  /// Puts the symbols of names where their stand-ins are.
  private mutating func resolveNames() {
    names.resolve(in: &builder.symbols)
    builder.nodes.replaceNames(names, from: &resolved)
    names.removeAll()
  }
}

extension DumpReader {
  /// The number of bytes after which those before are given back.
  private static let releaseStep = 4 << 20
  /// How many names are looked up together.
  private static let namesTogether = 128

  /// So many times what has come is believed to come at most.
  private static let mostTimes = 64.0

  /// Makes room for all nodes: they need as much as those that were read.
  private mutating func reserve(readBytes: Int) {
    let times =
      expectedBytes.map { Double($0) / Double(readBytes) }
      ?? min(Self.mostTimes, Double(expectedNodes ?? 0) / Double(builder.count))
    if times <= 1 { return }
    let factor = times * 1.03
    builder.reserveCapacity(factor: factor)
    idLines.reserveCapacity(Int(Double(idLines.count) * factor))
    parentLines.reserveCapacity(Int(Double(parentLines.count) * factor))
  }

  /// A string value as a symbol.
  mutating func symbol(_ key: StaticString) throws(Failure) -> Symbol { addName(try name(key)) }

  /// A string value.
  @inline(__always)
  mutating func name(_ key: StaticString) throws(Failure) -> Slice {
    guard scanner.peek() == UInt8(ascii: "\"") else { throw wrongType("\(key)", "a string") }
    return try scanner.string()
  }

  /// The symbol of a name, or a stand-in for it until the names that wait are resolved.
  mutating func addName(_ name: Slice) -> Symbol {
    if scanner.isInText(name) { return names.add(name) }
    // The scanner's own memory is about to be used again: the copy lives on in the table.
    return builder.symbols.intern(name)
  }

  mutating func wrongType(_ key: String, _ expected: String) -> Failure {
    scanner.wrongType(key, expected)
  }
}
