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

  init(
    _ shape: BlockShape, metadata: UInt = 0, kind: UInt = 0, words: [ValueLayout.Word] = [],
    size: Int = 0, values: ([ValueLayout.Word], Int) = ([], 0), openFrom: Int = .max
  ) {
    self.shape = shape
    self.metadata = metadata
    self.kind = kind
    self.words = words
    self.size = size
    self.values = values
    self.openFrom = openFrom
  }

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
  static let function: UInt = 0x302
  static let existential: UInt = 0x303
  static let context: UInt = 0x400
  static let box: UInt = 0x500
  static let error: UInt = 0x501
  static let task: UInt = 0x502
  static let job: UInt = 0x503
}

/// Reads the metadata of Swift's runtime.
final class SwiftTypes {
  let memory: Memory
  private let images: Images
  private var blocks: [UInt: BlockType] = [:]
  private var structs: [TypeDescriptor: ValueLayout] = [:]
  private var names: [UInt: String] = [:]

  init(_ memory: Memory, _ images: Images) {
    self.memory = memory
    self.images = images
  }

  /// The type of a block, by its first word.
  func type(ofBlockWith metadata: UInt) -> BlockType {
    if metadata & 7 != 0 || metadata < 4_096 { return .unknown }
    if let type = blocks[metadata] { return type }
    let type = read(metadata)
    // Words that are no metadata differ in each block of a list; they aren't worth keeping.
    if type.shape != .unknown || blocks.count < 100_000 { blocks[metadata] = type }
    return type
  }

  private func read(_ metadata: UInt) -> BlockType {
    guard let kind = memory.word(metadata) else { return .unknown }
    switch kind {
    case MetadataKind.class: return readClass(metadata) ?? .unknown
    case MetadataKind.context where images.image(of: metadata) != nil:
      return readContext(metadata)
    case MetadataKind.box:
      guard let offset = memory.half(metadata + 8), offset < 4_096,
        let boxed = memory.word(metadata + 16), let size = size(ofMetadata: boxed)
      else { return .unknown }
      let words = layout(ofMetadata: boxed, depth: 0)
        .words(at: Int(offset), end: Int(offset) + size, name: "")
      return BlockType(
        .words, metadata: metadata, kind: kind, words: words, size: Int(offset) + size)
    case MetadataKind.error where images.image(of: metadata) != nil:
      return BlockType(.words, metadata: metadata, kind: kind, openFrom: 16)
    case MetadataKind.task where images.image(of: metadata) != nil:
      return BlockType(.task, metadata: metadata, kind: kind)
    case MetadataKind.job where images.image(of: metadata) != nil:
      return BlockType(.words, metadata: metadata, kind: kind, openFrom: 16)
    default: return isSlab(metadata) ? BlockType(.slab, metadata: metadata, kind: .max) : .unknown
    }
  }

  /// Whether the memory of tasks begins with a word.
  private func isSlab(_ metadata: UInt) -> Bool {
    guard let image = images.image(of: metadata),
      image.name.hasPrefix("libswift_Concurrency") || image === images.all.first
    else { return false }
    return image.symbol(at: metadata)?.name.contains("TaskAllocatorSlabMetadata") ?? false
  }
}

// Classes.
extension SwiftTypes {
  /// The description of a class; nil if it is no class.
  func descriptor(ofClass metadata: UInt) -> TypeDescriptor? {
    guard memory.word(metadata) == MetadataKind.class, let place = memory.word(metadata &+ 40),
      images.image(of: place) != nil,
      let descriptor = TypeDescriptor(at: place, in: memory), descriptor.kind == .class
    else { return nil }
    return descriptor
  }

  /// The class and its superclasses, which come first.
  private func chain(_ metadata: UInt) -> [UInt] {
    var chain: [UInt] = []
    var current = metadata
    while current != 0, chain.count < 50, descriptor(ofClass: current) != nil {
      chain.insert(current, at: 0)
      current = memory.word(current + 8) ?? 0
    }
    return chain
  }

  private func readClass(_ metadata: UInt) -> BlockType? {
    guard let descriptor = descriptor(ofClass: metadata),
      let size = memory.half(metadata + 24).map({ Int($0) }), size >= 16, size < 1 << 24
    else { return nil }
    let arguments = descriptor.arguments(ofMetadata: metadata, in: memory)
    func element(_ index: Int) -> (words: [ValueLayout.Word], size: Int) {
      guard index < arguments.count, let size = stride(ofMetadata: arguments[index]) else {
        return ([], 0)
      }
      let layout = layout(ofMetadata: arguments[index], depth: 0)
      return (layout.words(at: 0, end: size, name: ""), size)
    }
    let kind = MetadataKind.class
    switch descriptor.name(in: memory) ?? "" {
    case "_ContiguousArrayStorage":
      let (words, size) = element(0)
      return BlockType(.array, metadata: metadata, kind: kind, words: words, size: size)
    case "_DictionaryStorage":
      let (words, size) = element(0)
      return BlockType(
        .table, metadata: metadata, kind: kind, words: words, size: size, values: element(1))
    case "_SetStorage":
      let (words, size) = element(0)
      return BlockType(.table, metadata: metadata, kind: kind, words: words, size: size)
    case "_DequeBuffer":
      let (words, size) = element(0)
      return BlockType(.ring, metadata: metadata, kind: kind, words: words, size: size)
    case "__StringStorage", "__SharedStringStorage":
      return BlockType(.words, metadata: metadata, kind: kind, size: size)
    default: break
    }
    let chain = chain(metadata)
    // A buffer's elements follow its properties, and nothing says how many there are.
    if chain.contains(where: { self.descriptor(ofClass: $0)?.name(in: memory) == "ManagedBuffer" })
    {
      return BlockType(.words, metadata: metadata, kind: kind, openFrom: 16)
    }
    return BlockType(
      .words, metadata: metadata, kind: kind, words: words(of: chain, size: size), size: size)
  }

  private func words(of chain: [UInt], size: Int) -> [ValueLayout.Word] {
    var fields: [(offset: Int, name: String, layout: ValueLayout)] = []
    for metadata in chain {
      guard let descriptor = descriptor(ofClass: metadata),
        let described = descriptor.fields(in: memory),
        let offsets = descriptor.fieldOffsets(
          ofMetadata: metadata, count: described.count, in: memory)
      else {
        // Without descriptions of properties each word may be one.
        return ValueLayout.unknown.words(at: 16, end: size, name: "")
      }
      let arguments = descriptor.arguments(ofMetadata: metadata, in: memory)
      for (field, offset) in zip(described, offsets) {
        let type = MangledType(at: field.type, in: memory)
        let layout = type?.layout(arguments, self, depth: 0) ?? .unknown
        fields.append((offset, field.name, layout))
      }
    }
    fields.sort { $0.offset < $1.offset }
    return fields.indices.flatMap { index in
      let field = fields[index]
      let next = index + 1 < fields.count ? fields[index + 1].offset : size
      return field.layout.words(at: field.offset, end: next, name: Self.propertyName(field.name))
    }
  }

  /// A property as it is written: a lazy one is stored under a name of its own.
  private static func propertyName(_ name: String) -> String {
    let lazy = "$__lazy_storage_$_"
    if name.hasPrefix(lazy) { return String(name.dropFirst(lazy.count)) }
    return name
  }
}

// Closures' contexts.
extension SwiftTypes {
  private func readContext(_ metadata: UInt) -> BlockType {
    guard let first = memory.half(metadata + 8).map({ Int($0) }), first >= 16, first < 1 << 16,
      let description = memory.word(metadata + 16), description != 0,
      let count = memory.half(description), let bindings = memory.half(description + 8),
      count < 1_000, bindings < 100
    else { return BlockType(.words, metadata: metadata, kind: MetadataKind.context, openFrom: 16) }
    var offset = first + Int(bindings) * 8
    var words: [ValueLayout.Word] = []
    var isOpen = false
    for index in 0..<UInt(count) {
      let type = memory.relative(description + 12 + index * 4)
        .flatMap { MangledType(at: $0, in: memory) }
      let layout = type?.layout([], self, depth: 0) ?? .unknown
      offset = (offset + layout.alignment - 1) & -layout.alignment
      guard let size = layout.size, layout.openFrom == nil else {
        isOpen = true
        break
      }
      words += layout.words(at: offset, end: offset + size, name: "")
      offset += size
    }
    return BlockType(
      .words, metadata: metadata, kind: MetadataKind.context,
      words: words, size: offset, openFrom: isOpen ? (offset + 7) & ~7 : .max)
  }
}

// Values.
extension SwiftTypes {
  private func witnesses(_ metadata: UInt) -> UInt? {
    guard metadata & 7 == 0, metadata > 4_096 else { return nil }
    return memory.word(metadata - 8)
  }

  /// The size of a type's values.
  func size(ofMetadata metadata: UInt) -> Int? {
    witnesses(metadata).flatMap { memory.word($0 &+ 64) }.flatMap { $0 < 1 << 24 ? Int($0) : nil }
  }

  /// The distance of a type's values in an array.
  func stride(ofMetadata metadata: UInt) -> Int? {
    witnesses(metadata).flatMap { memory.word($0 &+ 72) }.flatMap { $0 < 1 << 24 ? Int($0) : nil }
  }

  /// Where a type's values hold references.
  func layout(ofMetadata metadata: UInt, depth: Int) -> ValueLayout {
    guard let kind = memory.word(metadata), let size = size(ofMetadata: metadata),
      let flags = witnesses(metadata).flatMap({ memory.half($0 + 80) })
    else { return .unknown }
    let alignment = Int(flags & 0xff) + 1
    // Values that are copied as bytes.
    if flags & 0x1_0000 == 0 { return ValueLayout(size: size, alignment: alignment) }
    switch kind {
    case MetadataKind.class, MetadataKind.foreignClass: return .reference
    case MetadataKind.function: return .function
    case MetadataKind.struct where depth < 8:
      guard
        let descriptor = memory.word(metadata + 8).flatMap({ TypeDescriptor(at: $0, in: memory) }),
        descriptor.kind == .struct, let fields = descriptor.fields(in: memory),
        let offsets = descriptor.fieldOffsets(ofMetadata: metadata, count: fields.count, in: memory)
      else { break }
      let name = descriptor.name(in: memory)
      if name == "Unmanaged" || name == "String" { return .plain(size) }
      let arguments = descriptor.arguments(ofMetadata: metadata, in: memory)
      var words: [ValueLayout.Word] = []
      for (index, field) in fields.enumerated() {
        let end = index + 1 < fields.count ? max(offsets[index + 1], offsets[index]) : size
        let type = MangledType(at: field.type, in: memory)
        let layout = type?.layout(arguments, self, depth: depth + 1) ?? .unknown
        words += layout.words(at: offsets[index], end: end, name: field.name)
      }
      return ValueLayout(size: size, alignment: alignment, words: words)
    case MetadataKind.tuple where depth < 8:
      guard let count = memory.word(metadata + 8), count < 1_000 else { break }
      var words: [ValueLayout.Word] = []
      for index in 0..<count {
        guard let type = memory.word(metadata + 24 + index * 16),
          let offset = memory.word(metadata + 32 + index * 16), offset < 1 << 20,
          let partSize = self.size(ofMetadata: type)
        else { return .unknown }
        words += layout(ofMetadata: type, depth: depth + 1)
          .words(at: Int(offset), end: Int(offset) + partSize, name: "")
      }
      return ValueLayout(size: size, alignment: alignment, words: words)
    default: break
    }
    return ValueLayout(size: size, alignment: alignment, openFrom: 0)
  }

  /// Where values of a struct without parameters hold references, as far as the sizes of its
  /// properties are known.
  func layout(ofStruct descriptor: TypeDescriptor, depth: Int) -> ValueLayout {
    if let known = structs[descriptor] { return known }
    guard let fields = descriptor.fields(in: memory), !fields.isEmpty else { return .unknown }
    var layout = ValueLayout(size: nil, alignment: 1)
    var offset = 0
    for field in fields {
      let part =
        MangledType(at: field.type, in: memory)?.layout([], self, depth: depth) ?? .unknown
      layout.alignment = max(layout.alignment, part.alignment)
      offset = (offset + part.alignment - 1) & -part.alignment
      guard let size = part.size, part.openFrom == nil else {
        layout.openFrom = offset
        break
      }
      layout.words += part.words(at: offset, end: offset + size, name: field.name)
      offset += size
    }
    if layout.openFrom == nil { layout.size = offset }
    structs[descriptor] = layout
    return layout
  }
}

// Names.
extension SwiftTypes {
  /// The name of a type, without modules; nil if it has none.
  func name(ofMetadata metadata: UInt, depth: Int = 0) -> String? {
    if let name = names[metadata] { return name }
    guard depth < 5, let kind = memory.word(metadata) else { return nil }
    let place =
      switch kind {
      case MetadataKind.class: memory.word(metadata + 40)
      case MetadataKind.struct, MetadataKind.enum, MetadataKind.optional: memory.word(metadata + 8)
      default: UInt?.none
      }
    if kind == MetadataKind.function { return "() -> ()" }
    guard let place, images.image(of: place) != nil,
      let descriptor = TypeDescriptor(at: place, in: memory),
      var name = descriptor.name(in: memory)
    else { return nil }
    if descriptor.isGeneric {
      let arguments = descriptor.arguments(ofMetadata: metadata, in: memory)
        .map { self.name(ofMetadata: $0, depth: depth + 1) }.prefix { $0 != nil }
      let count = name == "_DictionaryStorage" ? 2 : 1
      if !arguments.isEmpty {
        name += "<\(arguments.prefix(count).map { $0 ?? "" }.joined(separator: ", "))>"
      }
    }
    names[metadata] = name
    return name
  }
}
