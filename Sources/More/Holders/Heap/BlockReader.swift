/// Finds the references in blocks.
final class BlockReader {
  let memory: Memory
  let types: SwiftTypes

  init(_ memory: Memory, _ types: SwiftTypes) {
    self.memory = memory
    self.types = types
  }

  /// What stands before and at the start of a block.
  struct Header {
    /// The number of bytes that the block has.
    var size: Int
    /// Its type.
    var type: BlockType
    /// Whether it is being destroyed, or was and waits for its last unowned reference to end.
    var isDead: Bool
    /// The number of strong references; nil if the block has no such number.
    var strongReferences: Int?
  }

  /// Reads the start of the block at an address.
  func header(_ address: UInt) -> Header? {
    guard var size = size(ofBlockAt: address), size > 0,
      let bytes = memory.bytes(at: address, count: 16)
    else { return nil }
    let metadata = bytes.loadUnaligned(as: UInt.self)
    let counts = bytes.loadUnaligned(fromByteOffset: 8, as: UInt.self)
    if size > 65_536 {
      // A process that isn't paused may have put anything there since its blocks were found.
      guard let region = memory.region(of: address) else { return nil }
      size = min(size, Int(region.range.upperBound - address))
    }
    let type = types.type(ofBlockWith: metadata)
    if type.shape == .unknown {
      return Header(size: size, type: type, isDead: isSideTable(address, of: metadata))
    }
    if type.shape == .slab {
      return Header(size: size, type: type, isDead: false)
    }
    var inTable: UInt?
    // The counts lie in a table beside an object with weak references.
    if counts >> 62 == 3 { inTable = memory.word(counts << 3 &+ 16) }
    guard let counts = counts >> 63 == 0 ? counts : inTable else {
      return Header(size: size, type: type, isDead: false)
    }
    return Header(
      size: size, type: type, isDead: counts & (1 << 32) != 0,
      strongReferences: Int((counts >> 33) & 0x3fff_ffff) + 1)
  }

  /// The size of a block, which stands before it.
  private func size(ofBlockAt address: UInt) -> Int? {
    guard let field = memory.word(address &- 8), field < 1 << 44 else { return nil }
    return Int(field & ~7) - (field & 2 != 0 ? 16 : 8)
  }

  /// Whether a block is the table that weak references to an object lead through.
  private func isSideTable(_ address: UInt, of object: UInt) -> Bool {
    guard object & 7 == 0, object > 4_096, let counts = memory.word(object &+ 8) else {
      return false
    }
    return counts >> 62 == 3 && counts << 3 == address
  }

  /// A place of a reference in a block.
  struct Place {
    /// The distance of the word from the block's start.
    var offset: Int
    /// The number of the word in the type's words; -1 if it isn't described.
    var word = -1
    /// Whether it belongs to a dictionary's value.
    var isValue = false
    /// Whether nothing says that it is a reference.
    var isOpen = false

    /// What the type says of it; nil if it isn't described.
    func description(in type: BlockType) -> ValueLayout.Word? {
      let words = isValue ? type.values.words : type.words
      return words.indices.contains(word) ? words[word] : nil
    }
  }

  /// Calls a closure with each word of a block that may be a reference, with whether the word may
  /// not retain, and with its place.
  func forEachReference(at address: UInt, _ header: Header, _ body: (UInt, Bool, Place) -> Void) {
    if header.isDead { return }
    let type = header.type
    switch type.shape {
    case .words, .unknown:
      elements(at: address, header, from: 0, count: 1, body)
      let open = min(type.openFrom, tail(of: type, header))
      if open < header.size {
        forEachWord(at: address, from: open, to: header.size) { word, offset in
          let isUnknown = type.shape == .unknown
          // What a closure captures, it usually retains.
          let isOpen = !isUnknown && (type.kind != MetadataKind.context || !type.words.isEmpty)
          body(word, isUnknown, Place(offset: offset, isOpen: isOpen))
        }
      }
    case .array:
      guard let count = memory.word(address + 16), count < 1 << 40 else { return }
      elements(at: address, header, from: 32, count: Int(count), body)
    case .task:
      let facts = TaskFacts(at: address, in: memory)
      var (first, end) = (16, header.size)
      // Only the result of a task that has ended is alive.
      if facts.isComplete {
        guard let (offset, type) = facts.result, offset < header.size else { return }
        first = offset
        end = min(end, offset + (type == 0 ? 8 : types.size(ofMetadata: type) ?? 0))
      }
      forEachWord(at: address, from: first, to: end) { word, offset in
        body(word, false, Place(offset: offset))
      }
    case .slab:
      // The next part, and as many bytes as are in use.
      if let next = memory.word(address + 8), next != 0 { body(next, false, Place(offset: 8)) }
      guard let used = memory.half(address + 20) else { return }
      forEachWord(at: address, from: 24, to: min(24 + Int(used), header.size)) { word, offset in
        body(word, false, Place(offset: offset))
      }
    case .table: forEachInTable(at: address, header, body)
    case .ring:
      guard let capacity = memory.word(address + 16), let count = memory.word(address + 24),
        let start = memory.word(address + 32), capacity < 1 << 40, count <= capacity,
        start < max(capacity, 1)
      else { return }
      elements(
        at: address, header, from: 40, count: Int(capacity),
        isTaken: { UInt(($0 + Int(capacity) - Int(start)) % Int(capacity)) < count }, body)
    }
  }

  /// Where an object continues behind what its class describes. A block may be a little larger than asked
  /// for.
  private func tail(of type: BlockType, _ header: Header) -> Int {
    type.hasTail && header.size >= type.size + 32 ? (type.size + 7) & ~7 : .max
  }

  private func forEachWord(at address: UInt, from: Int, to end: Int, _ body: (UInt, Int) -> Void) {
    var start = (from + 7) & ~7
    while start + 8 <= end {
      let count = min(end - start, 8_192) & ~7
      guard let bytes = memory.bytes(at: address + UInt(start), count: count) else { break }
      // No stride: tests run in debug builds, where each step of one asks for a type's metadata.
      var offset = 0
      while offset < count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self)
        if word != 0 { body(word, start + offset) }
        offset += 8
      }
      start += count
    }
  }

  private func elements(
    at address: UInt, _ header: Header, from start: Int, count: Int, isValue: Bool = false,
    isTaken: (Int) -> Bool = { _ in true }, _ body: (UInt, Bool, Place) -> Void
  ) {
    let (words, size) = isValue ? header.type.values : (header.type.words, header.type.size)
    guard !words.isEmpty, size > 0, size <= 65_536, start >= 0, start < header.size else { return }
    let count = min(count, (header.size - start + size - 1) / size)
    let atOnce = max(1, 8_192 / size)
    var element = 0
    while element < count {
      let last = min(count, element + atOnce)
      let offset = start + element * size
      // The last element may be shorter than the distance of two.
      let length = min((last - element) * size, header.size - offset)
      guard length > 0, let bytes = memory.bytes(at: address + UInt(offset), count: length) else {
        return
      }
      // Asking for the type of an existential's value reads other memory.
      var inBuffers: [(word: UInt, metadata: UInt, number: Int, place: Place)] = []
      for index in element..<last where isTaken(index) {
        let base = (index - element) * size
        for wordIndex in words.indices {
          let place = base + words[wordIndex].offset
          guard place + 8 <= length else { continue }
          let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt.self)
          if word == 0 { continue }
          let found = Place(
            offset: offset + place, word: wordIndex, isValue: isValue,
            isOpen: words[wordIndex].isOpen)
          guard let number = words[wordIndex].inBuffer else {
            body(word, words[wordIndex].isRaw, found)
            continue
          }
          let type = place + 24 - 8 * number
          if type + 8 <= length {
            let metadata = bytes.loadUnaligned(fromByteOffset: type, as: UInt.self)
            inBuffers.append((word, metadata, number, found))
          }
        }
      }
      for (word, metadata, number, var place) in inBuffers {
        guard let used = types.bufferWord(number, ofMetadata: metadata) else { continue }
        place.isOpen = used.isOpen
        body(word, used.isRaw, place)
      }
      element = last
    }
  }

  /// Dictionaries and sets: the address of keys at 48, of a dictionary's values at 56.
  private func forEachInTable(
    at address: UInt, _ header: Header, _ body: (UInt, Bool, Place) -> Void
  ) {
    let type = header.type
    if type.words.isEmpty && type.values.words.isEmpty { return }
    guard let scale = memory.byte(address + 32), scale < 40, let keys = memory.word(address + 48),
      keys > address
    else { return }
    let count = 1 << Int(scale)
    let isDictionary = type.values.size > 0
    let bits = UInt(isDictionary ? 64 : 56)
    guard count / 8 <= header.size, keys - address < UInt(header.size) else { return }
    var taken: [UInt] = []
    for word in 0..<UInt((count + 63) / 64) {
      taken.append(memory.word(address + bits + word * 8) ?? 0)
    }
    let isTaken = { (index: Int) in taken[index / 64] & (1 << UInt(index % 64)) != 0 }
    elements(at: address, header, from: Int(keys - address), count: count, isTaken: isTaken, body)
    if isDictionary, let values = memory.word(address + 56), values > address,
      values - address < UInt(header.size)
    {
      elements(
        at: address, header, from: Int(values - address), count: count, isValue: true,
        isTaken: isTaken, body)
    }
  }
}
