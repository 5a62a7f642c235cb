/// A file of the project, with its module and folder.
struct SourceFile: Hashable {
  let module: String
  /// The first folder below the module's, or the module's name for a file outside of folders.
  let folder: String
  /// The path below the module's folder.
  let path: String

  /// Parses a path below the folder of all rooms; nil for a file outside of modules.
  init?(pathBelowSources path: String) {
    let parts = path.split(separator: "/", maxSplits: 2)
    guard parts.count == 3 else { return nil }
    module = String(parts[1])
    self.path = String(parts[2])
    let folders = parts[2].split(separator: "/")
    folder = folders.count > 1 ? String(folders[0]) : module
  }
}
