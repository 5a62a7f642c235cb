import TextIO

/// Text whose parts any thread may read, also while it is still coming in.
///
/// `@unchecked Sendable`: nobody changes the bytes once they are there, and they stay where they are.
struct SharedText: @unchecked Sendable {
  /// What is there of it.
  let bytes: UnsafeBufferPointer<UInt8>
  /// How many bytes it has, as far as anybody knows.
  let expectedCount: Int
  /// Where more of it comes from; nil where all is there.
  let supply: (@Sendable (_ count: Int) -> Int)?

  /// The text up to an offset.
  func prefix(_ limit: Int) -> SharedText {
    let known = UnsafeBufferPointer(rebasing: bytes.prefix(limit))
    guard let supply else { return SharedText(bytes: known, expectedCount: limit, supply: nil) }
    return SharedText(bytes: known, expectedCount: limit) { count in
      count < limit ? min(supply(count), limit) : count
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
  }

  /// More bytes than a node's first key takes, with the spaces around it.
  private static let keySize = 4_096

  /// What is no part is the end of reading in parts.
  private struct NoPart: Error {}

  /// Reads nodes in parts as far as that is possible; a node begins at the position, here and afterwards.
  ///
  /// - Parameters:
  ///   - text: the whole text.
  ///   - taken: called after each part with an offset before which nothing is read again.
  mutating func takeParts(
    of text: SharedText, taken: (inout DumpReader, _ offset: Int) -> Void
  ) {
    let start = scanner.position
    // The part behind the last one is where that ends.
    let count = (text.expectedCount - start) / Self.partSize - 1
    guard count > 1, OrderedWork.coreCount > 1 else { return }
    let used = Lock<[Part]>([])
    var next = start
    try? OrderedWork.run(count) { number in
      let part = used.withLock { $0.popLast() } ?? Part()
      let start = start + number * Self.partSize
      // Whatever is there instead of nodes, nobody reads beyond where the next part begins.
      let text = text.prefix(start + 2 * Self.partSize + Self.keySize)
      var reader = DumpReader(
        text.bytes, supply: text.supply, from: start, into: part.nodes.take() ?? ReadNodes()
      ) { _ in }
      part.range = reader.readPart(start..<start + Self.partSize)
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
      scanner.position = range.upperBound
      scanner.line += part.lineCount
      used.withLock { $0.append(part) }
      // Not the position: another thread may be looking for where the next part begins.
      next += Self.partSize
      taken(&self, next)
    }
  }

  /// Reads the nodes that begin within a range.
  ///
  /// - Returns: where the first one begins, and the first one behind the range; nil where it is not certain
  ///   that nodes do.
  private mutating func readPart(_ range: Range<Int>) -> Range<Int>? {
    let next = range.upperBound..<range.upperBound + range.count
    guard let start = scanner.firstNode(in: range), let end = scanner.firstNode(in: next) else {
      return nil
    }
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
