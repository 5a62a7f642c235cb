import TextIO
import TreeAnalysis

/// The specs of a call, and their dumps.
struct SpecFiles {
  /// The extension of a spec's file.
  static let ending = ".treespec"
  static let dumpEnding = ".json"
  private static let journalEnding = ".journal"
  /// The extension of a JSON Schema, which may be next to the dumps it describes.
  private static let schemaEnding = ".schema.json"

  /// A spec and its dump; nil if no dump has its name.
  struct Pair: Hashable {
    var spec: String
    var dump: String?
  }

  private(set) var pairs: [Pair]
  /// The dumps without a spec.
  private(set) var idleDumps: [String] = []

  /// Pairs specs with the dumps of a folder at the same relative path, or directly in the folder.
  ///
  /// - Parameter makesSpecs: Whether dumps without a spec get one, in the first folder of the call.
  /// - Throws: `ConsoleError` if no spec is given.
  init(_ names: [String], folder: String, makesSpecs: Bool) throws(ConsoleError) {
    let dumps = Self.dumpFiles(in: folder)
    let paths = Dictionary(uniqueKeysWithValues: dumps.map { (Self.stem($0.relative), $0.path) })
    pairs = try Self.pairs(names, mayBeEmpty: makesSpecs) { stem in
      paths[stem] ?? paths[FileNames.last(of: stem)]
    }
    let used = Set(pairs.compactMap(\.dump))
    let idle = dumps.filter { !used.contains($0.path) }
    guard makesSpecs, !idle.isEmpty else {
      idleDumps = idle.map(\.path)
      return
    }
    guard let specs = names.first(where: Self.isSpecFolder) else {
      throw ConsoleError("name the folder for the specs: check dumps specs --update=missing")
    }
    pairs += idle.map { dump in
      let stem = Self.stem(dump.relative)
      return Pair(spec: "\(FileNames.withoutSlash(specs))/\(stem)\(Self.ending)", dump: dump.path)
    }
  }

  private static func pairs(
    _ names: [String], mayBeEmpty: Bool = false, _ dump: (String) -> String?
  ) throws(ConsoleError) -> [Pair] {
    var pairs: [Pair] = []
    var seen: Set<String> = []
    for name in names {
      for (path, relative) in try files(of: name, mayBeEmpty) where seen.insert(path).inserted {
        let dump = dump(stem(relative))
        if dump == nil, !mayBeEmpty { try requireFile(path) }
        pairs.append(Pair(spec: path, dump: dump))
      }
    }
    return pairs
  }

  /// The specs in files and folders, each once, folders in order of names.
  ///
  /// - Throws: `ConsoleError` if a folder has none, or a dump is given.
  static func specs(_ names: [String]) throws(ConsoleError) -> [String] {
    if let wrong = names.first(where: { !FileNames.isFolder($0) && isDump($0) }) {
      throw ConsoleError(
        "'\(wrong)' isn't a spec; name files that end in \(ending), or folders of them")
    }
    return try pairs(names, mayBeEmpty: false) { _ in "" }.map(\.spec)
  }

  /// Refuses a missing spec without a dump: its name is probably wrong.
  static func requireFile(_ spec: String) throws(ConsoleError) {
    if spec != "-", !FileNames.exists(spec) {
      throw ConsoleError("there is no '\(spec)'; name specs, or folders of them")
    }
  }

  /// Refuses dumps in place of specs.
  ///
  /// - Parameter dump: The dump's argument; nil at a prompt, which has a tree.
  static func refuseDumps(among names: [String], dump: String?) throws(ConsoleError) {
    guard let wrong = names.first(where: isDump) else { return }
    let advice: SafeText
    if let dump, dump.hasSuffix(ending) || FileNames.isFolder(dump) && !isDump(dump) {
      let noun: SafeText = FileNames.isFolder(wrong) ? "dumps come" : "dump comes"
      advice = "the \(noun) first: check \(wrong) \(dump)"
    } else if let dump {
      // A folder without specs has its own error.
      if FileNames.isFolder(wrong) { return }
      advice = "'diff \(dump) \(wrong)' compares two dumps"
    } else {
      let spec = names.first { !isDump($0) } ?? "specs/x\(ending)"
      advice = "at a prompt the present tree is checked: check \(spec)"
    }
    throw ConsoleError("'\(wrong)' isn't a spec; \(advice)")
  }

  /// The dumps in a folder and its subfolders.
  ///
  /// - Throws: `ConsoleError` if there are none.
  static func dumps(in folder: String) throws(ConsoleError) -> [String] {
    try notEmpty(dumpFiles(in: folder), folder, dumpEnding).map(\.path)
  }

  /// The dumps and journals in a folder and its subfolders.
  ///
  /// - Throws: `ConsoleError` if there are none.
  static func trees(in folder: String) throws(ConsoleError) -> [String] {
    let files = files(in: folder) { isDumpFile($0) || $0.hasSuffix(journalEnding) }
    return try notEmpty(files, folder, dumpEnding).map(\.path)
  }

  /// The spec with the most similar name in a path's folder.
  static func nearest(to path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    // They all share the extension.
    let specs = FileNames.beginning(with: String(folder)).filter { $0.hasSuffix(ending) }
    let near = specs.map { stem($0.dropFirst(folder.count)) }
      .nearest(to: stem(path.dropFirst(folder.count)))
    return near.map { folder + $0 + ending }
  }

  // MARK: Names

  /// A path without its extension, if that is one of a spec, a dump, or a journal.
  private static func stem(_ path: some StringProtocol) -> String {
    let ending = [ending, dumpEnding, journalEnding].first { path.hasSuffix($0) } ?? ""
    return String(path.dropLast(ending.count))
  }

  /// Whether a name may be a folder of specs, even one that doesn't exist yet.
  private static func isSpecFolder(_ name: String) -> Bool {
    FileNames.isFolder(name) || !FileNames.exists(name) && !name.hasSuffix(ending) && name != "-"
  }

  /// Whether a file has a dump's name, or a folder contains dumps and no specs.
  private static func isDump(_ name: String) -> Bool {
    if !FileNames.isFolder(name) { return name.hasSuffix(dumpEnding) }
    return files(in: name) { $0.hasSuffix(ending) }.isEmpty && !dumpFiles(in: name).isEmpty
  }

  /// Whether a file in a folder has a dump's name.
  static func isDumpFile(_ name: String) -> Bool {
    name.hasSuffix(dumpEnding) && !name.hasSuffix(schemaEnding)
  }

  // MARK: Files

  /// A file, and its path within the given folder.
  private typealias File = (path: String, relative: String)

  private static func dumpFiles(in folder: String) -> [File] { files(in: folder, isDumpFile) }

  /// The specs of a file or a folder.
  ///
  /// - Parameter mayBeEmpty: Whether a folder may be empty or missing.
  private static func files(
    of name: String, _ mayBeEmpty: Bool
  ) throws(ConsoleError) -> [File] {
    if mayBeEmpty, isSpecFolder(name) { return files(in: name) { $0.hasSuffix(ending) } }
    guard FileNames.isFolder(name) else {
      return [(name, FileNames.last(of: name))]
    }
    // Nothing may ever write to a pipe in the folder.
    let specs = files(in: name) { $0.hasSuffix(ending) && !FileNames.isSpecial($0) }
    return try notEmpty(specs, name, ending)
  }

  private static func notEmpty(
    _ files: [File], _ folder: String, _ ending: String
  ) throws(ConsoleError) -> [File] {
    if files.isEmpty { throw ConsoleError("no file in the folder '\(folder)' ends in '\(ending)'") }
    return files
  }

  /// The wanted files in a folder and its subfolders, in order of names.
  private static func files(in name: String, _ isWanted: (String) -> Bool) -> [File] {
    let folder = FileNames.withoutSlash(name)
    var files: [String] = []
    var open = ["\(folder)/"]
    while let inner = open.popLast() {
      for path in FileNames.beginning(with: inner) {
        if !path.hasSuffix("/") {
          if isWanted(path) { files.append(path) }
        } else if !FileNames.isLink(FileNames.withoutSlash(path)) {
          // A link to a parent folder would lead in a circle.
          open.append(path)
        }
      }
    }
    return files.map { ($0, String($0.dropFirst(folder.count + 1))) }.sorted { $0.1 < $1.1 }
  }
}
