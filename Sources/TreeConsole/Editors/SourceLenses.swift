import TextIO
import TreeAnalysis
import TreeLSP
import TreeSnapshot

extension SourceFacts {
  /// What the lines of a source file are worth knowing of, above the lines that register and raise.
  ///
  /// A line that has moved since the tree was written shows nothing, unless another one that
  /// registers or raises is in its place.
  ///
  /// - Parameters:
  ///   - file: The file's name, as sources are named: without its folder.
  ///   - text: Its text.
  func lenses(ofFile file: String, _ text: EditorText) -> [EditorLens] {
    (0..<text.lineCount).flatMap { number -> [EditorLens] in
      let line = String(decoding: text.line(number), as: UTF8.self)
      let source = "\(file):\(number + 1)"
      var titles: [SafeText] = []
      if line.contains("register("), let registration = registrations[source] {
        titles = registration.titles
      } else if let start = line.firstRange(of: "raise(")?.upperBound {
        titles = (raises[source] ?? messages[Self.name(in: line[start...])])?.titles ?? []
      }
      return titles.map { EditorLens(line: number, title: $0.string) }
    }
  }

  /// The name that begins an expression: `Network.Offline` of `Network.Offline(host: host))`.
  private static func name(in expression: Substring) -> String {
    String(expression.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
  }
}

extension SourceFacts.Registration {
  fileprivate var titles: [SafeText] {
    var titles: [SafeText] = []
    if let handled, handled > 0 { titles.append("handled \(times(handled)) in the last run") }
    if let shadowedBy {
      titles.append("shadowed by \(shadowedBy)")
    } else if isIdle, handled ?? 0 == 0 {
      titles.append("nobody raises it")
    } else if handled == 0 {
      titles.append("not handled in the last run")
    }
    return titles
  }
}

extension SourceFacts.Raise {
  fileprivate var titles: [SafeText] {
    var titles: [SafeText] = []
    if let count { titles.append("raised \(times(count)) in the last run") }
    if lost > 0 { titles.append("\(kind.outcomes.lost) from \(counted(lost, "model"))") }
    return titles
  }
}

/// `once`, or `12 times`.
private func times(_ count: Int) -> SafeText { count == 1 ? "once" : "\(count) times" }
