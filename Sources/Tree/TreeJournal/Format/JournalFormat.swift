package import TreeSnapshot

/// The layout of a journal, in memory and in a file: the bytes are the same.
///
/// A journal is words of 64 bits in little-endian order: a header, an area of names, and a ring of
/// *segments*. Each segment is a checkpoint, followed by records of eight words, and ends with the
/// texts of these records. A position counts words since the journal began, and its place in the ring is
/// its remainder by the ring's length. The page "The file of a journal" describes it in full.
package enum JournalFormat {
  /// The first word: `MTJOURNL`.
  package static let magic: UInt64 = 0x4C4E_5255_4F4A_544D
  /// The version that is written and read.
  package static let version: UInt64 = 2

  /// The words of a record, which are its 64 bytes.
  package static let recordWords = 8
  /// The words of the header.
  package static let headerWords = 32
  /// The words with which a segment begins.
  package static let segmentWords = 16
  /// The first word of a segment: `SEGMENT.`.
  package static let segmentMagic: UInt64 = 0x2E54_4E45_4D47_4553

  /// The most bytes of a text that a record or a checkpoint keeps.
  package static let mostTextBytes = 240

  /// The most words of the area of names.
  package static let mostNamesWords = 1 << 16
  /// The fewest bytes of a journal.
  package static let leastBytes = 16_384
  /// The most bytes of a journal.
  package static let mostBytes = 1 << 40

  /// The words of the header, by their places.
  package enum Header {
    package static let magic = 0
    package static let version = 1
    /// The words of the whole journal.
    package static let words = 2
    package static let namesStart = 3
    package static let namesWords = 4
    package static let ringStart = 5
    package static let ringWords = 6
    /// The time of day at the start, in nanoseconds since 1970.
    package static let startTime = 7
    package static let process = 8
    /// Where the names end, in halves of words.
    package static let namesEnd = 9
    /// The number of the next record.
    package static let next = 10
    /// The position of the oldest segment.
    package static let first = 11
    /// The position of the segment that is being written.
    package static let current = 12
    /// How often a name did not fit.
    package static let namesLost = 13
    /// The name of the app's tree; 0 for none.
    package static let appName = 14
    /// The latest record after which each model was looked at again, or left.
    package static let looked = 15
    /// What the journal keeps besides names: a `JournalTexts`.
    package static let texts = 16
  }

  /// The words with which a segment begins, by their places.
  package enum Segment {
    package static let magic = 0
    package static let position = 1
    /// The number of its first record.
    package static let firstRecord = 2
    /// The words of the checkpoint, these included.
    package static let checkpointWords = 3
    /// The number of its records, once the next segment has begun.
    package static let recordCount = 4
    /// When it began, in nanoseconds since the journal did.
    package static let time = 5
    /// The time of day at that moment.
    package static let timeOfDay = 6
    package static let flags = 7
    /// If the checkpoint did not fit, the bytes of a journal in which it does.
    package static let bytesNeeded = 8
    package static let treeCount = 9
    /// The words of the whole segment, its texts included; it is shortened where the next segment begins
    /// early.
    package static let words = 10
    /// What the header said of looks when it began.
    package static let looked = 11
  }

  /// The flags of a segment.
  package enum SegmentFlag {
    /// It begins with a checkpoint.
    package static let hasCheckpoint: UInt64 = 1
    /// The checkpoint holds labels and states.
    package static let isDescribed: UInt64 = 2
  }

  /// The words of a record, by their places.
  package enum Record {
    /// What happened in the lowest eight bits, above them the nanoseconds since the journal began.
    package static let time = 0
    /// The model's id in the lowest 44 bits, above them the number of its tree.
    package static let node = 1
    /// The name in the lower half; in the upper half how many records ago the cause is, or 0.
    package static let name = 2
    /// Another model's id in the lowest 44 bits, above them flags.
    package static let other = 3
    /// A duration, or the number of a record: the one after which the models were looked at before.
    package static let detail = 4
    /// Of the outcome of a message or of work: in the lower half how many records ago that began, in the
    /// upper half a count. Of others, the id of the model whose handler ran.
    package static let more = 5
    /// A source: the file's name in the lower half, the line in the upper one.
    package static let source = 6
    /// Where the record's texts begin, in words before the end of its segment, in the lower half; in the
    /// upper half, their words.
    package static let texts = 7
  }

  /// What a text of a record is.
  package enum TextRole: UInt8 {
    /// A word of an action.
    case word = 1
    /// A note at a raise.
    case context
    /// The error that led to one.
    case underlying
    /// The value that a message carries.
    case payload
    /// The label, or the value of a key, before and afterwards.
    case old, new
    /// The type of receivers that have no records of their own, with their count.
    case rest
    /// What a model says of itself: its label, and a key of its state, before the key's value.
    case label, key
  }

  /// The bits of a model's id.
  package static let idBits: UInt64 = 44
  package static var idMask: UInt64 { (1 << 44) - 1 }
  /// The maximum number of trees in a journal.
  package static let mostTrees: UInt64 = (1 << 20) - 1
  /// The duration of a handler that has not returned.
  package static var unfinished: UInt64 { UInt64.max }

  /// The flags of a record, above the other model's id.
  package enum RecordFlag {
    /// An inspector raised the message.
    package static var isTest: UInt64 { 1 << 44 }
    /// The model is a session.
    package static var isSession: UInt64 { 1 << 45 }
    /// Where the name of the other object's type begins, if it isn't a model: the highest 18 bits.
    package static let typeShift: UInt64 = 46
  }

  /// The kinds of names.
  package enum NameKind {
    package static let text: UInt32 = 1
    package static let message: UInt32 = 2
    package static let list: UInt32 = 3
  }

  /// The name that stands for one that did not fit.
  package static let lostName: UInt32 = 1

  /// The flags of a model in a checkpoint, above its id.
  package enum ModelFlag {
    package static let isSession: UInt64 = 1 << 44
    package static let hasServices: UInt64 = 1 << 45
    package static let hasRaises: UInt64 = 1 << 46
    package static let isDescribed: UInt64 = 1 << 47
    /// A local session that is not open.
    package static let isUnopened: UInt64 = 1 << 48
  }
}

/// The kind of a record, by its number in the format.
package enum JournalEvent: UInt8, Sendable, CaseIterable {
  case raised = 1
  case handled, uncaught, unhandled, unheard, delivered
  case attached, detached, registered, unregistered, provided, represented, opened, closed
  /// A model declares that it may raise a message.
  case declared
  /// A domain's codes become known to the tree.
  case vocabulary
  /// A person, another program or a controller of the app does something to it.
  case performed
  /// A model receives an event.
  case received
  /// Asynchronous work of a model starts, and ends.
  case started, ended
  /// A model is looked at for the first time, and has a label or a state.
  case described
  /// A model's label or a value of its state has changed.
  case changed
  /// A model that has left the tree is still alive; and is deallocated after all.
  case leaked = 24
  case released

  /// The word for it in JSON.
  package var name: String { "\(self)" }
}

extension Message.Kind {
  /// The kind's number in a journal.
  package var journalNumber: UInt32 {
    switch self {
    case .error: 1
    case .bubble: 2
    case .event: 3
    }
  }

  init?(journalNumber: UInt32) {
    guard let kind = Self.allCases.first(where: { $0.journalNumber == journalNumber }) else {
      return nil
    }
    self = kind
  }
}

/// What a journal keeps besides names. The raw values are part of the format.
package enum JournalTexts: UInt64, Sendable {
  /// Nothing: no words of actions, contexts, underlying errors, values, labels and states.
  case names = 1
  /// Texts, but no values of messages.
  case texts
  /// Texts and the values of messages.
  case values
}
