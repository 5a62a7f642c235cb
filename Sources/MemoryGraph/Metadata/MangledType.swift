/// The mangled name of a type in a program's descriptions, in which offsets lead to other
/// descriptions.
struct MangledType {
  /// The bytes without the closing zero.
  private let bytes: [UInt8]
  private let address: UInt
  private let memory: Memory

  /// Reads a name; nil if there is none at the address.
  init?(at address: UInt, in memory: Memory) {
    var bytes: [UInt8] = []
    while bytes.count < 500 {
      guard
        let byte = memory.bytes(at: address &+ UInt(bytes.count), count: 1)?.load(as: UInt8.self)
      else { return nil }
      if byte == 0 { break }
      let rest = byte <= 0x17 ? 4 : byte <= 0x1f ? 8 : 0
      bytes.append(byte)
      for _ in 0..<rest {
        guard let next = memory.bytes(at: address &+ UInt(bytes.count), count: 1) else {
          return nil
        }
        bytes.append(next.load(as: UInt8.self))
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
  ///   - arguments: the metadata of the parameters of the type around it.
  ///   - types: reads metadata and other types.
  ///   - depth: how many types are around it.
  func layout(_ arguments: [UInt], _ types: SwiftTypes, depth: Int) -> ValueLayout {
    layout(bytes.count, arguments, types, depth)
  }

  /// The types of the standard library without references, by their mangled names.
  private static let plain: [String: Int] = [
    "Si": 8, "Su": 8, "Sb": 1, "Sd": 8, "Sf": 4, "s4Int8V": 1, "s5UInt8V": 1, "s5Int16V": 2,
    "s6UInt16V": 2, "s5Int32V": 4, "s6UInt32V": 4, "s5Int64V": 8, "s6UInt64V": 8, "Bi64_": 8,
    "Bi32_": 4, "Bi16_": 2, "Bi8_": 1, "Bi1_": 1, "yt": 0, "SN": 0,
  ]

  private func layout(
    _ count: Int, _ arguments: [UInt], _ types: SwiftTypes, _ depth: Int
  ) -> ValueLayout {
    if depth > 8 { return .unknown }
    // Weak, unowned, and unmanaged references hold nothing.
    if ends(with: "Xw", in: count) || ends(with: "Xo", in: count) || ends(with: "Xu", in: count) {
      return .plain(8)
    }
    if ends(with: "Sg", in: count) {
      var value = layout(count - 2, arguments, types, depth + 1)
      // Only references and the like leave room for 'none'.
      if value.words.isEmpty { value.size = value.size.map { $0 + 1 } }
      return value
    }
    if count <= 9, let size = Self.plain[String(decoding: bytes[..<count], as: UTF8.self)] {
      return .plain(size)
    }
    switch (bytes[0], bytes[count - 1]) {
    case (UInt8(ascii: "x"), _) where count == 1: return argument(0, arguments, types, depth)
    case (UInt8(ascii: "q"), UInt8(ascii: "_")) where count == 2:
      return argument(1, arguments, types, depth)
    case (UInt8(ascii: "q"), UInt8(ascii: "_")) where count == 3 && bytes[1] == UInt8(ascii: "0"):
      return argument(2, arguments, types, depth)
    case (_, UInt8(ascii: "c")) where count > 2: return .function
    case (UInt8(ascii: "S"), _) where count == 2:
      switch bytes[1] {
      // A text leads to nothing.
      case UInt8(ascii: "S"): return .plain(16)
      case UInt8(ascii: "v"), UInt8(ascii: "V"): return .raw
      default: return .unknown
      }
    case (UInt8(ascii: "S"), UInt8(ascii: "G")):
      switch bytes[1] {
      case UInt8(ascii: "a"), UInt8(ascii: "D"), UInt8(ascii: "h"): return .reference
      case UInt8(ascii: "p"), UInt8(ascii: "P"): return .raw
      default: return .unknown
      }
    case (UInt8(ascii: "B"), _) where count == 2:
      switch bytes[1] {
      case UInt8(ascii: "o"), UInt8(ascii: "b"): return .reference
      case UInt8(ascii: "p"): return .raw
      // The state of an actor: its queue of jobs.
      case UInt8(ascii: "D"): return ValueLayout(size: 96, alignment: 16)
      default: return .unknown
      }
    default: break
    }
    if begins(with: "s13OpaquePointerV") && count == 17 { return .raw }
    if begins(with: "s9UnmanagedVy") && bytes[count - 1] == UInt8(ascii: "G") { return .plain(8) }
    return nominal(count, types, depth)
  }

  private func argument(
    _ index: Int, _ arguments: [UInt], _ types: SwiftTypes, _ depth: Int
  ) -> ValueLayout {
    index < arguments.count
      ? types.layout(ofMetadata: arguments[index], depth: depth + 1) : .unknown
  }

  private func nominal(_ count: Int, _ types: SwiftTypes, _ depth: Int) -> ValueLayout {
    guard let descriptor = first, count == 5 || bytes[count - 1] == UInt8(ascii: "G") else {
      return .unknown
    }
    switch descriptor.kind {
    case .class: return .reference
    case .struct where count == 5 && !descriptor.isGeneric:
      return types.layout(ofStruct: descriptor, depth: depth + 1)
    case .enum where descriptor.payloadCases(in: memory) == 0: return .plain(1)
    case .struct where descriptor.name(in: memory) == "Unmanaged": return .plain(8)
    default: return .unknown
    }
  }
}
