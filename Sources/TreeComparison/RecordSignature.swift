import TreeJournal
import TreeSnapshot

/// The content of a record as two numbers, without its number, time, ids and lines.
struct RecordSignature {
  /// The main content. Records of different keys are never matched.
  let key: UInt64
  /// The rest; matched records with different details are a difference.
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
      // Its `raised` record has the message.
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
    // When the app looks at its models doesn't count; what it finds is compared by itself.
    case .opened, .closed, .started, .described, .changed, .leaked, .released: break
    // The number of thinned messages depends on time.
    case .thinned: Self.combine(record.message, into: &key)
    }
    self.key = UInt64(truncatingIfNeeded: key.finalize())
    self.detail = UInt64(truncatingIfNeeded: detail.finalize())
  }

  private static func combine(_ message: KnownMessage?, into hasher: inout Hasher) {
    hasher.combine(message?.kind)
    hasher.combine(message?.domain)
    hasher.combine(message?.code)
  }

  /// A message as a number.
  static func number(_ message: KnownMessage) -> UInt64 {
    var hasher = Hasher()
    combine(message, into: &hasher)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// A name as a number.
  static func number(_ name: String) -> UInt64 {
    UInt64(truncatingIfNeeded: name.hashValue)
  }

  /// A text without ids and addresses: `#12` and `0x7f…`.
  static func plain(_ text: String) -> String {
    var plain: [UInt8] = []
    // The digits of the id or address; nil outside of one.
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
