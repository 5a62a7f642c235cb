import TextIO

/// What the file of an executable or a library says, in the file's own addresses.
protocol ImageFile {
  /// The parts that are loaded.
  var segments: [(addresses: Range<UInt>, isWritable: Bool)] { get }
  /// Whether it holds descriptions of Swift types.
  var hasSwiftTypes: Bool { get }
  /// Whether it has the symbols of everything, which `strip` removes.
  var hasSymbols: Bool { get }
  /// The name of the symbol at an address, and where it starts. Costs a walk over all symbols.
  func symbol(at address: UInt) -> (name: String, start: UInt)?
  /// The address of a symbol by its name; nil if it isn't defined here. Costs a walk over all symbols.
  func address(of name: String) -> UInt?
}

/// An executable or a library in a process's memory.
final class Image {
  /// Its file's name.
  let name: String
  /// Where its file can be opened.
  private let path: String
  /// Its addresses: on Linux all from the first to the last; on Apple's systems, whose libraries interlace,
  /// those of each part.
  let ranges: [Range<UInt>]
  /// Its variables: what can be written in it.
  let data: [Range<UInt>]
  private let file: any ImageFile
  /// The difference between addresses in memory and in the file.
  private let bias: UInt
  private var symbols: [UInt: (name: String, start: UInt)?] = [:]
  private var functions: [String: UInt?] = [:]

  /// Opens the file of an image; nil if it can't be opened, or isn't the one that was loaded.
  ///
  /// - Parameters:
  ///   - regions: its regions.
  ///   - writable: all regions that can be written to, also the anonymous one behind its own.
  init?(regions: [MemoryRegion], writable: [MemoryRegion], in memory: Memory) {
    guard let first = regions.first, first.offset == 0 else { return nil }
    var opened: (path: String, file: ELFFile)?
    for place in memory.source.places(ofFile: first.path) where opened == nil {
      opened = ELFFile(path: place, beginningLike: memory, at: first.range.lowerBound)
        .map { (place, $0) }
    }
    guard let (path, file) = opened, let lowest = file.segments.map(\.addresses.lowerBound).min()
    else { return nil }
    name = Self.name(ofFile: first.path)
    self.path = path
    self.file = file
    let start = first.range.lowerBound
    bias = start &- (lowest & ~4_095)
    let parts = Self.parts(of: file, bias)
    ranges = [start..<max(parts.map(\.range.upperBound).max() ?? 0, start + 1)]
    data = Self.data(parts, writable)
  }

  /// Reads an image of Apple's systems, which lies in memory as a whole; nil if it isn't one.
  init?(_ loaded: LoadedImage, writable: [MemoryRegion], in memory: Memory) {
    guard let file = MachOFile(at: loaded.address, in: memory) else { return nil }
    name = Self.name(ofFile: loaded.path)
    path = loaded.path
    self.file = file
    bias = file.bias
    let parts = Self.parts(of: file, bias)
    ranges = parts.map(\.range)
    data = Self.data(parts, writable)
  }

  private static func name(ofFile path: String) -> String {
    String(path.split(separator: "/").last ?? Substring(path))
  }

  /// Where the parts of a file are in memory.
  private static func parts(
    of file: any ImageFile, _ bias: UInt
  ) -> [(range: Range<UInt>, isWritable: Bool)] {
    file.segments.compactMap { segment in
      let start = segment.addresses.lowerBound &+ bias
      let end = segment.addresses.upperBound &+ bias
      return start < end ? (start..<end, segment.isWritable) : nil
    }
  }

  private static func data(
    _ parts: [(range: Range<UInt>, isWritable: Bool)], _ writable: [MemoryRegion]
  ) -> [Range<UInt>] {
    // What is made read-only after loading isn't a variable.
    parts.filter(\.isWritable).flatMap { part in
      writable.map { $0.range.clamped(to: part.range) }.filter { !$0.isEmpty }
    }
  }

  /// Where it begins.
  var start: UInt { ranges.map(\.lowerBound).min() ?? 0 }

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

  /// Where the variable of a name is; nil if there is none.
  func variable(_ name: String) -> UInt? { file.address(of: name).map { $0 &+ bias } }

  /// Whether it belongs to Swift's own libraries.
  var isLibrary: Bool {
    ["libswift", "libFoundation", "lib_", "libdispatch"].contains { name.hasPrefix($0) }
      || file is MachOFile
        && ["/usr/lib/", "/System/Library/"].contains { path.contains($0) }
  }
}

/// The names of code and variables.
final class Images {
  /// The images, in ascending order.
  let all: [Image]
  /// What couldn't be read, as clauses for people.
  let missing: [String]
  /// What is added to a class's address, if the system has Objective-C; nil elsewhere.
  let objectiveC: ObjectiveC?
  /// The addresses of all, in ascending order.
  private let places: [(range: Range<UInt>, image: Image)]

  /// Opens the images of a process.
  init(_ memory: Memory) {
    let writable = memory.regions.filter(\.isWritable)
    let (images, missing) =
      memory.source.images.map { Self.listed($0, writable, in: memory) }
      ?? Self.mapped(writable, in: memory)
    all = images.sorted { $0.start < $1.start }
    self.missing = missing
    places = all.flatMap { image in image.ranges.map { ($0, image) } }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    objectiveC = memory.source.images.map { _ in ObjectiveC(images, in: memory) }
  }

  /// Opens the images that the system lists.
  private static func listed(
    _ list: [LoadedImage], _ writable: [MemoryRegion], in memory: Memory
  ) -> ([Image], missing: [String]) {
    var (images, missing) = ([Image](), [String]())
    for loaded in list {
      if let image = Image(loaded, writable: writable, in: memory) {
        images.append(image)
      } else {
        missing.append("the variables and types of '\(loaded.path)', which can't be read")
      }
    }
    return (images, missing)
  }

  /// Opens the files that the regions name.
  private static func mapped(
    _ writable: [MemoryRegion], in memory: Memory
  ) -> ([Image], missing: [String]) {
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
          missing.insert(
            "the variables and types of '\(path)', which can't be opened or was changed since")
        }
      }
    }
    return (images, missing.sorted())
  }

  /// The image of an address; nil if there is none.
  func image(of address: UInt) -> Image? {
    let after = places.partitionIndex { $0.range.lowerBound > address }
    guard after > 0, places[after - 1].range.contains(address) else { return nil }
    return places[after - 1].image
  }

  /// The parts of a range that belong to no image.
  func outside(of range: Range<UInt>) -> [Range<UInt>] {
    var (parts, start) = ([Range<UInt>](), range.lowerBound)
    for place in places where place.range.overlaps(range) {
      if place.range.lowerBound > start { parts.append(start..<place.range.lowerBound) }
      start = max(start, place.range.upperBound)
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
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
    return SymbolName(words: "\(image.name)+0x\(String(address - image.start, radix: 16))")
  }
}
