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
  /// Whether the second word counts references as Swift does.
  let hasCounts: Bool

  init(
    _ shape: BlockShape, metadata: UInt = 0, kind: UInt = 0, words: [ValueLayout.Word] = [],
    size: Int = 0, values: ([ValueLayout.Word], Int) = ([], 0), openFrom: Int = .max,
    hasTail: Bool = false, hasCounts: Bool = true
  ) {
    self.hasTail = hasTail
    self.hasCounts = hasCounts
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
  /// Greater numbers are addresses.
  static let last: UInt = 0x7ff
}
