#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The specs that a call names, and the dumps that belong to them.
struct SpecFiles {
  /// What the file of a spec ends with.
  static let ending = ".treespec"

  /// A spec and the dump that it is held to; nil where there is none of its name.
  struct Pair: Hashable {
    var spec: String
    var dump: String?
  }

  let pairs: [Pair]

  /// Finds the specs that files and folders hold, folders in the order of their names.
  ///
  /// - Parameters:
  ///   - names: files and folders.
  ///   - dump: one dump for all specs, or a folder with a dump of the same name for each.
  /// - Throws: `ConsoleError` where there is none.
  init(_ names: [String], dump: String) throws(ConsoleError) {
    let isFolder = FileNames.isFolder(dump)
    var pairs: [Pair] = []
    var seen: Set<String> = []
    for name in names {
      for (path, relative) in try Self.specs(in: name) where seen.insert(path).inserted {
        let dump = isFolder ? Self.dump(for: relative, in: dump) : dump
        pairs.append(Pair(spec: path, dump: dump))
      }
    }
    self.pairs = pairs
  }

  /// The specs of a file or a folder, each with its path within that folder.
  static func specs(in name: String) throws(ConsoleError) -> [(path: String, relative: String)] {
    if name == "-" { return [(name, name)] }
    guard FileNames.isFolder(name) else {
      if name.hasSuffix(".json") {
        throw ConsoleError(
          "'\(name)' is no spec, whose name ends in '\(ending)'; the dump comes first, and there is "
            + "one, or a folder of them")
      }
      let base = name.split(separator: "/").last.map(String.init) ?? name
      return [(name, base)]
    }
    let folder = name.hasSuffix("/") ? String(name.dropLast()) : name
    let found = files(below: folder).filter { $0.hasSuffix(ending) }
    if found.isEmpty {
      throw ConsoleError("no file in the folder '\(name)' ends in '\(ending)'")
    }
    return found.map { ("\(folder)/\($0)", $0) }
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
          // A link to a folder above would lead round in a circle.
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
