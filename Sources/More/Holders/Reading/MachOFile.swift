/// An executable or a library of Apple's systems, read where it was loaded. Everything in it is checked
/// before it is used.
final class MachOFile: ImageFile {
  private let memory: Memory
  /// The difference between addresses in memory and in the file.
  private(set) var bias: UInt = 0
  private(set) var segments: [(addresses: Range<UInt>, isWritable: Bool)] = []
  private(set) var hasSwiftTypes = false
  /// Where the symbols are in memory and how many, and the range of their names.
  private var symbols: (start: UInt, count: UInt, names: Range<UInt>)?
  /// The part that holds symbols: its address, and its position in the file.
  private var links: (address: UInt, offset: UInt, size: UInt)?

  /// Reads what was loaded to an address; nil if it isn't such a file for a system of 64 bits.
  init?(at start: UInt, in memory: Memory) {
    self.memory = memory
    guard memory.half(start) == 0xfeed_facf, let count = memory.half(start + 16),
      let size = memory.half(start + 20), size < 1 << 20
    else { return nil }
    let end = start + 32 + UInt(size)
    var place = start + 32
    var tables: (symbols: UInt, count: UInt, names: UInt, size: UInt)?
    for _ in 0..<count {
      guard place < end, let kind = memory.half(place), let size = memory.half(place + 4),
        size >= 8,
        size <= end - place
      else { break }
      if kind == 0x19 { readSegment(at: place, size: UInt(size), loadedTo: start) }
      if kind == 2, let symbols = memory.half(place + 8), let count = memory.half(place + 12),
        let names = memory.half(place + 16), let size = memory.half(place + 20)
      {
        tables = (UInt(symbols), UInt(count), UInt(names), UInt(size))
      }
      place += UInt(size)
    }
    if segments.isEmpty { return nil }
    guard let tables, let links, tables.symbols >= links.offset, tables.names >= links.offset,
      tables.symbols + tables.count * 16 <= links.offset + links.size,
      tables.names + tables.size <= links.offset + links.size
    else { return }
    let base = links.address &+ bias &- links.offset
    let (names, namesEnd) = (base &+ tables.names, base &+ tables.names &+ tables.size)
    if names <= namesEnd { symbols = (base &+ tables.symbols, tables.count, names..<namesEnd) }
  }

  /// Reads the command at an address that says where a part is loaded.
  private func readSegment(at command: UInt, size: UInt, loadedTo start: UInt) {
    guard let name = name(at: command + 8), let address = memory.word(command + 24),
      let count = memory.word(command + 32), let offset = memory.word(command + 40),
      let stored = memory.word(command + 48), let protection = memory.half(command + 60),
      let sections = memory.half(command + 64), address < 1 << 56, count < 1 << 48,
      offset < 1 << 48, stored < 1 << 48
    else { return }
    if name == "__LINKEDIT" {
      links = (address, offset, stored)
    } else if protection != 0, count > 0 {
      // The header itself. The system's libraries lie somewhere in a file that they share.
      if name == "__TEXT" { bias = start &- address }
      segments.append((address..<address + count, protection & 2 != 0))
    }
    for section in 0..<min(UInt(sections), size / 80) {
      if self.name(at: command + 72 + section * 80)?.hasPrefix("__swift5_") == true {
        hasSwiftTypes = true
      }
    }
  }

  /// A name of at most 16 bytes.
  private func name(at address: UInt) -> String? {
    memory.bytes(at: address, count: 16).map { bytes in
      String(
        decoding: UnsafeRawBufferPointer(start: bytes, count: 16).prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Calls a closure with the address in the file and the name's place of each symbol that is defined here.
  private func forEachSymbol(_ body: (UInt, UInt) -> Void) {
    guard let symbols else { return }
    for index in 0..<symbols.count {
      guard let bytes = memory.bytes(at: symbols.start &+ index * 16, count: 16) else { return }
      let name = bytes.loadUnaligned(as: UInt32.self)
      let kind = bytes.loadUnaligned(fromByteOffset: 4, as: UInt8.self)
      // Defined in a section; not a debugger's.
      guard kind & 0xe == 0xe, kind & 0xe0 == 0 else { continue }
      body(
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt.self),
        symbols.names.lowerBound &+ UInt(name))
    }
  }

  /// The name of a symbol as the compiler gave it: the linker writes a `_` before each.
  private func symbolName(at place: UInt) -> String? {
    guard let symbols, symbols.names.contains(place), let name = memory.text(at: place) else {
      return nil
    }
    return name.hasPrefix("_") ? String(name.dropFirst()) : name
  }

  func symbol(at address: UInt) -> (name: String, start: UInt)? {
    guard let segment = segments.first(where: { $0.addresses.contains(address) }) else {
      return nil
    }
    // Symbols have no sizes: each ends where the next one begins.
    var best: (start: UInt, name: UInt)?
    forEachSymbol { start, name in
      if segment.addresses.lowerBound <= start, start <= address,
        best.map({ $0.start < start }) ?? true
      {
        best = (start, name)
      }
    }
    guard let best, let name = symbolName(at: best.name) else { return nil }
    return (name, best.start)
  }

  func address(of name: String) -> UInt? {
    var address: UInt?
    forEachSymbol { start, place in
      if address == nil, symbolName(at: place) == name { address = start }
    }
    return address
  }

  /// Whether it has the symbols of what other files don't refer to, which `strip` removes.
  var hasSymbols: Bool { (symbols?.count ?? 0) > 0 }
}

/// How classes look where Objective-C's runtime knows them.
struct ObjectiveC {
  /// The bits of an object's first word that are its class's address. The others may count references.
  let classMask: UInt

  /// Objective-C's runtime tells debuggers the mask in a variable.
  init(_ images: [Image], in memory: Memory) {
    let variable = images.first { $0.name == "libobjc.A.dylib" }?.variable(
      "objc_debug_isa_class_mask")
    classMask =
      variable.flatMap { memory.word($0) }.flatMap { $0 == 0 ? nil : $0 } ?? 0x7fff_ffff_fff8
  }

  /// The bits of a class that the Swift compiler sets.
  static let isSwift: UInt = 3

  /// The bit of a class's flags that says that its objects count references as Swift does; classes below one
  /// of Objective-C's don't.
  static let hasCounts: UInt32 = 2

  /// How many bytes of Objective-C's a class's metadata has before Swift's own.
  static func classWords(_ objectiveC: ObjectiveC?) -> UInt { objectiveC == nil ? 0 : 24 }
}
