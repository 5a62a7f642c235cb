import TextIO
import TreeAnalysis

/// The specs that a call names, and their dumps.
struct SpecFiles {
  /// The ending of a spec's file.
  static let ending = ".treespec"
  static let dumpEnding = ".json"
  private static let journalEnding = ".journal"
  /// The ending of a JSON Schema, which may lie beside the dumps that it describes.
  private static let schemaEnding = ".schema.json"

  /// A spec and the dump to check against it; nil where there is none of its name.
  struct Pair: Hashable {
    var spec: String
    var dump: String?
  }

  let pairs: [Pair]
  /// The dumps of the folder that have no spec; none where one dump is named.
  let idleDumps: [String]

  /// Finds the specs that files and folders hold, folders in the order of their names.
  ///
  /// - Parameters:
  ///   - names: files and folders.
  ///   - dump: one dump for all specs, or a folder with a dump of the same name for each; nil at a
  ///     prompt, where the tree is there.
  ///   - makesSpecs: whether dumps without a spec get one, in the first folder that is named.
  /// - Throws: `ConsoleError` where there is none, or where a dump is named in the place of a spec.
  init(_ names: [String], dump: String?, makesSpecs: Bool = false) throws(ConsoleError) {
    if !makesSpecs { try Self.refuseDumps(among: names, dump: dump) }
    let dump = dump ?? ""
    let isFolder = FileNames.isFolder(dump)
    var pairs: [Pair] = []
    var seen: Set<String> = []
    for name in names {
      for (path, relative) in try Self.specs(in: name, mayBeEmpty: makesSpecs && isFolder)
      where seen.insert(path).inserted {
        let dump = isFolder ? Self.dump(for: relative, in: dump) : dump
        if dump == nil, !makesSpecs { try Self.requireFile(path) }
        pairs.append(Pair(spec: path, dump: dump))
      }
    }
    let used = Set(pairs.compactMap(\.dump))
    let idle =
      isFolder
      ? Self.dumpFiles(in: dump).filter { !used.contains($0.path) } : []
    if makesSpecs, !idle.isEmpty {
      guard let folder = names.first(where: Self.isSpecFolder) else {
        throw ConsoleError("name the folder for the specs: check dumps specs --update=missing")
      }
      let start = folder.hasSuffix("/") ? folder : folder + "/"
      pairs += idle.map { dump in
        let stem = dump.relative.dropLast(Self.dumpEnding.count)
        return Pair(spec: "\(start)\(stem)\(Self.ending)", dump: dump.path)
      }
    }
    self.pairs = pairs
    idleDumps = makesSpecs ? [] : idle.map(\.path)
  }

  /// Finds the dumps of each spec's name among many: those that lie at its place in some folder.
  ///
  /// - Throws: `ConsoleError` where there is no spec.
  init(_ names: [String], among dumps: [String]) throws(ConsoleError) {
    try Self.refuseDumps(among: names, dump: dumps.first ?? "")
    func stem(_ path: some StringProtocol) -> String {
      let ending = [Self.dumpEnding, Self.journalEnding].first { path.hasSuffix($0) } ?? ""
      return "/" + path.dropLast(ending.count)
    }
    let stems = dumps.map(stem)
    var pairs: [Pair] = []
    var seen: Set<String> = []
    for name in names {
      for (path, relative) in try Self.specs(in: name) where seen.insert(path).inserted {
        let own = "/" + relative.dropLast(relative.hasSuffix(Self.ending) ? Self.ending.count : 0)
        let found = zip(dumps, stems).filter { $0.1.hasSuffix(own) }.map(\.0)
        if found.isEmpty { try Self.requireFile(path) }
        pairs += found.isEmpty ? [Pair(spec: path)] : found.map { Pair(spec: path, dump: $0) }
      }
    }
    let used = Set(pairs.compactMap(\.dump))
    self.pairs = pairs
    idleDumps = dumps.filter { !used.contains($0) }
  }

  /// Refuses a spec that is not there and has no dump either: its name is probably wrong.
  static func requireFile(_ spec: String) throws(ConsoleError) {
    if spec != "-", !FileNames.exists(spec) {
      throw ConsoleError("there is no '\(spec)'; name specs, or folders of them")
    }
  }

  /// Whether a name is that of a folder for specs, which may have to be made.
  private static func isSpecFolder(_ name: String) -> Bool {
    FileNames.isFolder(name) || !FileNames.exists(name) && !name.hasSuffix(ending) && name != "-"
  }

  /// The dumps in a folder and those below it.
  ///
  /// - Throws: `ConsoleError` where there is none.
  static func dumps(in folder: String) throws(ConsoleError) -> [String] {
    let dumps = dumpFiles(in: folder).map(\.path)
    if dumps.isEmpty { throw ConsoleError("no file in the folder '\(folder)' ends in '.json'") }
    return dumps
  }

  /// The dumps and the journals in a folder and those below it.
  ///
  /// - Throws: `ConsoleError` where there is none.
  static func trees(in folder: String) throws(ConsoleError) -> [String] {
    let files = files(in: folder, ending: "").map(\.path)
      .filter { isDumpFile($0) || $0.hasSuffix(journalEnding) }
    if files.isEmpty { throw ConsoleError("no file in the folder '\(folder)' ends in '.json'") }
    return files
  }

  /// The spec beside a path whose name is nearest to it.
  static func nearest(to path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    // The ending is alike in all of them, and says nothing.
    func stem(_ path: some StringProtocol) -> String {
      let name = path.dropFirst(folder.count)
      return String(name.hasSuffix(ending) ? name.dropLast(ending.count) : name)
    }
    let specs = FileNames.beginning(with: String(folder)).filter { $0.hasSuffix(ending) }
    let near = specs.map(stem).nearest(to: stem(path))
    return near.map { folder + $0 + ending }
  }

  /// Refuses dumps in the place of specs.
  static func refuseDumps(among names: [String], dump: String?) throws(ConsoleError) {
    guard let wrong = names.first(where: isDump) else { return }
    let place: SafeText
    if dump == nil {
      let spec = names.first { !isDump($0) } ?? "specs/x\(ending)"
      place = "at a prompt the present tree is checked: check \(spec)"
    } else if let dump, dump.hasSuffix(ending) || FileNames.isFolder(dump) && !isDump(dump) {
      let noun: SafeText = FileNames.isFolder(wrong) ? "dumps come" : "dump comes"
      place = "the \(noun) first: check \(wrong) \(dump)"
    } else if FileNames.isFolder(wrong) {
      // A folder without specs is reported as such.
      return
    } else if let dump, !FileNames.isFolder(dump) {
      throw ConsoleError(
        "'\(wrong)' is a dump, not a spec; 'diff \(dump) \(wrong)' compares two dumps")
    } else {
      place = "one dump, or a folder of them: check dumps specs"
    }
    throw ConsoleError("'\(wrong)' is not a spec; \(place)")
  }

  /// Whether a file is a dump by its name, or a folder holds dumps and no specs.
  private static func isDump(_ name: String) -> Bool {
    if !FileNames.isFolder(name) { return name.hasSuffix(dumpEnding) }
    return files(in: name, ending: ending).isEmpty && !dumpFiles(in: name).isEmpty
  }

  /// Whether a file in a folder is a dump by its name.
  private static func isDumpFile(_ name: String) -> Bool {
    name.hasSuffix(dumpEnding) && !name.hasSuffix(schemaEnding)
  }

  /// The dumps in a folder and those below it, each with its path within the folder.
  private static func dumpFiles(in folder: String) -> [(path: String, relative: String)] {
    files(in: folder, ending: dumpEnding).filter { isDumpFile($0.path) }
  }

  /// The specs of a file or a folder, each with its path within that folder.
  ///
  /// - Parameter mayBeEmpty: whether a folder may have none, or be missing.
  static func specs(
    in name: String, mayBeEmpty: Bool = false
  ) throws(ConsoleError) -> [(path: String, relative: String)] {
    if name == "-" { return [(name, name)] }
    if mayBeEmpty, isSpecFolder(name) { return files(in: name, ending: ending) }
    guard FileNames.isFolder(name) else {
      let base = name.split(separator: "/").last.map(String.init) ?? name
      return [(name, base)]
    }
    // Nobody may ever write to a pipe that lies there.
    let found = files(in: name, ending: ending).filter { !FileNames.isSpecial($0.path) }
    if found.isEmpty { throw ConsoleError("no file in the folder '\(name)' ends in '.treespec'") }
    return found
  }

  /// The files in a folder whose names end so, each with its path within the folder.
  private static func files(
    in name: String, ending: String
  ) -> [(path: String, relative: String)] {
    let folder = name.hasSuffix("/") ? String(name.dropLast()) : name
    return files(below: folder).filter { $0.hasSuffix(ending) }.map { ("\(folder)/\($0)", $0) }
  }

  /// All files below a folder by their paths in it, in the order of their names.
  private static func files(below folder: String) -> [String] {
    var files: [String] = []
    var open = [""]
    while let inner = open.popLast() {
      var folders: [String] = []
      for name in FileNames.beginning(with: "\(folder)/\(inner)") {
        let relative = String(name.dropFirst(folder.count + 1))
        if relative.hasSuffix("/") {
          // A link to a folder above would lead in a circle.
          if !FileNames.isLink(String(name.dropLast())) { folders.append(relative) }
        } else {
          files.append(relative)
        }
      }
      open += folders.reversed()
    }
    return files.sorted()
  }

  /// The dump of a spec's name: at the same place in its folder, or directly in it.
  private static func dump(for relative: String, in folder: String) -> String? {
    let stem =
      relative.hasSuffix(ending) ? String(relative.dropLast(ending.count)) : relative
    let base = stem.split(separator: "/").last.map(String.init) ?? stem
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    return [stem, base].map { "\(folder)/\($0).json" }.first(where: FileNames.isFile)
  }
}
