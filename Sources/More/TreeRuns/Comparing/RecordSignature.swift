import TreeJournal
import TreeSnapshot

/// The content of records as numbers, without their numbers, times, ids and lines.
enum RecordSignature {
  /// The main content. Records of different keys are never matched; details of matched records may differ.
  static func key(of record: JournalRecord) -> UInt64 {
    let event = record.event.isOutcome ? JournalEvent.handled : record.event
    return number("\(event.rawValue) \(content(of: record))")
  }

  private static func content(of record: JournalRecord) -> String {
    switch record.event {
    case .raised: "\(name(record.message)) \(record.isTest)"
    case .attached: "\(record.type ?? "") \(record.isSession)"
    case .detached: "\(record.isSession)"
    case .registered, .unregistered, .declared: name(record.message)
    case .provided: record.service ?? ""
    case .represented: "\(record.representation == nil)"
    case .vocabulary: record.vocabulary.first?.domain ?? ""
    case .performed: record.words.first ?? ""
    // When the app looks at its models doesn't count; what it finds is compared by itself.
    case .opened, .closed, .started, .ended, .described, .changed, .leaked, .released: ""
    // The `raised` record has the message.
    case .handled, .uncaught, .unhandled, .unheard, .delivered, .received: ""
    }
  }

  private static func name(_ message: KnownMessage?) -> String {
    guard let message else { return "" }
    return "\(message.kind) \(message.domain) \(message.code ?? "")"
  }

  /// A name as a number, the same in each process (FNV-1a).
  static func number(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// A text without ids and addresses: `#12` and `0x7f…`.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "#")) || text.contains("0x") else { return text }
    return text.replacing(/(#)[0-9]+|(0x)[0-9a-fA-F]+/) { $0.output.1 ?? "0x" }
  }
}

extension JournalEvent {
  /// Whether it records a look at a model: its label and state, or whether it is alive.
  var isLook: Bool {
    switch self {
    case .described, .changed, .leaked, .released: true
    default: false
    }
  }

  /// Whether it is the outcome of a message.
  var isOutcome: Bool {
    switch self {
    case .handled, .uncaught, .unhandled, .unheard, .delivered: true
    default: false
    }
  }
}

extension JournalRecord {
  /// The differing details of a record and its partner in another run.
  ///
  /// - Parameter countsReceivers: Whether to compare the number of receivers.
  func differences(from other: JournalRecord, countsReceivers: Bool) -> [Difference.What] {
    if event != other.event || self.outcome != other.outcome { return [.outcome] }
    var all: [Difference.What] = []
    if self.words != other.words { all.append(.input) }
    if (nanoseconds == nil) != (other.nanoseconds == nil) { all.append(.unfinished) }
    if self.vocabulary.map(\.unlabeled) != other.vocabulary.map(\.unlabeled) {
      all.append(.vocabulary)
    }
    if (handler == nil) != (other.handler == nil) { all.append(.handler) }
    if self.rest != other.rest || (countsReceivers && event == .delivered && count != other.count) {
      all.append(.receivers)
    }
    if plainTexts != other.plainTexts { all.append(.text) }
    return all
  }

  private var plainTexts: [String?] {
    [self.context, self.underlying, self.value, self.representation, self.payload].map {
      $0.map(RecordSignature.plain)
    }
  }
}
