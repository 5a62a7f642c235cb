// Where values hold references.
extension SwiftTypes {
  private func witnesses(_ metadata: UInt) -> UInt? {
    guard metadata & 7 == 0, metadata > 4_096 else { return nil }
    return memory.word(metadata - 8)
  }

  /// The greatest size of a value that is believed.
  private static let greatestSize = 1 << 24

  /// The size of a type's values.
  func size(ofMetadata metadata: UInt) -> Int? {
    witnesses(metadata).flatMap { memory.word($0 &+ 64) }
      .flatMap { $0 <= Self.greatestSize ? Int($0) : nil }
  }

  /// The distance of a type's values in an array.
  func stride(ofMetadata metadata: UInt) -> Int? {
    witnesses(metadata).flatMap { memory.word($0 &+ 72) }
      .flatMap { $0 <= Self.greatestSize ? Int($0) : nil }
  }

  /// The layout of a type's values.
  func layout(ofMetadata metadata: UInt) -> ValueLayout {
    layout(at: metadata) { readLayout(ofMetadata: metadata) }
  }

  private func readLayout(ofMetadata metadata: UInt) -> ValueLayout {
    guard let kind = kind(of: metadata), let size = size(ofMetadata: metadata),
      let witnesses = witnesses(metadata), let flags = memory.half(witnesses &+ 80),
      let spare = memory.half(witnesses &+ 84).map({ Int($0) })
    else { return .unknown }
    var layout = ValueLayout(size: size, alignment: Int(flags & 0xff) + 1, spare: spare)
    // Values that are copied as bytes hold nothing, but for plain addresses, which may retain.
    if flags & 0x1_0000 == 0 {
      if kind == MetadataKind.struct {
        layout.words = self.words(ofStruct: metadata, size)?.filter(\.isRaw) ?? []
      }
      return layout
    }
    var words: [ValueLayout.Word]?
    switch kind {
    case MetadataKind.class, MetadataKind.foreignClass: return .reference
    case MetadataKind.function: return .function
    case MetadataKind.struct: words = self.words(ofStruct: metadata, size)
    case MetadataKind.enum, MetadataKind.optional: words = self.words(ofEnum: metadata, size)
    case MetadataKind.existential: return existential(metadata)
    case MetadataKind.tuple: words = self.words(ofTuple: metadata)
    default: break
    }
    if let words { layout.words = words } else { layout.openFrom = 0 }
    return layout
  }

  /// Structs of the standard library that begin with their only reference.
  private static let collections: Set = [
    "Array", "ContiguousArray", "ArraySlice", "Dictionary", "Set",
  ]

  private func words(ofStruct metadata: UInt, _ size: Int) -> [ValueLayout.Word]? {
    guard
      let descriptor = memory.word(metadata &+ 8).flatMap({ TypeDescriptor(at: $0, in: memory) }),
      descriptor.kind == .struct, let fields = descriptor.fields(in: memory),
      let offsets = descriptor.fieldOffsets(ofMetadata: metadata, count: fields.count, in: memory)
    else { return nil }
    if let name = descriptor.name(in: memory), name == "Unmanaged" || name == "String" { return [] }
    if let name = descriptor.name(in: memory), Self.collections.contains(name),
      images.image(of: descriptor.address)?.isLibrary ?? false
    {
      return ValueLayout.reference.words
    }
    let arguments = descriptor.arguments(ofMetadata: metadata, in: memory)
    // A library's own properties say nothing to anybody.
    let isLibrary = images.image(of: descriptor.address)?.isLibrary ?? false
    return fields.indices.flatMap { index in
      let end = index + 1 < fields.count ? offsets[index + 1] : size
      let name = isLibrary && fields[index].name.hasPrefix("_") ? "" : fields[index].name
      return layout(of: fields[index], arguments)
        .words(at: offsets[index], end: end, name: name)
    }
  }

  /// The words of all cases. Which case a value is, nothing in it says in the same way for all enums: where
  /// one case has a reference and another one has something else, it may be either.
  private func words(ofEnum metadata: UInt, _ size: Int) -> [ValueLayout.Word]? {
    guard
      let descriptor = memory.word(metadata &+ 8).flatMap({ TypeDescriptor(at: $0, in: memory) }),
      descriptor.kind == .enum, let cases = descriptor.fields(in: memory)
    else { return nil }
    let arguments = descriptor.arguments(ofMetadata: metadata, in: memory)
    var (words, layouts) = ([ValueLayout.Word](), [ValueLayout]())
    for each in cases where each.type != 0 || each.isIndirect {
      let layout = each.isIndirect ? .reference : self.layout(of: each, arguments)
      layouts.append(layout)
      let name = memory.word(metadata) == MetadataKind.optional ? "" : each.name
      for word in layout.words(at: 0, end: size, name: name)
      where !words.contains(where: { $0.offset == word.offset }) { words.append(word) }
    }
    for index in words.indices {
      let offset = words[index].offset
      for layout in layouts where !layout.words.contains(where: { $0.offset == offset }) {
        if layout.size.map({ $0 > offset }) ?? true { words[index].isOpen = true }
      }
    }
    return words
  }

  /// An existential's layout, by its metadata.
  private func existential(_ metadata: UInt) -> ValueLayout {
    guard let flags = memory.half(metadata &+ 8) else { return .unknown }
    let protocols = Int(flags & 0xff_ffff)
    // An error is always in a box.
    if flags & 0x3f00_0000 != 0 { return .reference }
    return flags >> 31 == 0
      ? .object(protocols: protocols) : .existential(protocols: protocols)
  }

  /// Whether a type whose value lies in an existential's buffer uses a word of it; nil if it doesn't.
  func bufferWord(_ number: Int, ofMetadata metadata: UInt) -> (isRaw: Bool, isOpen: Bool)? {
    guard let witnesses = witnesses(metadata), let flags = memory.half(witnesses &+ 80),
      let size = size(ofMetadata: metadata)
    else { return nil }
    // A value that doesn't fit is in a box.
    if flags & 0x2_0000 != 0 { return number == 0 ? (false, false) : nil }
    let word = layout(ofMetadata: metadata).words(at: 0, end: size, name: "")
      .first { $0.offset == number * 8 }
    return word.map { ($0.isRaw, $0.isOpen) }
  }

  private func words(ofTuple metadata: UInt) -> [ValueLayout.Word]? {
    guard let count = memory.word(metadata &+ 8), count < 1_000 else { return nil }
    var words: [ValueLayout.Word] = []
    for index in 0..<count {
      guard let type = memory.word(metadata &+ 24 &+ index * 16),
        let offset = memory.word(metadata &+ 32 &+ index * 16), offset < 1 << 20,
        let size = size(ofMetadata: type)
      else { return nil }
      words += layout(ofMetadata: type).words(at: Int(offset), end: Int(offset) + size, name: "")
    }
    return words
  }

  /// The layout of a property.
  ///
  /// - Parameter arguments: The metadata of the arguments of the type around it.
  func layout(of field: TypeDescriptor.Field, _ arguments: [UInt]) -> ValueLayout {
    MangledType(at: field.type, in: memory)?.layout(arguments, self) ?? .unknown
  }

  /// The layout of a struct without parameters.
  func layout(ofStruct descriptor: TypeDescriptor) -> ValueLayout {
    layout(at: descriptor.address) {
      guard let fields = descriptor.fields(in: memory), !fields.isEmpty else { return .unknown }
      return layout(of: fields, startingAt: 0)
    }
  }

  /// The layout of values that follow each other, up to the first whose size isn't known.
  func layout(of fields: [TypeDescriptor.Field], startingAt start: Int) -> ValueLayout {
    var layout = ValueLayout(size: nil, alignment: 1)
    var offset = start
    for field in fields {
      let part = self.layout(of: field, [])
      layout.alignment = max(layout.alignment, part.alignment)
      layout.spare = max(layout.spare, part.spare)
      offset = (offset + part.alignment - 1) & -part.alignment
      guard let size = part.size, part.openFrom == nil else {
        layout.openFrom = offset
        return layout
      }
      layout.words += part.words(at: offset, end: offset + size, name: field.name)
      offset += size
      // In damaged memory, a value may consist of many that consist of many.
      if offset > Self.greatestSize { return .unknown }
    }
    layout.size = offset
    return layout
  }
}
