package import TextIO

extension Snapshot {
  /// Reads a dump. Costs one pass over the bytes; those of a long one are read on all cores.
  ///
  /// - Throws: `DumpError` with the line, the node and what is wrong.
  public init(dump bytes: UnsafeBufferPointer<UInt8>) throws(DumpError) {
    var reader = DumpReader(bytes) { _ in }
    reader.text = SharedText(place: .memory(bytes))
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

  /// Reads a dump. Costs one pass over the bytes; those of a long one are read on all cores.
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
  /// The text, where any thread may read it.
  var text: SharedText?
  /// About how many nodes a text has whose bytes nobody counts, as somebody says.
  var expectedNodes: Int?
  var builder = SnapshotBuilder()
  /// What was read of the text's nodes and is not in the builder yet.
  var nodes: ReadNodes

  /// The id of the node that is being read, for messages.
  var currentID: Int?
  /// Where the nodes in the builder are.
  var lines = NodeLines()
  private var nodesLine = 1
  var stateKeys = StateKeys()
  private let release: (Int) -> Void

  init(
    _ bytes: Slice, supply: JSONScanner.Supply? = nil, from position: Int = 0,
    into nodes: consuming ReadNodes = ReadNodes(), release: @escaping (Int) -> Void
  ) {
    self.nodes = nodes
    scanner = JSONScanner(bytes, supply: supply, from: position)
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
    let (line, node): (Int?, Int?) =
      switch error.problem {
      case .missingParent, .cycle: (lines.parent(of: error.entry), error.id)
      case .duplicateID, .secondRoot, .negativeID, .emptyType: (lines.id(of: error.entry), error.id)
      case .noNodes, .noRoot, .tooLarge: (lines.id(of: error.entry), nil)
      }
    return DumpError(line: line ?? nodesLine, node: node, reason: .link(error.problem))
  }
}

extension DumpReader {
  /// Reads the array of nodes.
  ///
  /// - Parameter isLast: whether nothing before the nodes is read again.
  mutating func readNodes(isLast: Bool) throws(Failure) {
    guard scanner.peek() == UInt8(ascii: "[") else { throw wrongType("nodes", "an array") }
    nodesLine = scanner.line
    let start = scanner.position
    // The first of many say how many the others are.
    let sample = min(Self.releaseStep, (text?.count ?? .max) / 16)
    var isReserved = false
    var released = start
    /// Makes room for the nodes to come, and gives back the text that is not read again.
    func note(_ reader: inout DumpReader) {
      let offset = reader.scanner.position
      if !isReserved, offset - start > sample {
        reader.reserve(readBytes: offset - start)
        isReserved = true
      }
      if isLast, offset - released > Self.releaseStep {
        released = offset
        reader.release(offset)
      }
    }
    var more = try scanner.opens(UInt8(ascii: "["), until: UInt8(ascii: "]"))
    if more, let text { takeParts(of: text) { note(&$0) } }
    var gap = JSONScanner.Gap()
    while more {
      let end = scanner.position + Self.partSize
      repeat {
        scanner.pass(&gap)
        try readNode()
        more = try scanner.continues(until: UInt8(ascii: "]"))
      } while more && scanner.position < end
      builder.append(&nodes)
      lines.append(nodes, behind: 0)
      nodes.removeAll()
      note(&self)
    }
    currentID = nil
  }
}

extension DumpReader {
  /// The number of bytes after which those before are given back.
  private static let releaseStep = 4 << 20
  /// How many bytes a part of the nodes has: what is made of them stays in a processor's own cache.
  static let partSize = 128 << 10

  /// So many times what has come is believed to come at most.
  private static let mostTimes = 64.0

  /// Makes room for all nodes: they need as much as those that were read.
  private mutating func reserve(readBytes: Int) {
    let times =
      text.map { Double($0.count) / Double(readBytes) }
      ?? min(Self.mostTimes, Double(expectedNodes ?? 0) / Double(builder.count))
    // Nothing is moved for the little that comes behind the last part.
    if times <= 1.1 { return }
    let factor = times * 1.03
    builder.reserveCapacity(factor: factor)
    lines.reserveCapacity(factor: factor)
  }

  /// A string value, as the number of a name.
  mutating func symbol(_ key: StaticString) throws(Failure) -> Symbol {
    _ = scanner.peek()
    if let name = scanner.plainString() { return nodes.names.add(plain: name) }
    return addName(try name(key))
  }

  /// A string value.
  @inline(__always)
  mutating func name(_ key: StaticString) throws(Failure) -> Slice {
    guard scanner.peek() == UInt8(ascii: "\"") else { throw wrongType("\(key)", "a string") }
    return try scanner.string()
  }

  /// The number of a name, until it has a symbol.
  mutating func addName(_ name: Slice) -> Symbol {
    // The scanner's own memory is about to be used again.
    scanner.isInText(name) ? nodes.names.add(name) : nodes.names.add(copyOf: name)
  }

  mutating func wrongType(_ key: String, _ expected: String) -> Failure {
    scanner.wrongType(key, expected)
  }
}
