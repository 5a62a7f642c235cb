/// The mangled name of a type in a program's descriptions, in which offsets lead to other
/// descriptions.
struct MangledType {
  /// The bytes without the closing zero.
  private let bytes: [UInt8]
  private let address: UInt
  private let memory: Memory

  /// Reads a name; nil if there isn't one at the address.
  init?(at address: UInt, in memory: Memory) {
    var bytes: [UInt8] = []
    while bytes.count < 500 {
      guard let byte = memory.byte(address &+ UInt(bytes.count)) else { return nil }
      if byte == 0 { break }
      bytes.append(byte)
      for _ in 0..<(byte <= 0x17 ? 4 : byte <= 0x1f ? 8 : 0) {
        guard let next = memory.byte(address &+ UInt(bytes.count)) else { return nil }
        bytes.append(next)
      }
    }
    guard !bytes.isEmpty else { return nil }
    self.bytes = bytes
    self.address = address
    self.memory = memory
  }

  private func ends(with text: String, in count: Int) -> Bool {
    bytes[..<count].count > text.utf8.count
      && bytes[..<count].suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  private func begins(with text: String) -> Bool { bytes.starts(with: text.utf8) }

  /// The description that the name begins with; nil if it begins otherwise.
  private var first: TypeDescriptor? {
    guard let kind = bytes.first, kind == 1 || kind == 2, let target = memory.relative(address + 1)
    else { return nil }
    let place = kind == 1 ? target : memory.word(target)
    return place.flatMap { TypeDescriptor(at: $0, in: memory) }
  }

  /// Where a value of the type holds references.
  ///
  /// - Parameters:
  ///   - arguments: The metadata of the arguments of the type around it.
  ///   - types: Reads metadata and other types.
  func layout(_ arguments: [UInt], _ types: SwiftTypes) -> ValueLayout {
    layout(bytes.count, arguments, types)
  }

  /// The types of the standard library without references, by their mangled names.
  private static let plain: [String: ValueLayout] = [
    "Si": .plain(8), "Su": .plain(8), "Sb": .plain(1, spare: 254), "Sd": .plain(8),
    "Sf": .plain(4), "s4Int8V": .plain(1), "s5UInt8V": .plain(1), "s5Int16V": .plain(2),
    "s6UInt16V": .plain(2), "s5Int32V": .plain(4), "s6UInt32V": .plain(4), "s5Int64V": .plain(8),
    "s6UInt64V": .plain(8), "Bi64_": .plain(8), "Bi32_": .plain(4), "Bi16_": .plain(2),
    "Bi8_": .plain(1), "Bi1_": .plain(1), "yt": .plain(0),
    // Text leads only to its own storage, and an identifier retains nothing.
    "SS": .plain(16, spare: ValueLayout.referenceSpare), "SO": .plain(8, spare: 1),
    "Sv": .raw, "SV": .raw, "Bp": .raw, "s13OpaquePointerV": .raw, "Sw": .rawBuffer,
    "SW": .rawBuffer, "Bo": .reference, "Bb": .reference,
    // The state of an actor: its queue of jobs.
    "BD": ValueLayout(size: 96, alignment: 16),
  ]

  /// The generic types of the standard library, by the beginning of their mangled names.
  private static let generic: [String: ValueLayout] = [
    "Say": .reference, "SDy": .reference, "Shy": .reference, "Spy": .raw, "SPy": .raw,
    "Sry": .rawBuffer, "SRy": .rawBuffer,
    // Tasks, streams of both kinds with their continuations, and checked continuations.
    "ScT": .reference, "ScS": .reference, "Scs": .reference, "ScC": .reference,
  ]

  /// The parameters of a type, by their mangled names.
  private static let parameters = ["x": 0, "q_": 1, "q0_": 2]

  /// - Parameter count: The number of bytes of the name that count.
  private func layout(_ count: Int, _ arguments: [UInt], _ types: SwiftTypes) -> ValueLayout {
    // Weak, unowned, and unmanaged references hold nothing.
    if ends(with: "Xw", in: count) { return .plain(8) }
    if ends(with: "Xo", in: count) || ends(with: "Xu", in: count) {
      return .plain(8, spare: ValueLayout.referenceSpare)
    }
    if ends(with: "Sg", in: count) { return layout(count - 2, arguments, types).optional }
    let name = String(decoding: bytes[..<min(count, 20)], as: UTF8.self)
    if let plain = Self.plain[name] { return plain }
    if let existential = existential(count) { return existential }
    if let parameter = Self.parameters[name] {
      return parameter < arguments.count
        ? types.layout(ofMetadata: arguments[parameter]) : .unknown
    }
    switch bytes[count - 1] {
    case UInt8(ascii: "c") where count > 2: return .function
    case UInt8(ascii: "G"):
      if let generic = Self.generic[String(name.prefix(3))] { return generic }
      if begins(with: "s9UnmanagedVy") { return .plain(8, spare: ValueLayout.referenceSpare) }
      return nominal(count, types)
    default: return nominal(count, types)
    }
  }

  /// The layout of a value that is only known to conform to one protocol, or to none; nil if it isn't one.
  private func existential(_ count: Int) -> ValueLayout? {
    switch String(decoding: bytes[..<min(count, 20)], as: UTF8.self) {
    case "yp": return .existential(protocols: 0)
    case "yXl": return .reference
    case "s5Error_p": return .reference
    default: break
    }
    guard count == 7, ends(with: "_p", in: count), let descriptor = first,
      descriptor.kind == .protocol
    else { return nil }
    return descriptor.needsClass ? .object(protocols: 1) : .existential(protocols: 1)
  }

  private func nominal(_ count: Int, _ types: SwiftTypes) -> ValueLayout {
    guard let descriptor = first, count == 5 || bytes[count - 1] == UInt8(ascii: "G") else {
      return .unknown
    }
    let metadata = count == 5 && !descriptor.isGeneric ? types.metadata(of: descriptor) : nil
    switch descriptor.kind {
    case .class: return .reference
    case .struct where descriptor.name(in: memory) == "Unmanaged":
      return .plain(8, spare: ValueLayout.referenceSpare)
    case .struct where descriptor.name(in: memory) == "ContiguousArray": return .reference
    case .struct where descriptor.name(in: memory) == "ArraySlice":
      var slice = ValueLayout.reference
      slice.size = 32
      return slice
    case .struct, .enum:
      if let metadata, case let layout = types.layout(ofMetadata: metadata), layout.size != nil {
        return layout
      }
      if descriptor.kind == .enum { return plainEnum(descriptor) ?? .unknown }
      return count == 5 && !descriptor.isGeneric ? types.layout(ofStruct: descriptor) : .unknown
    default: return .unknown
    }
  }

  /// The layout of an enum whose cases have no values.
  private func plainEnum(_ descriptor: TypeDescriptor) -> ValueLayout? {
    guard descriptor.payloadCases(in: memory) == 0,
      let cases = descriptor.emptyCases(in: memory), cases <= 256
    else { return nil }
    return cases < 2 ? .plain(0) : .plain(1, spare: 256 - cases)
  }
}
