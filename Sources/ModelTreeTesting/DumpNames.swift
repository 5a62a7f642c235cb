import TextIO

/// The names of the dumps that one run of tests keeps: each is given once.
final class DumpNames: Sendable {
  /// Those of this process.
  static let shared = DumpNames()

  private let given = Lock<[String: Int]>([:])

  /// `dashboard.json`, and `dashboard-2.json` the next time.
  ///
  /// - Parameter name: what the dump is called after; what is no letter or digit becomes a hyphen.
  func next(for name: String) -> String {
    let stem = Self.fileName(name)
    return given.withLock { given in
      // A name that was made by counting may be asked for itself.
      while true {
        let count = (given[stem] ?? 0) + 1
        given[stem] = count
        if count == 1 { return "\(stem).json" }
        let counted = "\(stem)-\(count)"
        if given[counted] == nil {
          given[counted] = 1
          return "\(counted).json"
        }
      }
    }
  }

  /// `dashboard.journal` beside `dashboard.json`.
  static func journalName(beside name: String) -> String { "\(name.dropLast(5)).journal" }

  /// Files have names of at most 255 bytes.
  private static let longest = 100

  private static func fileName(_ name: String) -> String {
    var words: [String] = [""]
    for scalar in name.unicodeScalars {
      let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      if isPlain || scalar == "_" {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else if words.last != "" {
        words.append("")
      }
    }
    var stem = words.filter { !$0.isEmpty }.joined(separator: "-")
    while stem.utf8.count > longest { stem.removeLast() }
    return stem.isEmpty ? "tree" : stem
  }
}
