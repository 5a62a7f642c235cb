/// Finds files by a pattern like a shell's: `*`, `?`, and `[…]` within a name, `**` for any
/// folders.
package enum FileGlob {
  /// Whether a word is a pattern instead of the path of a file.
  package static func isPattern(_ word: String) -> Bool {
    word.contains { "*?[".contains($0) } && !FileNames.exists(word)
  }

  /// Returns the files that match a pattern, sorted. A name that begins with a dot matches only a
  /// pattern that does.
  package static func files(matching pattern: String) -> [String] {
    var parts = FileNames.expandingHome(pattern)
      .split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    let start = pattern.hasPrefix("/") || pattern.hasPrefix("~/") ? "/" : ""
    // A pattern that ends in folders means all files in them.
    if parts.last == "**" { parts.append("*") }
    var files: Set<String> = []
    var open = [(folder: start, parts: parts[...])]
    var visited: Set<String> = []
    while let (folder, parts) = open.popLast() {
      guard let part = parts.first, visited.insert("\(parts.count) \(folder)").inserted else {
        continue
      }
      if part == "**" {
        open.append((folder, parts.dropFirst()))
        for name in FileNames.beginning(with: folder) where name.hasSuffix("/") {
          // A link to a parent folder would lead in a circle.
          if !FileNames.isLink(String(name.dropLast())) { open.append((name, parts)) }
        }
        continue
      }
      for path in FileNames.beginning(with: folder + (part.hasPrefix(".") ? "." : "")) {
        let isFolder = path.hasSuffix("/")
        let name = path.dropFirst(folder.count).dropLast(isFolder ? 1 : 0)
        guard fnmatch(part, String(name), 0) == 0 else { continue }
        if parts.count == 1 {
          if !isFolder { files.insert(path) }
        } else if isFolder {
          open.append((path, parts.dropFirst()))
        }
      }
    }
    return files.sorted()
  }
}
