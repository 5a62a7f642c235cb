/// The compiler's description of a class, a struct, or an enum, as it lies in memory.
struct TypeDescriptor: Hashable {
  /// The kinds of declarations that have a description.
  enum Kind: UInt32 {
    case module = 0
    case `extension`, anonymous, `protocol`, opaque
    case `class` = 16
    case `struct`, `enum`
  }

  let address: UInt
  let kind: Kind
  private let flags: UInt32

  /// Reads a description; nil if there is none at the address.
  init?(at address: UInt, in memory: Memory) {
    guard address & 3 == 0, let flags = memory.half(address), let kind = Kind(rawValue: flags & 31)
    else { return nil }
    self.address = address
    self.flags = flags
    self.kind = kind
  }

  /// Whether the type has parameters.
  var isGeneric: Bool { flags & 0x80 != 0 }

  /// Whether only classes conform to the protocol.
  var needsClass: Bool { kind == .protocol && flags & 0x1_0000 == 0 }

  /// Whether the module of the superclass may change its layout after compilation.
  private var hasResilientSuperclass: Bool { kind == .class && flags & (1 << 29) != 0 }

  /// The names of the types around it and its own, without modules: `Keeper.Member`.
  func name(in memory: Memory) -> String? {
    var names: [String] = []
    var current: TypeDescriptor? = self
    while let descriptor = current, names.count < 20 {
      switch descriptor.kind {
      case .class, .struct, .enum, .protocol:
        guard let text = memory.relative(descriptor.address + 8),
          let name = memory.text(at: text), !name.isEmpty
        else { return names.isEmpty ? nil : names.joined(separator: ".") }
        names.insert(name, at: 0)
      case .module, .extension, .opaque: return names.joined(separator: ".")
      case .anonymous: break
      }
      current = memory.indirectable(descriptor.address + 4).flatMap {
        TypeDescriptor(at: $0, in: memory)
      }
    }
    return names.joined(separator: ".")
  }

  /// The index of the first word of a class's metadata that is its own and no superclass's.
  private func firstOwnWord(in memory: Memory) -> Int? {
    if hasResilientSuperclass {
      guard let bounds = memory.relative(address + 24), let offset = memory.word(bounds),
        case let word = Int(bitPattern: offset) / 8, abs(word) < 100_000
      else { return nil }
      return word
    }
    guard let positive = memory.half(address + 28), let own = memory.half(address + 32),
      positive >= own, positive < 100_000
    else { return nil }
    return Int(positive - own)
  }

  /// The metadata of the type's arguments, which are stored in the metadata of a type.
  func arguments(ofMetadata metadata: UInt, in memory: Memory) -> [UInt] {
    guard isGeneric else { return [] }
    let first = kind == .class ? firstOwnWord(in: memory) : 2
    guard let first else { return [] }
    // Behind the description itself, two offsets and the number of parameters follow.
    let parameters = memory.quarter(address + (kind == .class ? 44 : 28) + 8) ?? 1
    return (0..<min(Int(parameters), 16)).compactMap {
      memory.word(metadata &+ UInt(bitPattern: (first + $0) * 8))
    }
  }

  /// A stored property: its name, and the address of its type's mangled name.
  struct Field {
    let name: String
    /// 0 for a case without a value.
    let type: UInt
    /// Whether it is a case whose value is in a box.
    var isIndirect = false
  }

  /// The stored properties; nil if the program was compiled without them.
  func fields(in memory: Memory) -> [Field]? {
    guard let table = memory.relative(address + 16), let size = memory.quarter(table + 10),
      let count = memory.half(table + 12), size >= 12, count < 10_000
    else { return nil }
    var fields: [Field] = []
    for index in 0..<UInt(count) {
      let record = table + 16 + index * UInt(size)
      guard let name = memory.relative(record + 8).flatMap({ memory.text(at: $0) }) else {
        return nil
      }
      fields.append(
        Field(
          name: name, type: memory.relative(record + 4) ?? 0,
          isIndirect: (memory.half(record) ?? 0) & 1 != 0))
    }
    return fields
  }

  /// The offsets of the stored properties, out of the metadata of a type.
  func fieldOffsets(ofMetadata metadata: UInt, count: Int, in memory: Memory) -> [Int]? {
    var offsets: [Int] = []
    if kind == .class {
      guard var word = memory.half(address + 40).map({ Int($0) }) else { return nil }
      if hasResilientSuperclass {
        guard let first = firstOwnWord(in: memory) else { return nil }
        word += first
      }
      for index in 0..<count {
        let place = metadata &+ UInt(bitPattern: (word + index) * 8)
        guard let offset = memory.word(place), offset < 1 << 24 else { return nil }
        offsets.append(Int(offset))
      }
    } else {
      guard let word = memory.half(address + 24) else { return nil }
      for index in 0..<UInt(count) {
        guard let offset = memory.half(metadata &+ UInt(word) * 8 &+ index * 4) else { return nil }
        offsets.append(Int(offset))
      }
    }
    return offsets
  }

  /// The number of an enum's cases with values.
  func payloadCases(in memory: Memory) -> Int? {
    memory.half(address + 20).map { Int($0 & 0xff_ffff) }
  }

  /// The number of an enum's cases without values.
  func emptyCases(in memory: Memory) -> Int? { memory.half(address + 24).map { Int($0) } }
}
