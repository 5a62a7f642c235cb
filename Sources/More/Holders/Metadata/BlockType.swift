/// How the references in a block are found.
enum BlockShape: Sendable {
  /// Words at known offsets.
  case words
  /// An array: a count, and elements.
  case array
  /// A dictionary or a set: bits for the places that are taken, keys, and values.
  case table
  /// A ring of elements in a buffer.
  case ring
  /// A task.
  case task
  /// Memory of a task: variables of its functions.
  case slab
  /// A block that no Swift type describes.
  case unknown
}

/// What is known of all blocks with the same metadata.
final class BlockType: Sendable {
  let shape: BlockShape
  /// The metadata; 0 for a block that no Swift type describes.
  let metadata: UInt
  /// The kind of the metadata.
  let kind: UInt
  /// The words of a block, or of an element or a key.
  let words: [ValueLayout.Word]
  /// The size of a block, or the distance of elements or keys.
  let size: Int
  /// The words of a dictionary's value, and their distance.
  let values: (words: [ValueLayout.Word], size: Int)
  /// The offset from which each word of a block may be a reference.
  let openFrom: Int
  /// Whether a block may be larger than its type says, with more in it.
  let hasTail: Bool

  init(
    _ shape: BlockShape, metadata: UInt = 0, kind: UInt = 0, words: [ValueLayout.Word] = [],
    size: Int = 0, values: ([ValueLayout.Word], Int) = ([], 0), openFrom: Int = .max,
    hasTail: Bool = false
  ) {
    self.hasTail = hasTail
    self.shape = shape
    self.metadata = metadata
    self.kind = kind
    self.words = words
    self.size = size
    self.values = values
    self.openFrom = openFrom
  }

  /// The type of a block that no Swift type describes.
  static let unknown = BlockType(.unknown, openFrom: 0)
}

/// The kinds of metadata that blocks begin with.
enum MetadataKind {
  static let `class`: UInt = 0
  static let `struct`: UInt = 0x200
  static let `enum`: UInt = 0x201
  static let optional: UInt = 0x202
  static let foreignClass: UInt = 0x203
  static let tuple: UInt = 0x301
  static let existential: UInt = 0x303
  static let function: UInt = 0x302
  static let context: UInt = 0x400
  static let box: UInt = 0x500
  static let error: UInt = 0x501
  static let task: UInt = 0x502
  static let job: UInt = 0x503
}

/// Where a value holds references.
struct ValueLayout: Sendable {
  /// A word of the value.
  struct Word: Sendable {
    var offset: Int
    /// The property, with those around it; empty for the value itself.
    var name: String
    /// Whether it is a plain address, which may not retain what it points to.
    var isRaw = false
    /// Whether it is the context of a function, whose address stands before it.
    var isContext = false
    /// Whether nothing says that it is a reference: it may be a number, or one that doesn't retain.
    var isOpen = false
    /// Its number among the words of an existential's buffer, which its type uses or not; nil elsewhere.
    var inBuffer: Int?
  }

  /// The value's size; nil if it isn't known.
  var size: Int?
  var alignment = 8
  var words: [Word] = []
  /// The number of bit patterns that aren't values, in which optionals store `nil`.
  var spare = 0
  /// The offset from which each word may be a reference; nil if all are known.
  var openFrom: Int?

  /// A value without references.
  static func plain(_ size: Int, spare: Int = 0) -> ValueLayout {
    ValueLayout(size: size, alignment: max(1, min(size, 8)), spare: spare)
  }

  /// The spare patterns of a reference: all small numbers.
  static let referenceSpare = 4_096

  static let reference = ValueLayout(
    size: 8, words: [Word(offset: 0, name: "")], spare: referenceSpare)
  /// An object with a table for each protocol that it conforms to.
  static func object(protocols: Int) -> ValueLayout {
    ValueLayout(size: 8 + 8 * protocols, words: reference.words, spare: referenceSpare)
  }
  static let function = ValueLayout(
    size: 16, words: [Word(offset: 8, name: "", isContext: true)], spare: referenceSpare)
  /// A plain address, and a buffer: such an address, which may be nil, and a count.
  static let raw = ValueLayout(size: 8, words: [Word(offset: 0, name: "", isRaw: true)], spare: 1)
  static let rawBuffer = ValueLayout(size: 16, words: raw.words)
  /// A value of a type that conforms to some protocols: three words for it or its box, its type, and a
  /// table for each protocol.
  static func existential(protocols: Int) -> ValueLayout {
    ValueLayout(
      size: 32 + 8 * protocols,
      words: (0..<3).map { Word(offset: $0 * 8, name: "", inBuffer: $0) }, spare: referenceSpare)
  }
  static let unknown = ValueLayout(size: nil, openFrom: 0)

  /// The layout of an optional value.
  var optional: ValueLayout {
    var layout = self
    if spare > 0 { layout.spare -= 1 } else { layout.size = size.map { $0 + 1 } }
    return layout
  }

  /// The words as part of something larger.
  func words(at start: Int, end: Int, name: String) -> [Word] {
    var all = words.filter { start + $0.offset + 8 <= end }.map { word in
      var word = word
      word.offset += start
      word.name = word.name.isEmpty ? name : name.isEmpty ? word.name : "\(name).\(word.name)"
      return word
    }
    if let openFrom {
      for offset in stride(from: (start + openFrom + 7) & ~7, to: end - 7, by: 8) {
        all.append(Word(offset: offset, name: name, isOpen: true))
      }
    }
    return all
  }
}

/// What a task of Swift's concurrency says of itself, in the layout of Swift 5.5 and later.
struct TaskFacts {
  /// Whether it has ended.
  let isComplete: Bool
  /// Where a task that has ended keeps its result, or the error that it threw, and the type of that; nil if
  /// it has none.
  private(set) var result: (offset: Int, type: UInt)?

  /// The size of a task itself. What it is besides, as a child of another task or of a group, follows.
  private static let size = 208

  init(at address: UInt, in memory: Memory) {
    isComplete = (memory.word(address + 96) ?? 0) & 0x2000 != 0
    guard isComplete, let flags = memory.half(address + 32), flags & 1 << 25 != 0 else { return }
    let isChild = flags & 1 << 24 != 0
    let isInGroup = flags & 1 << 26 != 0
    let future = Self.size + (isChild ? 16 : 0) + (isInGroup ? 8 : 0)
    let place = address + UInt(future)
    guard let state = memory.word(place), let type = memory.word(place + 8) else { return }
    // The lowest bits tell whether it succeeded or threw.
    switch state & 3 {
    case 1: result = (future + 24, type)
    case 2: result = (future + 16, 0)
    default: break
    }
  }
}
