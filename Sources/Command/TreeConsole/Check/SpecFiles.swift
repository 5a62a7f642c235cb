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

  /// The specs of folders, each with the dump of its name.
  private(set) var pairs: [(spec: String, dump: String)] = []
  /// The specs that are named themselves, which hold for every dump.
  private(set) var named: [String] = []
  private(set) var dumps: [String]
  /// The specs without a dump, and the dumps without a spec.
  private(set) var unused: [String] = []
  private(set) var missing: [String] = []

  /// Pairs folders of specs with the dumps of a folder at the same relative path, or directly in the folder.
  ///
  /// - Parameter makesSpecs: whether dumps without a spec get one, in the first folder of specs.
  init(_ names: [String], folder: String, makesSpecs: Bool) throws(ConsoleError) {
    let files = try Self.trees(in: folder)
    dumps = files.map(\.path)
    // Of a dump and a journal with one name, the dump is compared.
    var left = Dictionary(files.map { (Self.stem($0.relative), $0.path) }) { first, second in
      first.hasSuffix(Self.dumpEnding) ? first : second
    }
    let folders = names.filter { Self.isSpecFolder($0) }
    named = try Self.specs(names.filter { !folders.contains($0) })
    for specs in folders {
      // Nothing may ever write to a pipe; one with a dump's name is reported when it is read.
      let found = Self.files(in: specs) {
        $0.hasSuffix(Self.ending) && !FileNames.isSpecial($0)
      }
      if found.isEmpty, !makesSpecs { throw Self.noSpecs(specs) }
      for (path, relative) in found {
        let stem = Self.stem(relative)
        let key = left[stem] == nil ? FileNames.last(of: stem) : stem
        if let dump = left.removeValue(forKey: key) {
          pairs.append((path, dump))
        } else {
          unused.append(path)
        }
      }
    }
    guard let specs = folders.first else { return }
    let rest = files.filter { left[Self.stem($0.relative)] == $0.path }
    guard makesSpecs else {
      missing = rest.map(\.path)
      return
    }
    pairs += rest.map {
      ("\(FileNames.withoutSlash(specs))/\(Self.stem($0.relative))\(Self.ending)", $0.path)
    }
  }

  /// The specs in files and folders, each once, folders in order of names.
  ///
  /// - Throws: `ConsoleError` if a folder has none, or a dump is given.
  static func specs(_ names: [String]) throws(ConsoleError) -> [String] {
    var specs: [String] = []
    for name in names {
      if !FileNames.isFolder(name) {
        if name.hasSuffix(dumpEnding) {
          throw ConsoleError(
            "'\(name)' isn't a spec; name files that end in \(ending), or folders of them")
        }
        specs.append(name)
        continue
      }
      let found = files(in: name) { $0.hasSuffix(ending) }
      if found.isEmpty { throw noSpecs(name) }
      specs += found.map(\.path)
    }
    var seen: Set<String> = []
    return specs.filter { seen.insert($0).inserted }
  }

  private static func noSpecs(_ folder: String) -> ConsoleError {
    ConsoleError("no file in the folder '\(folder)' ends in '\(ending)'")
  }

  /// Refuses a missing spec without a dump: its name is probably wrong.
  static func requireFile(_ spec: String) throws(ConsoleError) {
    if spec != "-", !FileNames.exists(spec) {
      throw ConsoleError("there is no '\(spec)'; name specs, or folders of them")
    }
  }

  /// The dumps and journals in a folder and its subfolders.
  ///
  /// - Throws: `ConsoleError` if there are none.
  static func trees(
    in folder: String
  ) throws(ConsoleError) -> [(path: String, relative: String)] {
    let files = files(in: folder) { isDumpFile($0) || $0.hasSuffix(journalEnding) }
    if files.isEmpty {
      throw ConsoleError("no file in the folder '\(folder)' ends in '\(dumpEnding)'")
    }
    return files
  }

  /// The spec with the most similar name in a path's folder.
  static func nearest(to path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return FileNames.beginning(with: String(folder)).filter { $0.hasSuffix(ending) }
      .nearest(to: path)
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

  /// Whether a file in a folder has a dump's name.
  static func isDumpFile(_ name: String) -> Bool {
    name.hasSuffix(dumpEnding) && !name.hasSuffix(schemaEnding)
  }

  /// The wanted files in a folder and its subfolders, in order of names, each with its path within the
  /// folder. A link to a parent folder would lead in a circle.
  private static func files(
    in name: String, _ isWanted: (String) -> Bool
  ) -> [(path: String, relative: String)] {
    let folder = FileNames.withoutSlash(name)
    var files: [String] = []
    var open = ["\(folder)/"]
    while let inner = open.popLast() {
      for path in FileNames.beginning(with: inner) {
        if path.hasSuffix("/") {
          if !FileNames.isLink(FileNames.withoutSlash(path)) { open.append(path) }
        } else if isWanted(path) {
          files.append(path)
        }
      }
    }
    return files.map { ($0, String($0.dropFirst(folder.count + 1))) }.sorted { $0.1 < $1.1 }
  }
}
