import MemoryGraph
import TextIO

// Who holds an object, as text and as JSON. All names come from the memory of a process, and are
// shown like other names that can't be trusted.

extension HeldObject {
  /// The number of paths that text shows.
  private static let pathLimit = 3

  /// Adds the paths, below a line that names the object.
  func write(to text: inout StyledText, _ scanned: ScanFacts) {
    for (index, path) in paths.prefix(Self.pathLimit).enumerated() {
      for line in path.text(after: index == 0 ? "  held by  " : "  also by  ") {
        text.line(SafeText(line))
      }
    }
    if paths.isEmpty { text.line("  \(scanned.unexplained(self))") }
    let hidden = paths.count - Self.pathLimit
    if hidden > 0 { text.line("  and by \(counted(hidden, "other holder"))", .dim) }
  }

  /// Writes the paths as the member `held`.
  func write(to json: inout JSONObject) {
    json.array("held", of: paths) { path, json in path.write(to: &json) }
  }
}

extension HoldPath {
  fileprivate func write(to json: inout JSONObject) {
    if let root {
      json.object("root") {
        $0.write("kind", root.kind.rawValue)
        $0.write("name", root.name)
        $0.write("source", root.code?.source)
      }
    }
    json.array("path", of: steps) { step, json in step.write(to: &json) }
    json.write("cycle", isCycle)
  }
}

extension HoldStep {
  fileprivate func write(to json: inout JSONObject) {
    json.write("type", type)
    json.write("field", field)
    json.write("kind", kind.rawValue)
    json.write("in", collection?.rawValue)
    json.write("function", function)
    json.write("source", code?.source)
    json.write("suspect", isSuspect)
    if isDoubtful { json.write("doubtful", true) }
    if let more { json.write("more", more) }
  }
}

extension ScanFacts {
  /// Adds what was read, and what wasn't.
  func write(to text: inout StyledText) {
    text.line()
    text.line(SafeText(line), .dim)
    if let missingLine { text.line(SafeText(missingLine), .dim) }
  }

  /// Writes the facts as the member `scanned`.
  func write(to json: inout JSONObject) {
    json.object("scanned") {
      $0.write("bytes", bytes)
      $0.write("objects", objects)
      $0.write("paused", milliseconds)
      $0.write("complete", isComplete)
      $0.write("missing", missing)
    }
  }
}
