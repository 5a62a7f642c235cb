import TextIO

/// Text of which any thread may read a part.
///
/// `@unchecked Sendable`: nobody changes the bytes, and they stay where they are.
struct SharedText: @unchecked Sendable {
  /// Where the text is.
  enum Place {
    case memory(UnsafeBufferPointer<UInt8>)
    case file(ByteSource, count: Int)
  }

  let place: Place

  /// How many bytes it has, as far as anybody knows.
  var count: Int {
    switch place {
    case .memory(let bytes): bytes.count
    case .file(_, let count): count
    }
  }
}

// The nodes of a long text, on all cores. Each part of the text is read as if a node began at its first
// `{"id"`, which no string can hold. The parts are taken one after the other as long as each begins
// where the one before it ended; where one does not, or has a fault, reading goes on from there without
// parts.
extension DumpReader {
  /// The nodes of a part of the text.
  ///
  /// `@unchecked Sendable`: one thread at a time has it, and the text with its names stays until it is taken.
  private final class Part: @unchecked Sendable {
    /// Nil while a thread reads them: nobody else may hold their memory then.
    var nodes: ReadNodes? = ReadNodes()
    /// From the first node up to where the first one of the next part begins; nil where that is not certain.
    var range: Range<Int>?
    /// How many lines end in between.
    var lineCount = 0
    /// The text of the part where it comes from a file, which stays in a processor's own cache.
    private var memory: UnsafeMutablePointer<UInt8>?

    deinit { memory?.deallocate() }

    /// A reader of the text that begins at an offset.
    func reader(of text: SharedText, from start: Int) -> DumpReader {
      let nodes = self.nodes.take() ?? ReadNodes()
      switch text.place {
      case .memory(let bytes):
        let end = min(start + DumpReader.partReach, bytes.count)
        return DumpReader(UnsafeBufferPointer(rebasing: bytes[start..<end]), into: nodes) { _ in }
      case .file(let file, _):
        let memory = memory ?? .allocate(capacity: DumpReader.partReach)
        self.memory = memory
        // Mostly the next part begins soon behind the end of this one.
        let count = file.readPart(
          at: start, into: memory, count: DumpReader.partSize + DumpReader.keySize)
        let bytes = UnsafeBufferPointer(start: UnsafePointer(memory), count: count)
        return DumpReader(
          bytes,
          supply: { known in
            let room = min(DumpReader.partReach - known, DumpReader.keySize)
            return known + file.readPart(at: start + known, into: memory + known, count: room)
          }, into: nodes
        ) { _ in }
      }
    }
  }

  /// More bytes than a node's first key takes, with the spaces around it.
  private static let keySize = 4_096
  /// Nobody looks further for where the next part begins.
  private static var partReach: Int { 2 * partSize + keySize }

  /// What is no part is the end of reading in parts.
  private struct NoPart: Error {}

  /// Reads nodes in parts as far as that is possible; a node begins at the position, here and afterwards.
  ///
  /// - Parameters:
  ///   - text: the whole text.
  ///   - taken: called after each part.
  mutating func takeParts(of text: SharedText, taken: (inout DumpReader) -> Void) {
    let start = scanner.position
    // The part behind the last one is where that ends.
    let count = (text.count - start) / Self.partSize - 1
    guard count > 1, OrderedWork.coreCount > 1 else { return }
    let used = Lock<[Part]>([])
    try? OrderedWork.run(count) { number in
      let part = used.withLock { $0.popLast() } ?? Part()
      let start = start + number * Self.partSize
      var reader = part.reader(of: text, from: start)
      part.range = reader.readPart().map { $0.lowerBound + start..<$0.upperBound + start }
      part.lineCount = reader.scanner.line - 1
      part.nodes = consume reader.nodes
      return part
    } take: { part throws(NoPart) in
      guard let range = part.range, range.lowerBound == scanner.position,
        var nodes = part.nodes.take()
      else { throw NoPart() }
      builder.append(&nodes)
      lines.append(nodes, behind: scanner.line - 1)
      nodes.removeAll()
      part.nodes = consume nodes
      scanner.skip(to: range.upperBound)
      scanner.line += part.lineCount
      used.withLock { $0.append(part) }
      taken(&self)
    }
  }

  /// Reads the nodes that begin within the first bytes of the text.
  ///
  /// - Returns: where the first one begins, and the first one behind these bytes; nil where it is not certain
  ///   that nodes do.
  private mutating func readPart() -> Range<Int>? {
    let next = Self.partSize..<2 * Self.partSize
    guard let start = scanner.firstNode(in: 0..<Self.partSize),
      let end = scanner.firstNode(in: next)
    else { return nil }
    scanner.position = start
    scanner.line = 1
    var gap = JSONScanner.Gap()
    do throws(Failure) {
      while scanner.position < end {
        try readNode()
        guard try scanner.continues(until: UInt8(ascii: "]")) else { return nil }
        scanner.pass(&gap)
        // There may be more of it.
        _ = scanner.peek()
      }
    } catch {
      return nil
    }
    return scanner.position == end ? start..<end : nil
  }
}

extension JSONScanner {
  /// Where the first object begins, within a range, whose first key is `id` with a number; nil where none
  /// does.
  ///
  /// No string holds these characters: each quotation mark in it has a backslash before it.
  fileprivate mutating func firstNode(in range: Range<Int>) -> Int? {
    position = range.lowerBound
    while position < range.upperBound, reaches(position) {
      let start = position
      position += 1
      guard base[start] == UInt8(ascii: "{"), peek() == UInt8(ascii: "\"") else { continue }
      guard reaches(position + 3), Slice(start: base + position, count: 4).equals("\"id\"") else {
        continue
      }
      position += 4
      guard consume(UInt8(ascii: ":")), let digit = peek() else { continue }
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) { return start }
    }
    return nil
  }
}
