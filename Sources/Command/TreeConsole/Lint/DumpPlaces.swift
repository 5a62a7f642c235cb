import TextIO

/// The place of each model in its dump, for reports that must name one.
struct DumpPlaces {
  /// The dump's file, or the name of another target.
  let file: String
  /// The lines on which models begin, by their ids.
  private let lines: [Int: Int]

  /// Reads a dump again; a journal, an app, and standard input have no lines.
  init(of view: View) {
    let path = (view.target as? FileTarget)?.file
    file = path.flatMap { $0 == "-" ? nil : $0 } ?? view.name
    lines =
      path.flatMap { path in
        try? FileBytes(path: path).withBuffer { bytes in
          try JSONScanner.scan(Array(bytes)[...]) { scanner throws(JSONFailure) in
            try scanner.linesOfNodes()
          }
        }
      } ?? [:]
  }

  /// The line on which a model begins; the first if it is unknown.
  func line(of id: Int) -> Int { lines[id] ?? 1 }
}

extension JSONScanner {
  /// The lines on which the nodes of a dump begin, by their ids.
  fileprivate mutating func linesOfNodes() throws(JSONFailure) -> [Int: Int] {
    var lines: [Int: Int] = [:]
    try readObject("a dump") { scanner, key throws(JSONFailure) in
      if key != "nodes" { return false }
      try scanner.readArray(key) { scanner throws(JSONFailure) in
        _ = scanner.peek()
        let line = scanner.line
        let node = try scanner.value()
        if let id = try? node.read("id") as Int { lines[id] = line }
      }
      return true
    }
    return lines
  }
}
