/// Reads the types that Swift's runtime and compiler describe in a process's memory.
final class SwiftTypes {
  let memory: Memory
  let images: Images
  private var blocks: [UInt: BlockType] = [:]
  /// The layouts of values, by the addresses of metadata and of descriptions.
  private var layouts: [UInt: ValueLayout] = [:]
  private var names: [UInt: String] = [:]
  /// The metadata of structs and enums without parameters, by their descriptions.
  private lazy var nominals = findNominals()
  private var depth = 0

  init(_ memory: Memory, _ images: Images) {
    self.memory = memory
    self.images = images
  }

  /// The type of a block, by its first word.
  func type(ofBlockWith metadata: UInt) -> BlockType {
    if metadata & 7 != 0 || metadata < 4_096 { return .unknown }
    if let type = blocks[metadata] { return type }
    let type = read(metadata)
    // Words that aren't metadata differ in each block of a list; they aren't worth keeping.
    if type.shape != .unknown || blocks.count < 100_000 { blocks[metadata] = type }
    return type
  }

  /// The kind of metadata.
  func kind(of metadata: UInt) -> UInt? { memory.word(metadata) }

  /// Where a class's metadata has the address of its description.
  func description(ofClass metadata: UInt) -> UInt? { memory.word(metadata &+ 40) }

  private func read(_ metadata: UInt) -> BlockType {
    guard let kind = kind(of: metadata) else { return .unknown }
    switch kind {
    case MetadataKind.class: return readClass(metadata) ?? .unknown
    case MetadataKind.box: return readBox(metadata) ?? .unknown
    case MetadataKind.context where isInImage(metadata): return readContext(metadata)
    case MetadataKind.error where isInImage(metadata), MetadataKind.job where isInImage(metadata):
      return BlockType(.words, metadata: metadata, kind: kind, openFrom: 16)
    case MetadataKind.task where isInImage(metadata):
      return BlockType(.task, metadata: metadata, kind: kind)
    default: return isSlab(metadata) ? BlockType(.slab, metadata: metadata, kind: .max) : .unknown
    }
  }

  /// The metadata of a struct or an enum without parameters; nil if there is none in any image.
  func metadata(of descriptor: TypeDescriptor) -> UInt? { nominals[descriptor.address] }

  /// Looks through the images for the words with which such metadata begins.
  private func findNominals() -> [UInt: UInt] {
    var nominals: [UInt: UInt] = [:]
    let ranges = images.all.filter(\.hasSwiftTypes).map(\.range)
    let parts = memory.regions
      .filter { $0.isReadable && !$0.isExecutable && !$0.isAnonymous }
      .flatMap { region in ranges.map { $0.clamped(to: region.range) }.filter { !$0.isEmpty } }
    for part in parts {
      var place = part.lowerBound
      while place < part.upperBound {
        let count = Int(min(part.upperBound, (place | 4_095) + 1) - place)
        if let bytes = memory.bytes(at: place, count: count) {
          for offset in Swift.stride(from: 0, to: count - 15, by: 8) {
            let kind = bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self)
            guard kind == MetadataKind.struct || kind == MetadataKind.enum else { continue }
            let descriptor = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt.self)
            if isInImage(descriptor) { nominals[descriptor] = place + UInt(offset) }
          }
        }
        place = (place | 4_095) + 1
      }
    }
    return nominals
  }

  func isInImage(_ address: UInt) -> Bool { images.image(of: address) != nil }

  /// Whether the memory of tasks begins with a word.
  private func isSlab(_ metadata: UInt) -> Bool {
    guard let image = images.image(of: metadata),
      image.name.hasPrefix("libswift_Concurrency") || image === images.all.first
    else { return false }
    return image.symbol(at: metadata)?.name.contains("TaskAllocatorSlabMetadata") ?? false
  }

  /// A layout, which is read only once.
  ///
  /// - Parameter address: The metadata or the description that it belongs to.
  func layout(at address: UInt, _ read: () -> ValueLayout) -> ValueLayout {
    if let layout = layouts[address] { return layout }
    // Only in damaged memory, a value contains values of its own type or many others in a row.
    guard depth < 50 else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    layouts[address] = .unknown
    let layout = read()
    layouts[address] = layout
    return layout
  }

  /// The name of a type, without modules; nil if it has none.
  func name(ofMetadata metadata: UInt, depth: Int = 0) -> String? {
    if let name = names[metadata] { return name }
    guard depth < 5, let kind = kind(of: metadata) else { return nil }
    let place =
      switch kind {
      case MetadataKind.class: description(ofClass: metadata)
      case MetadataKind.struct, MetadataKind.enum, MetadataKind.optional: memory.word(metadata &+ 8)
      default: UInt?.none
      }
    if kind == MetadataKind.function { return "() -> ()" }
    guard let place, isInImage(place), let descriptor = TypeDescriptor(at: place, in: memory),
      var name = descriptor.name(in: memory)
    else { return nil }
    let arguments = descriptor.arguments(ofMetadata: metadata, in: memory)
      .map { self.name(ofMetadata: $0, depth: depth + 1) }
    if arguments.contains(where: { $0 != nil }) {
      name += "<\(arguments.map { $0 ?? "…" }.joined(separator: ", "))>"
    }
    names[metadata] = name
    return name
  }
}
