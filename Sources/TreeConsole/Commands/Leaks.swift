import ArgumentParser
import TextIO
import TreeAnalysis
import TreeLink
import TreeSnapshot

/// Lists the models that left a live tree and are still alive.
struct Leaks: FormattedQuestion {
  static let commandName = "leaks"
  static let abstract =
    "List the models that left the tree and are still alive, because something holds them."
  static let explanation: String? = """
    Each with the path that it had and the line that created it; with what may hold it: the lines at \
    which it registered handlers and started work that still runs. The models that it holds itself \
    are below it. Models of a session that was replaced have ids of their own. The status of a \
    script is 1 if there are any.
    """
  static let examples = ["", "--json"]
  static let needs: Capability? = .leaks

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let leaked = try view.leakedModels()
    if list.count { return .count(leaked.count, hasFindings: !leaked.isEmpty) }
    let (limit, limitInJSON) = (list.limits.number(view), list.limits.numberInJSON)
    return Answer(hasFindings: !leaked.isEmpty) {
      .array { array in
        for model in leaked.prefix(limitInJSON) { array.object { model.write(to: &$0) } }
      }
    } text: { text in
      if leaked.isEmpty { return text.line("no model that left the tree is still alive") }
      let tops = leaked.count { $0.holder == nil }
      let held: SafeText = tops < leaked.count ? "\(tops)" : tops == 1 ? "it" : "each"
      text.line(
        "\(counted(leaked.count, "model")) left the tree and \(leaked.count == 1 ? "is" : "are") "
          + "still alive; something holds \(held)")
      text.list(leaked, limit: limit) { $0.write(to: &$1) }
    }
  }
}

extension LeakedModel {
  /// Writes the model as text: below its holder, or alone with its path.
  fileprivate func write(to text: inout StyledText) {
    let source: SafeText = source.map { "  created at \($0)" } ?? ""
    guard holder == nil else {
      text.append("    with \(type) #\(id)")
      text.line(source, .dim)
      for cause in causes { text.line("      \(cause)", .dim) }
      return
    }
    text.line()
    text.append("\(type)", .bold)
    text.append(" #\(id)\(isOfEarlierTree ? " of an earlier session" : "")")
    text.line(source, .dim)
    text.append("  was ", .dim)
    text.line(path.map { "\($0)" } ?? "not known: it left before the inspector was attached")
    for cause in causes { text.line("  \(cause)", .dim) }
  }
}
