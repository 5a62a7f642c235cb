import TextIO

/// An executable or a library in a process's memory.
final class Image {
  /// Its file's name.
  let name: String
  /// Where its file can be opened.
  private let path: String
  /// Its addresses.
  let range: Range<UInt>
  /// Its variables: what can be written in it.
  let data: [Range<UInt>]
  private let file: ELFFile
  /// The difference between addresses in memory and in the file.
  private let bias: UInt
  private var symbols: [UInt: (name: String, start: UInt)?] = [:]
  private var functions: [String: UInt?] = [:]

  /// Opens the file of an image; nil if it can't be opened.
  ///
  /// - Parameters:
  ///   - regions: its regions.
  ///   - writable: all regions that can be written to, also the anonymous one behind its own.
  init?(regions: [MemoryRegion], writable: [MemoryRegion], in memory: Memory) {
    guard let first = regions.first, first.offset == 0 else { return nil }
    path = memory.source.place(ofFile: first.path)
    guard let file = ELFFile(path: path),
      let lowest = file.segments.map(\.addresses.lowerBound).min()
    else { return nil }
    name = String(first.path.split(separator: "/").last ?? Substring(first.path))
    self.file = file
    let start = first.range.lowerBound
    let bias = start &- (lowest & ~4_095)
    self.bias = bias
    let parts = file.segments.compactMap { segment -> (range: Range<UInt>, isWritable: Bool)? in
      let start = segment.addresses.lowerBound &+ bias
      let end = segment.addresses.upperBound &+ bias
      return start < end ? (start..<end, segment.isWritable) : nil
    }
    range = start..<max(parts.map(\.range.upperBound).max() ?? 0, start + 1)
    // What is made read-only after loading isn't a variable.
    data = parts.filter(\.isWritable).flatMap { part in
      writable.map { $0.range.clamped(to: part.range) }.filter { !$0.isEmpty }
    }
  }

  var hasSwiftTypes: Bool { file.hasSwiftTypes }

  var hasSymbols: Bool { file.hasSymbols }

  /// The name of the symbol at an address, and its distance from the symbol's start.
  func symbol(at address: UInt) -> (name: String, offset: UInt)? {
    let place = address &- bias
    if symbols[address] == nil { symbols[address] = .some(file.symbol(at: place)) }
    return symbols[address]?.map { ($0.name, place - $0.start) }
  }

  /// The name of the symbol at an address, with its code: that of the function itself, if the symbol is one
  /// of those that the compiler makes to call it, which stand in no source.
  func symbolName(at address: UInt) -> SymbolName? {
    guard let (symbol, offset) = symbol(at: address) else { return nil }
    var name = SymbolName(mangled: symbol)
    let own = SymbolName.withoutCallers(symbol)
    if functions[own] == nil {
      functions[own] = .some(own == symbol ? address &- bias &- offset : file.address(of: own))
    }
    name.code = functions[own]?.map { FunctionCode(file: path, address: $0) }
    return name
  }

  /// Whether it belongs to Swift's own libraries.
  var isLibrary: Bool {
    ["libswift", "libFoundation", "lib_", "libdispatch"].contains { name.hasPrefix($0) }
  }
}

/// The names of code and variables.
final class Images {
  /// The images, in ascending order.
  let all: [Image]
  /// What couldn't be read, as clauses for people.
  let missing: [String]

  /// Opens the files that a process's regions name.
  init(_ memory: Memory) {
    let writable = memory.regions.filter(\.isWritable)
    // A process may have the file of a library in memory once more, as data.
    var files: [String: [[MemoryRegion]]] = [:]
    for region in memory.regions where region.path.hasPrefix("/") && !region.path.hasPrefix("/dev/")
    {
      let last = (files[region.path]?.count ?? 0) - 1
      if last < 0 || region.offset == 0 {
        files[region.path, default: []].append([region])
      } else {
        files[region.path]?[last].append(region)
      }
    }
    var (images, missing) = ([Image](), Set<String>())
    for (path, parts) in files {
      for regions in parts where regions.contains(where: \.isExecutable) {
        if let image = Image(regions: regions, writable: writable, in: memory) {
          images.append(image)
        } else {
          missing.insert("the variables and types of '\(path)', which can't be opened")
        }
      }
    }
    all = images.sorted { $0.range.lowerBound < $1.range.lowerBound }
    self.missing = missing.sorted()
  }

  /// The image of an address; nil if there is none.
  func image(of address: UInt) -> Image? {
    let after = all.partitionIndex { $0.range.lowerBound > address }
    guard after > 0, all[after - 1].range.contains(address) else { return nil }
    return all[after - 1]
  }

  /// The name of the function that begins at an address, or its place in a file without symbols;
  /// nil for an address inside of a function.
  func function(at address: UInt) -> SymbolName? {
    guard let image = image(of: address) else { return nil }
    if let symbol = image.symbol(at: address) {
      return symbol.offset == 0 ? image.symbolName(at: address) : nil
    }
    return image.hasSymbols ? nil : name(of: address)
  }

  /// The name of a function or a variable for people: its symbol, or its place in a file.
  func name(of address: UInt) -> SymbolName? {
    guard let image = image(of: address) else { return nil }
    if let name = image.symbolName(at: address) { return name }
    return SymbolName(
      words: "\(image.name)+0x\(String(address - image.range.lowerBound, radix: 16))")
  }
}
