// Classes.
extension SwiftTypes {
  /// The description of a class; nil if the metadata isn't a class's.
  private func descriptor(ofClass metadata: UInt) -> TypeDescriptor? {
    guard kind(of: metadata) == MetadataKind.class, let place = description(ofClass: metadata),
      isInImage(place), let descriptor = TypeDescriptor(at: place, in: memory),
      descriptor.kind == .class
    else { return nil }
    return descriptor
  }

  func readClass(_ metadata: UInt) -> BlockType? {
    guard let descriptor = descriptor(ofClass: metadata),
      let size = memory.half(metadata &+ 24).map({ Int($0) }), size >= 16, size < 1 << 24
    else { return nil }
    let name = descriptor.name(in: memory) ?? ""
    let kind = MetadataKind.class
    if let shape = Self.storage[name] {
      let arguments = descriptor.arguments(ofMetadata: metadata, in: memory)
      let (words, size) = elements(arguments.first)
      let values = elements(name == "_DictionaryStorage" ? arguments.dropFirst().first : nil)
      return BlockType(
        shape, metadata: metadata, kind: kind, words: words, size: size, values: values)
    }
    if name == "__StringStorage" || name == "__SharedStringStorage" {
      return BlockType(.words, metadata: metadata, kind: kind, size: size)
    }
    let chain = chain(metadata)
    // A buffer's elements follow its properties, and nothing says how many there are.
    if chain.contains(where: { $0.descriptor.name(in: memory) == "ManagedBuffer" }) {
      return BlockType(.words, metadata: metadata, kind: kind, openFrom: 16)
    }
    return BlockType(
      .words, metadata: metadata, kind: kind, words: words(of: chain, size: size), size: size,
      hasTail: true)
  }

  /// The storage of collections, whose elements are of the type of its first argument.
  private static let storage: [String: BlockShape] = [
    "_ContiguousArrayStorage": .array, "_DictionaryStorage": .table, "_SetStorage": .table,
    "_DequeBuffer": .ring,
  ]

  /// Where elements of a type hold references, and their distance.
  private func elements(_ metadata: UInt?) -> (words: [ValueLayout.Word], size: Int) {
    guard let metadata, let size = stride(ofMetadata: metadata) else { return ([], 0) }
    return (layout(ofMetadata: metadata).words(at: 0, end: size, name: ""), size)
  }

  /// The class and its superclasses, which come first.
  private func chain(_ metadata: UInt) -> [(metadata: UInt, descriptor: TypeDescriptor)] {
    var chain: [(UInt, TypeDescriptor)] = []
    var current = metadata
    while current != 0, chain.count < 50, let descriptor = descriptor(ofClass: current) {
      chain.append((current, descriptor))
      current = memory.word(current &+ 8) ?? 0
    }
    return chain.reversed()
  }

  private func words(
    of chain: [(metadata: UInt, descriptor: TypeDescriptor)], size: Int
  ) -> [ValueLayout.Word] {
    var fields: [(offset: Int, name: String, layout: ValueLayout)] = []
    for (metadata, descriptor) in chain {
      guard let described = descriptor.fields(in: memory),
        let offsets = descriptor.fieldOffsets(
          ofMetadata: metadata, count: described.count, in: memory)
      else {
        // Without descriptions of properties each word may be one.
        return ValueLayout.unknown.words(at: 16, end: size, name: "")
      }
      let arguments = descriptor.arguments(ofMetadata: metadata, in: memory)
      for (field, offset) in zip(described, offsets) {
        fields.append((offset, field.name, layout(of: field, arguments)))
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
    return name.hasPrefix(lazy) ? String(name.dropFirst(lazy.count)) : name
  }
}

// Closures' contexts, and boxes of variables.
extension SwiftTypes {
  func readBox(_ metadata: UInt) -> BlockType? {
    guard let offset = memory.half(metadata &+ 8).map({ Int($0) }), offset < 4_096,
      let boxed = memory.word(metadata &+ 16), let size = size(ofMetadata: boxed)
    else { return nil }
    let words = layout(ofMetadata: boxed).words(at: offset, end: offset + size, name: "")
    return BlockType(
      .words, metadata: metadata, kind: MetadataKind.box, words: words, size: offset + size)
  }

  func readContext(_ metadata: UInt) -> BlockType {
    guard let first = memory.half(metadata &+ 8).map({ Int($0) }), first >= 16, first < 1 << 16,
      let description = memory.word(metadata &+ 16), description != 0,
      let count = memory.half(description), let bindings = memory.half(description &+ 8),
      count < 1_000, bindings < 100
    else { return BlockType(.words, metadata: metadata, kind: MetadataKind.context, openFrom: 16) }
    let captures = (0..<UInt(count)).map { index in
      let type = memory.relative(description &+ 12 &+ index * 4)
      return TypeDescriptor.Field(name: "", type: type ?? 0)
    }
    let captured = layout(of: captures, startingAt: first + Int(bindings) * 8)
    return BlockType(
      .words, metadata: metadata, kind: MetadataKind.context, words: captured.words,
      size: captured.size ?? captured.openFrom ?? 0,
      openFrom: captured.openFrom.map { ($0 + 7) & ~7 } ?? .max)
  }
}
