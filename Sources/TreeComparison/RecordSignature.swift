import TreeJournal

/// What a record tells, but for its number, time, ids and lines: as two numbers, by which records of two runs
/// are told apart.
struct RecordSignature {
  /// What it tells above all. Records of different keys are never matched.
  let key: UInt64
  /// What else it tells; if it differs between records that are matched, that is a difference.
  let detail: UInt64

  init(_ record: JournalRecord) {
    var (key, detail) = (Hasher(), Hasher())
    key.combine(record.event.isOutcome ? JournalEvent.handled : record.event)
    switch record.event {
    case .raised:
      Self.combine(record.message, into: &key)
      key.combine(record.isTest)
      for text in [record.context, record.underlying, record.value] {
        detail.combine(text.map(Self.plain))
      }
    case .handled, .uncaught, .unhandled, .unheard, .delivered:
      // What its message is, the record before tells.
      detail.combine(record.event)
      detail.combine(record.handler == nil)
      detail.combine(record.count)
      for rest in record.rest {
        detail.combine(rest.type)
        detail.combine(rest.count)
      }
      detail.combine(record.nanoseconds == nil)
    case .received: detail.combine(record.nanoseconds == nil)
    case .attached:
      key.combine(record.type)
      key.combine(record.isSession)
    case .detached: key.combine(record.isSession)
    case .registered:
      Self.combine(record.message, into: &key)
      detail.combine(record.payload)
    case .unregistered, .declared: Self.combine(record.message, into: &key)
    case .provided: key.combine(record.service)
    case .represented:
      key.combine(record.representation == nil)
      detail.combine(record.representation)
    case .vocabulary:
      key.combine(record.vocabulary.first?.domain)
      for message in record.vocabulary { Self.combine(message, into: &detail) }
    case .performed:
      key.combine(record.words.first)
      detail.combine(record.words)
      detail.combine(record.nanoseconds == nil)
    case .ended:
      detail.combine(record.outcome)
      detail.combine(record.nanoseconds == nil)
    // Of states, only what they come to is compared, not when they were looked at.
    case .opened, .closed, .started, .described, .changed: break
    // How many messages are left out depends on time.
    case .thinned: Self.combine(record.message, into: &key)
    }
    self.key = UInt64(truncatingIfNeeded: key.finalize())
    self.detail = UInt64(truncatingIfNeeded: detail.finalize())
  }

  private static func combine(_ message: JournalMessage?, into hasher: inout Hasher) {
    hasher.combine(message?.kind)
    hasher.combine(message?.domain)
    hasher.combine(message?.code)
  }

  /// A message as a number.
  static func number(_ message: JournalMessage) -> UInt64 {
    var hasher = Hasher()
    combine(message, into: &hasher)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// A name as a number.
  static func number(_ name: String) -> UInt64 {
    UInt64(truncatingIfNeeded: name.hashValue)
  }

  /// A text without what only names an object of its run: `#12` and `0x7f…`.
  static func plain(_ text: String) -> String {
    var plain: [UInt8] = []
    // What the digits of a name are; nil outside of one.
    var digits: ((UInt8) -> Bool)?
    for byte in text.utf8 {
      if let isDigit = digits, isDigit(byte) { continue }
      switch byte {
      case UInt8(ascii: "#"): digits = { (48...57).contains($0) }
      case UInt8(ascii: "x") where plain.last == UInt8(ascii: "0"):
        digits = {
          (48...57).contains($0) || (97...102).contains($0) || (65...70).contains($0)
        }
      default: digits = nil
      }
      plain.append(byte)
    }
    return String(decoding: plain, as: UTF8.self)
  }
}

extension JournalEvent {
  /// Whether it tells of a look at a label or a state.
  var isLook: Bool { self == .described || self == .changed }

  /// Whether it tells what became of a message.
  var isOutcome: Bool {
    switch self {
    case .handled, .uncaught, .unhandled, .unheard, .delivered: true
    default: false
    }
  }
}
