import TextIO

extension FileNames {
  /// The last part of a path: `dashboard.json` of `dumps/dashboard.json`.
  static func last(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The last part of a path, without an ending if it has that.
  static func last(of path: String, without ending: String) -> String {
    let name = last(of: path)
    return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
  }

  /// The path of a folder without the slash at its end.
  static func withoutSlash(_ folder: String) -> String {
    folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }
}
