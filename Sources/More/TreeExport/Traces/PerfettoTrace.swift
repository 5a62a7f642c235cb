package import TextIO
package import TreeJournal
import TreeSnapshot

/// A journal as a trace for Perfetto, in its format of `TrackEvent`s.
///
/// Each model has a track, below its parent's. A message is a slice on its raiser's track and one
/// on its handler's, connected by an arrow. Every other record is an instant on its model's track.
package struct PerfettoTrace {
  private let contents: JournalContents
  private let words: RecordWords
  private let outcomes: MessageOutcomes

  /// - Parameters:
  ///   - contents: the journal.
  ///   - types: the types of its models.
  package init(of contents: JournalContents, _ types: JournalTypes) {
    self.contents = contents
    words = RecordWords(contents: contents, types: types)
    outcomes = MessageOutcomes(of: contents)
  }

  // The numbers of the fields in Perfetto's `trace_packet.proto` and `track_event.proto`.
  private enum Field {
    static let packet = 1
    static let clockSnapshot = 6
    static let timestamp = 8
    static let sequence = 10
    static let trackEvent = 11
    static let sequenceFlags = 13
    static let trackDescriptor = 60
  }

  private enum Kind: UInt64 {
    case begin = 1
    case end, instant
  }

  /// An open slice.
  private struct Open {
    var end: Int
    var track: UInt64
  }

  /// Writes the trace.
  package func write(to sink: inout MemorySink) {
    packet(to: &sink) { packet in
      packet.write(Field.sequenceFlags, 1)
      packet.write(Field.clockSnapshot) { snapshot in
        let (time, elapsed) =
          contents.records.first.flatMap { contents[$0] }.map { ($0.time, $0.elapsed) }
          ?? (contents.start, 0)
        for (clock, now) in [(6, elapsed), (1, time)] {
          snapshot.write(1) { entry in
            entry.write(1, UInt64(clock))
            entry.write(2, UInt64(max(0, now)))
          }
        }
        snapshot.write(2, 6)
      }
    }
    packet(to: &sink) { packet in
      packet.write(Field.trackDescriptor) { track in
        track.write(1, Self.processTrack)
        track.write(3) { process in
          process.write(1, UInt64(UInt32(truncatingIfNeeded: contents.process)))
          process.write(6, "models")
        }
      }
    }
    var described: Set<JournalNode> = []
    var open: [Open] = []
    var latest = 0
    func close(upTo time: Int, to sink: inout MemorySink) {
      while let last = open.last, last.end <= time {
        open.removeLast()
        event(.end, last.track, at: last.end, to: &sink)
      }
    }
    func begin(
      _ track: UInt64, from start: Int, to end: Int?, to sink: inout MemorySink,
      _ body: (inout ProtobufMessage) -> Void
    ) {
      event(.begin, track, at: start, to: &sink, body)
      // A slice that never ended is left open. No slice may outlast the one around it, whatever a
      // file says.
      guard let end else { return }
      open.append(Open(end: min(max(start, end), open.last?.end ?? Int.max), track: track))
    }
    for record in contents.records.lazy.compactMap({ contents[$0] }) {
      let time = max(latest, record.elapsed)
      latest = time
      close(upTo: time, to: &sink)
      let track = self.track(of: record.node, &described, to: &sink)
      switch record.event {
      case .raised:
        let outcome = outcomes[record.number]
        let end = outcome.flatMap { outcome in
          outcome.runsHandlers ? outcome.nanoseconds.map { outcome.elapsed &+ $0 } : outcome.elapsed
        }
        begin(track, from: time, to: end, to: &sink) { event in
          event.write(23, "raise \(RecordWords.name(record.message))")
          event.write(22, record.message?.kind.rawValue ?? "message")
          event.write(47, fixed: UInt64(record.number))
          annotate(&event, record)
        }
      case .handled, .uncaught, .delivered:
        let handler = record.handler.map { JournalNode(tree: record.node.tree, id: $0) }
        let place = handler.map { self.track(of: $0, &described, to: &sink) } ?? track
        let write = { (event: inout ProtobufMessage) in
          event.write(23, "\(record.event.rawValue) \(RecordWords.name(record.message))")
          event.write(22, record.message?.kind.rawValue ?? "message")
          if let raise = record.raise { event.write(48, fixed: UInt64(raise)) }
          annotate(&event, record)
        }
        if record.runsHandlers {
          begin(
            place, from: time, to: record.nanoseconds.map { record.elapsed &+ $0 }, to: &sink, write
          )
        } else {
          event(.instant, place, at: time, to: &sink, write)
        }
      default:
        event(.instant, track, at: time, to: &sink) { event in
          event.write(23, words.sentence(record).string)
          event.write(22, record.raise == nil ? "tree" : record.message?.kind.rawValue ?? "message")
          annotate(&event, record)
        }
      }
    }
    close(upTo: Int.max, to: &sink)
  }

  // MARK: Packets

  private func packet(
    to sink: inout MemorySink, _ body: (inout ProtobufMessage) -> Void
  ) {
    var trace = ProtobufMessage()
    trace.write(Field.packet) { packet in
      packet.write(Field.sequence, 1)
      body(&packet)
    }
    sink.write(trace.bytes)
  }

  private func event(
    _ kind: Kind, _ track: UInt64, at time: Int, to sink: inout MemorySink,
    _ body: (inout ProtobufMessage) -> Void = { _ in }
  ) {
    packet(to: &sink) { packet in
      packet.write(Field.timestamp, UInt64(max(0, time)))
      packet.write(Field.trackEvent) { event in
        event.write(9, kind.rawValue)
        event.write(11, track)
        body(&event)
      }
    }
  }

  private func annotate(_ event: inout ProtobufMessage, _ record: JournalRecord) {
    func note(_ name: String, _ write: (inout ProtobufMessage) -> Void) {
      event.write(4) { annotation in
        annotation.write(10, name)
        write(&annotation)
      }
    }
    note("record") { $0.write(3, UInt64(record.number)) }
    if let hops = record.hops { note("hops") { $0.write(3, UInt64(max(0, hops))) } }
    if let count = record.count { note("receivers") { $0.write(3, UInt64(max(0, count))) } }
    if let cause = record.cause { note("cause") { $0.write(3, UInt64(cause)) } }
    if let source = record.source { note("source") { $0.write(6, SafeText(source).string) } }
    if record.isTest { note("test") { $0.write(2, 1) } }
  }

  // MARK: Tracks

  /// Models' ids are lower.
  private static let processTrack = UInt64.max

  private static func track(_ node: JournalNode) -> UInt64 {
    UInt64(truncatingIfNeeded: node.tree) << 44 | UInt64(truncatingIfNeeded: node.id)
  }

  /// The track of a model, which is described on first use, after its ancestors'.
  private func track(
    of node: JournalNode, _ described: inout Set<JournalNode>,
    to sink: inout MemorySink
  ) -> UInt64 {
    var way: [JournalNode] = []
    var next: JournalNode? = node
    while let current = next, !described.contains(current) {
      way.append(current)
      next = words.types.parent(of: current)
    }
    for node in way.reversed() {
      described.insert(node)
      packet(to: &sink) { packet in
        packet.write(Field.trackDescriptor) { track in
          track.write(1, Self.track(node))
          track.write(5, words.types.parent(of: node).map(Self.track) ?? Self.processTrack)
          track.write(2, words.name(node).string)
        }
      }
    }
    return Self.track(node)
  }
}

/// A message in the encoding of protocol buffers. A trace needs nothing else from a library that
/// would be as large as the rest of the command.
struct ProtobufMessage {
  private(set) var bytes: [UInt8] = []

  /// Reserves the size of most messages.
  init() { bytes.reserveCapacity(192) }

  /// A number.
  mutating func write(_ field: Int, _ value: UInt64) {
    append(UInt64(field) << 3)
    append(value)
  }

  /// A number that always takes 64 bits.
  mutating func write(_ field: Int, fixed value: UInt64) {
    append(UInt64(field) << 3 | 1)
    for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (byte * 8))) }
  }

  /// A text.
  mutating func write(_ field: Int, _ text: String) {
    append(UInt64(field) << 3 | 2)
    append(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  /// A nested message.
  mutating func write(_ field: Int, _ message: (inout ProtobufMessage) -> Void) {
    append(UInt64(field) << 3 | 2)
    let start = bytes.count
    bytes.append(0)
    message(&self)
    let count = bytes.count - start - 1
    // One byte suffices for nearly all lengths.
    if count < 0x80 {
      bytes[start] = UInt8(count)
    } else {
      var length = ProtobufMessage()
      length.append(UInt64(count))
      bytes.replaceSubrange(start...start, with: length.bytes)
    }
  }

  /// Seven bits per byte, the lowest first.
  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
